import type { Answer, ProbeName } from '../../../../src/capabilities/answers';

interface Command {
  readonly command: 'head' | 'options' | 'path';
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
  ];
}

/** True for an answer of today. The same answer again does not change its time on the same day. */
export function isFresh(answer: Answer | undefined, now = new Date()): boolean {
  return answer?.at.slice(0, 10) === now.toISOString().slice(0, 10);
}
