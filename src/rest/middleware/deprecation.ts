import type { Deprecation, Route } from '../route';

/**
 * What every answer of an operation that will go says of it: since when it is deprecated (RFC 9745), when it goes at the
 * earliest (RFC 8594), and where to read what takes its place. A list's own Link stays.
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
