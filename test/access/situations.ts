import { RANKS, type Rank } from '../../src/access/scope';

/**
 * Test plan T4: everything that what a key may do depends on, in the words of the contract, and a table of what must
 * follow. The table is written from the contract and knows nothing of the code.
 */

export const ROUTES = ['listLevels', 'setPageLevel', 'clearPageLevel', 'getPageLevel', 'listPageLevelOptions'] as const;
const SPACE_LIMITS = ['none', "the page's", 'another'] as const;
const CREATORS = ['none', 'view', 'edit'] as const;
const PAGES = ['live', 'archived', 'trashed', 'draft', 'missing'] as const;
const TARGETS = ['same', 'other', 'archived', 'unknown', 'foreign sub-level'] as const;
/** `current`: the level of the page, or of the page if it had one. `else`: neither that nor the target. */
const LIMIT_ENTRIES = ['current', 'target', 'else', 'unclassified'] as const;

type LimitEntry = (typeof LIMIT_ENTRIES)[number];

export interface Situation {
  readonly route: (typeof ROUTES)[number];
  readonly classification: Rank;
  readonly detection: Rank;
  /** Empty = no limit. */
  readonly levelLimit: readonly LimitEntry[];
  readonly spaceLimit: (typeof SPACE_LIMITS)[number];
  /** What the creator of the key may do with the page in Confluence. */
  readonly creator: (typeof CREATORS)[number];
  readonly page: (typeof PAGES)[number];
  readonly classified: boolean;
  /** The level to set; where the route sets none, it only gives the limit's `target` a meaning. */
  readonly target: (typeof TARGETS)[number];
}

export type Outcome =
  | 'OK'
  | 'INSUFFICIENT_SCOPE'
  | 'PAGE_NOT_FOUND'
  | 'PAGE_NOT_CLASSIFIED'
  | 'LEVEL_NOT_FOUND'
  | 'SUBLEVEL_NOT_IN_LEVEL'
  | 'LEVEL_ARCHIVED'
  | 'LEVEL_OUTSIDE_KEY_LIMIT'
  | 'PAGE_NOT_EDITABLE';

export const STATUS_OF: Readonly<Record<Exclude<Outcome, 'OK'>, number>> = {
  INSUFFICIENT_SCOPE: 403,
  PAGE_NOT_FOUND: 404,
  PAGE_NOT_CLASSIFIED: 404,
  LEVEL_NOT_FOUND: 422,
  SUBLEVEL_NOT_IN_LEVEL: 422,
  LEVEL_ARCHIVED: 422,
  LEVEL_OUTSIDE_KEY_LIMIT: 403,
  PAGE_NOT_EDITABLE: 403,
};

/** Which classification scopes are enough for a route. */
const ENOUGH: Readonly<Record<Situation['route'], readonly Rank[]>> = {
  listLevels: ['manage'],
  setPageLevel: ['write', 'manage'],
  clearPageLevel: ['write', 'manage'],
  getPageLevel: ['read', 'write', 'manage'],
  listPageLevelOptions: ['read', 'write', 'manage'],
};

/** The first line that applies is the answer. */
const ORACLE: readonly (readonly [Outcome, (situation: Situation) => boolean])[] = [
  ['INSUFFICIENT_SCOPE', ({ route, classification }) => !ENOUGH[route].includes(classification)],
  ['OK', ({ route }) => route === 'listLevels'],
  ['PAGE_NOT_FOUND', ({ page }) => page === 'missing' || page === 'draft' || page === 'trashed'],
  ['PAGE_NOT_FOUND', ({ creator }) => creator === 'none'],
  ['PAGE_NOT_FOUND', ({ spaceLimit }) => spaceLimit === 'another'],
  ['PAGE_NOT_FOUND', (situation) => isLimitedToOthersThan(currentOf(situation), situation)],
  ['PAGE_NOT_CLASSIFIED', ({ route, classified }) => route === 'getPageLevel' && !classified],
  ['OK', ({ route }) => route !== 'setPageLevel' && route !== 'clearPageLevel'],
  ['LEVEL_NOT_FOUND', ({ target }) => target === 'unknown'],
  ['SUBLEVEL_NOT_IN_LEVEL', ({ target }) => target === 'foreign sub-level'],
  ['LEVEL_ARCHIVED', ({ target }) => target === 'archived'],
  ['LEVEL_OUTSIDE_KEY_LIMIT', (situation) => isLimitedToOthersThan(targetOf(situation), situation)],
  ['PAGE_NOT_EDITABLE', ({ creator }) => creator === 'view'],
  ['OK', () => true],
];

export function outcomeOf(situation: Situation): Outcome {
  return ORACLE.find(([, applies]) => applies(situation))?.[0] ?? 'OK';
}

const currentOf = ({ classified, target }: Situation): readonly LimitEntry[] =>
  !classified ? ['unclassified'] : target === 'same' ? ['current', 'target'] : ['current'];

const targetOf = ({ route, target }: Situation): readonly LimitEntry[] =>
  route === 'clearPageLevel' ? ['unclassified'] : target === 'same' ? ['current', 'target'] : ['target'];

function isLimitedToOthersThan(names: readonly LimitEntry[], { levelLimit }: Situation): boolean {
  return levelLimit.length > 0 && !levelLimit.some((entry) => names.includes(entry));
}

/** All sets that can be made of the entries. */
const LEVEL_LIMITS = LIMIT_ENTRIES.reduce<readonly (readonly LimitEntry[])[]>(
  (sets, entry) => sets.flatMap((set) => [set, [...set, entry]]),
  [[]],
);

const DIMENSIONS = {
  route: ROUTES,
  classification: RANKS,
  detection: RANKS,
  levelLimit: LEVEL_LIMITS,
  spaceLimit: SPACE_LIMITS,
  creator: CREATORS,
  page: PAGES,
  classified: [true, false],
  target: TARGETS,
} as const satisfies { readonly [Name in keyof Situation]: readonly Situation[Name][] };

const NAMES = Object.keys(DIMENSIONS) as readonly (keyof Situation)[];

/** Every combination. A route that sets no level has one target only. */
export function everySituation(): readonly Situation[] {
  let all: readonly Partial<Situation>[] = [{}];
  for (const name of NAMES) {
    all = all.flatMap((one) => {
      const values = name === 'target' && one.route !== 'setPageLevel' ? (['other'] as const) : DIMENSIONS[name];
      return values.map((value) => ({ ...one, [name]: value }));
    });
  }
  return all as readonly Situation[];
}

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pickFrom<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}

/**
 * A sample with every pair of values of any two dimensions, and with at least `each` situations of every outcome that
 * a route can have. The same for the same seed.
 */
export function sampleSituations(seed: number, each: number): readonly Situation[] {
  const random = seededRandom(seed);
  const all = everySituation();
  const open = new Set(everyPair());
  const sample = new Set<Situation>();
  while (open.size > 0) {
    let best = pickFrom(all, random);
    for (let tries = 0; tries < 60; tries += 1) {
      const other = pickFrom(all, random);
      if (gain(other, open) > gain(best, open)) best = other;
    }
    sample.add(best);
    for (const pair of pairsOf(best)) open.delete(pair);
  }
  for (const group of byRouteAndOutcome(all).values()) {
    const missing = each - group.filter((one) => sample.has(one)).length;
    for (let count = 0; count < missing; count += 1) sample.add(pickFrom(group, random));
  }
  return [...sample];
}

export function byRouteAndOutcome(situations: readonly Situation[]): ReadonlyMap<string, readonly Situation[]> {
  const groups = new Map<string, Situation[]>();
  for (const situation of situations) {
    const name = `${situation.route} ${outcomeOf(situation)}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [situation]);
    else group.push(situation);
  }
  return groups;
}

/** As `everyPair` names them. */
export function pairsOf(situation: Situation): readonly string[] {
  const values = NAMES.map((name) => `${name}=${String(situation[name])}`);
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one} ${other}`));
}

/** Every pair of values of two dimensions that occurs. */
export function everyPair(): readonly string[] {
  const values = NAMES.map((name) => DIMENSIONS[name].map((value) => `${name}=${String(value)}`));
  const pairs = values.flatMap((ones, index) =>
    values.slice(index + 1).flatMap((others) => ones.flatMap((one) => others.map((other) => `${one} ${other}`))),
  );
  const setsNone = /^route=(?!setPageLevel).* target=(?!other$)/;
  return pairs.filter((pair) => !setsNone.test(pair));
}

function gain(situation: Situation, open: ReadonlySet<string>): number {
  return pairsOf(situation).filter((pair) => open.has(pair)).length;
}
