import type { Deprecation, Route } from '../route';

/**
 * The headers of every response of a deprecated operation: since when it is deprecated (RFC 9745), its earliest removal
 * (RFC 8594), and a link to the documentation of its replacement. The Link header of a list remains.
 */
export function deprecationHeaders({ deprecated }: Route, link: string | undefined): Readonly<Record<string, string>> {
  if (deprecated === undefined) return {};
  return {
    Deprecation: `@${Math.floor(Date.parse(deprecated.since) / 1_000)}`,
    Sunset: new Date(deprecated.sunset).toUTCString(),
    Link: [...(link === undefined ? [] : [link]), ...linksTo(deprecated)].join(', '),
  };
}

function linksTo({ link }: Deprecation): readonly string[] {
  return ['deprecation', 'sunset'].map((relation) => `<${link}>; rel="${relation}"; type="text/html"`);
}
