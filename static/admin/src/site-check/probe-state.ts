import type { ProbeView, SiteCheckView } from '../../../../src/admin/site/site-check';
import type { ProbeState } from '../../../../src/capabilities/answers';
import { PROBE_TEXTS } from './probe-texts';

export function probesOf({ sections }: SiteCheckView): readonly ProbeView[] {
  return sections.flatMap(({ probes }) => probes);
}

export function stateOf({ answer }: ProbeView): ProbeState {
  return answer?.state ?? 'not-tried';
}

/** Problems that the admin can solve come first, then the others. */
function rankOf(view: ProbeView): number {
  if (isProblem(view)) return 0;
  return stateOf(view) === 'fails' && PROBE_TEXTS[view.probe].absent === undefined ? 1 : 2;
}

/** The sections and their probes. Failures come first. */
export function failuresFirst({ sections }: SiteCheckView): SiteCheckView['sections'] {
  const firstOf = (probes: readonly ProbeView[]) => Math.min(...probes.map(rankOf));
  return sections
    .map(({ section, probes }) => ({ section, probes: probes.toSorted((a, b) => rankOf(a) - rankOf(b)) }))
    .toSorted((a, b) => firstOf(a.probes) - firstOf(b.probes));
}

/** True if a probe failed and the admin can do something about it. */
export function isProblem(view: ProbeView): boolean {
  return stateOf(view) === 'fails' && PROBE_TEXTS[view.probe].cure !== undefined;
}

/** The numbers of probes that work, that do not, and that were not tried. A feature that a site does not have is not broken. */
export function countStates(probes: readonly ProbeView[]): [works: number, fails: number, untried: number] {
  const present = probes.filter((one) => !(stateOf(one) === 'fails' && PROBE_TEXTS[one.probe].absent !== undefined));
  const count = (state: ProbeState) => present.filter((one) => stateOf(one) === state).length;
  return [count('works'), count('fails'), count('not-tried')];
}
