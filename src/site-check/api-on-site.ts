import type { Answer, ProbeName } from '../capabilities/answers';

/** For whom the REST API works on this site. */
export type ApiOnSite =
  /** The app acts as the creators of keys. */
  | 'works'
  /** It acts as the creators of the keys that were used so far. For other people, there is no answer yet. */
  | 'works-so-far'
  /** It cannot act as all creators. It asks Confluence for their permissions, so they have only pages that the app sees. */
  | 'checks-permissions'
  /** It acts as the contributors of an app that is not shared. For others, it has no way. */
  | 'contributors-only'
  /** It can neither act as the creator of a key nor ask for their permissions. */
  | 'refused'
  | 'unknown';

/** The answers say what happened, so nothing is derived from a place other than the web trigger. */
export function apiOnSite(answers: ReadonlyMap<ProbeName, Pick<Answer, 'state'>>): ApiOnSite {
  const stateOf = (probe: ProbeName) => answers.get(probe)?.state ?? 'not-tried';
  const [creator, others] = [stateOf('act-as-person.web-trigger'), stateOf('act-as-person.other-people')];
  const permissions = stateOf('permission-check');
  if (creator === 'not-tried') return 'unknown';
  if (creator === 'works' && others !== 'fails') return others === 'works' ? 'works' : 'works-so-far';
  if (permissions === 'works') return 'checks-permissions';
  if (permissions === 'not-tried') return 'unknown';
  return creator === 'works' ? 'contributors-only' : 'refused';
}
