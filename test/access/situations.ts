import { seededRandom } from '../../local/forge/seeded-random';
import { RANKS, type Rank } from '../../src/access/scope';

/**
 * Test plan T4: every input of an access decision, in the terms of the contract, and a table of the required results.
 * The table is written from the contract, independently of the code.
 */

/**
 * `clearPageLevel` of a page in a space without a default level, `resetPageLevel` in one that has one. The default
 * level is the target.
 */
export const ROUTES = [
  'listLevels',
  'setPageLevel',
  'clearPageLevel',
  'resetPageLevel',
  'getPageLevel',
  'listPageLevelOptions',
] as const;
const SPACE_LIMITS = ['none', "the page's", 'another'] as const;
const CREATORS = ['none', 'view', 'edit'] as const;
const PAGES = ['live', 'archived', 'trashed', 'draft', 'missing'] as const;
const TARGETS = ['same', 'other', 'archived', 'unknown', 'foreign sub-level'] as const;
/**
 * The settings of the site are a scheme of the space without the target, or the rule for lowering a level. The settings
 * of the admins of the space are its levels without the target, a stricter or a looser rule, and both without
 * delegation.
 */
const RULES = [
  'none',
  'outside the scheme',
  'outside the own levels',
  'justified',
  'justified, with a reason',
  'forbidden',
  'forbidden by the space',
  'forbidden, allowed by the space',
  'set by the space, not delegated',
] as const;
const OUTSIDE: readonly Situation['rule'][] = ['outside the scheme', 'outside the own levels'];
/** Compares the sensitivity of the new level with that of the page. */
const DIRECTIONS = ['down', 'up'] as const;
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
  /** The creator's permissions on the page in Confluence. */
  readonly creator: (typeof CREATORS)[number];
  readonly page: (typeof PAGES)[number];
  readonly classified: boolean;
  /** The level to set; for a route that sets none, it only defines the limit's `target`. */
  readonly target: (typeof TARGETS)[number];
  readonly rule: (typeof RULES)[number];
  readonly direction: (typeof DIRECTIONS)[number];
}

export type Outcome =
  | 'OK'
  | 'INSUFFICIENT_SCOPE'
  | 'PAGE_NOT_FOUND'
  | 'PAGE_NOT_CLASSIFIED'
  | 'LEVEL_NOT_FOUND'
  | 'SUBLEVEL_NOT_IN_LEVEL'
  | 'LEVEL_ARCHIVED'
  | 'LEVEL_NOT_IN_SPACE_SCHEME'
  | 'LEVEL_OUTSIDE_KEY_LIMIT'
  | 'PAGE_NOT_EDITABLE'
  | 'LEVEL_CHANGE_FORBIDDEN'
  | 'JUSTIFICATION_REQUIRED';

export const STATUS_OF: Readonly<Record<Exclude<Outcome, 'OK'>, number>> = {
  INSUFFICIENT_SCOPE: 403,
  PAGE_NOT_FOUND: 404,
  PAGE_NOT_CLASSIFIED: 404,
  LEVEL_NOT_FOUND: 422,
  SUBLEVEL_NOT_IN_LEVEL: 422,
  LEVEL_ARCHIVED: 422,
  LEVEL_NOT_IN_SPACE_SCHEME: 422,
  LEVEL_OUTSIDE_KEY_LIMIT: 403,
  PAGE_NOT_EDITABLE: 403,
  LEVEL_CHANGE_FORBIDDEN: 403,
  JUSTIFICATION_REQUIRED: 422,
};

/** The routes that change the level of a page. */
const SETTING: readonly Situation['route'][] = ['setPageLevel', 'clearPageLevel', 'resetPageLevel'];

/** The classification scopes that suffice for a route. */
const ENOUGH: Readonly<Record<Situation['route'], readonly Rank[]>> = {
  listLevels: ['manage'],
  setPageLevel: ['write', 'manage'],
  clearPageLevel: ['write', 'manage'],
  resetPageLevel: ['write', 'manage'],
  getPageLevel: ['read', 'write', 'manage'],
  listPageLevelOptions: ['read', 'write', 'manage'],
};

/** The first matching line is the result. */
const ORACLE: readonly (readonly [Outcome, (situation: Situation) => boolean])[] = [
  ['INSUFFICIENT_SCOPE', ({ route, classification }) => !ENOUGH[route].includes(classification)],
  ['OK', ({ route }) => route === 'listLevels'],
  ['PAGE_NOT_FOUND', ({ page }) => page === 'missing' || page === 'draft' || page === 'trashed'],
  ['PAGE_NOT_FOUND', ({ creator }) => creator === 'none'],
  ['PAGE_NOT_FOUND', ({ spaceLimit }) => spaceLimit === 'another'],
  ['PAGE_NOT_FOUND', (situation) => isLimitedToOthersThan(currentOf(situation), situation)],
  ['PAGE_NOT_CLASSIFIED', ({ route, classified }) => route === 'getPageLevel' && !classified],
  ['OK', ({ route }) => !SETTING.includes(route)],
  ['LEVEL_NOT_FOUND', ({ target }) => target === 'unknown'],
  ['SUBLEVEL_NOT_IN_LEVEL', ({ target }) => target === 'foreign sub-level'],
  ['LEVEL_ARCHIVED', ({ target }) => target === 'archived'],
  ['LEVEL_NOT_IN_SPACE_SCHEME', ({ route, rule }) => OUTSIDE.includes(rule) && route !== 'clearPageLevel'],
  ['LEVEL_OUTSIDE_KEY_LIMIT', (situation) => isLimitedToOthersThan(targetOf(situation), situation)],
  ['PAGE_NOT_EDITABLE', ({ creator }) => creator === 'view'],
  ['OK', (situation) => !lowers(situation)],
  ['LEVEL_CHANGE_FORBIDDEN', ({ rule }) => rule.startsWith('forbidden')],
  ['JUSTIFICATION_REQUIRED', ({ rule }) => rule === 'justified'],
  ['OK', () => true],
];

function lowers({ route, classified, target, direction }: Situation): boolean {
  return classified && (route === 'clearPageLevel' || (target !== 'same' && direction === 'down'));
}

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

/** All subsets of the entries. */
const LEVEL_LIMITS = LIMIT_ENTRIES.reduce<readonly (readonly LimitEntry[])[]>(
  (sets, entry) => sets.flatMap((set) => [set, [...set, entry]]),
  [[]],
);

/** Those that others depend on come first. */
const DIMENSIONS = {
  route: ROUTES,
  target: TARGETS,
  rule: RULES,
  direction: DIRECTIONS,
  classification: RANKS,
  detection: RANKS,
  levelLimit: LEVEL_LIMITS,
  spaceLimit: SPACE_LIMITS,
  creator: CREATORS,
  page: PAGES,
  classified: [true, false],
} as const satisfies { readonly [Name in keyof Situation]: readonly Situation[Name][] };

const NAMES = Object.keys(DIMENSIONS) as readonly (keyof Situation)[];

/**
 * Every distinct combination, with targets only if one is set, rules only if a level is changed, directions only if a
 * rule needs them. The rule is checked last, so with one the detection scope is constant and the page exists or is
 * missing.
 */
export function everySituation(): readonly Situation[] {
  return (every ??= combine());
}

let every: readonly Situation[] | undefined;

function combine(): readonly Situation[] {
  let all: readonly Partial<Situation>[] = [{}];
  for (const name of NAMES) {
    all = all.flatMap((one) => valuesOf(name, one).map((value) => ({ ...one, [name]: value })));
  }
  return all as readonly Situation[];
}

function valuesOf(name: keyof Situation, { route, rule }: Partial<Situation>): readonly Situation[keyof Situation][] {
  const isSetting = SETTING.some((one) => one === route);
  switch (name) {
    case 'target':
      if (route === 'setPageLevel') return TARGETS;
      return route === 'resetPageLevel' ? ['same', 'other'] : ['other'];
    case 'rule':
      if (!isSetting) return ['none'];
      // No default is outside the levels of its space.
      return route === 'resetPageLevel' ? RULES.filter((one) => !OUTSIDE.includes(one)) : RULES;
    case 'detection':
      return rule === 'none' ? RANKS : ['none'];
    case 'page':
      return rule === 'none' ? PAGES : ['live', 'missing'];
    case 'direction':
      return route === 'clearPageLevel' || rule === 'none' || !isSetting ? ['down'] : DIRECTIONS;
    default:
      return DIMENSIONS[name];
  }
}

export function pickFrom<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to pick from');
  return value;
}

/**
 * A sample with every pair of values of any two dimensions, and with at least `each` situations of every outcome of
 * a route. The same for the same seed.
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
    const wanted = Math.min(each, group.length);
    while (group.filter((one) => sample.has(one)).length < wanted) sample.add(pickFrom(group, random));
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

/** These exclude some combinations of each other. */
const DEPENDENT: readonly (keyof Situation)[] = ['route', 'detection', 'page', 'target', 'rule', 'direction'];

/** Every pair of values of two dimensions that occurs. */
export function everyPair(): readonly string[] {
  const free = NAMES.filter((name) => !DEPENDENT.includes(name));
  const dependent = everySituation().filter((one) => free.every((name) => one[name] === DIMENSIONS[name][0]));
  const occurring = new Set(dependent.flatMap(pairsOf));
  return NAMES.flatMap((name, index) =>
    NAMES.slice(index + 1).flatMap((other) => {
      const pairs = DIMENSIONS[name].flatMap((one) =>
        DIMENSIONS[other].map((another) => `${name}=${String(one)} ${other}=${String(another)}`),
      );
      const depend = DEPENDENT.includes(name) && DEPENDENT.includes(other);
      return depend ? pairs.filter((pair) => occurring.has(pair)) : pairs;
    }),
  );
}

function gain(situation: Situation, open: ReadonlySet<string>): number {
  return pairsOf(situation).filter((pair) => open.has(pair)).length;
}
