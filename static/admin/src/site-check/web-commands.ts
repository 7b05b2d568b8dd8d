import type { WebProbe } from '../../../../src/admin/site/site-check';
import type { Answer, ProbeName } from '../../../../src/capabilities/answers';

interface Command {
  readonly command: 'head' | 'options' | 'path' | 'not-modified';
  /** For a shell. */
  readonly text: string;
  /** The probes that it answers. */
  readonly probes: readonly ProbeName[];
}

/** The commands of the web probe, which src/site-check/web-probe.ts reads. */
export function commandsOf(url: string): readonly Command[] {
  return [
    { command: 'head', text: `curl --head '${url}/head'`, probes: ['web-head'] },
    { command: 'options', text: `curl --include --request OPTIONS '${url}/options'`, probes: ['web-options'] },
    {
      command: 'path',
      text: `curl --include --header 'X-Probe-Header: 1' '${url}/path/a%2Fb%20c'`,
      probes: ['web-encoded-path', 'web-header-names'],
    },
    {
      command: 'not-modified',
      text: `curl --include "${url}/received/$(curl --silent --output /dev/null --write-out '%{http_code}' --header 'If-None-Match: "1"' '${url}/not-modified')"`,
      probes: ['web-304'],
    },
  ];
}

/** The commands work for this long. */
const VALID_MS = 15 * 60_000;

/** True for an answer since the commands were created. */
export function isAnsweredSince({ expiresAt }: WebProbe, answer: Answer | undefined): boolean {
  return answer !== undefined && Date.parse(answer.at) >= Date.parse(expiresAt) - VALID_MS;
}
