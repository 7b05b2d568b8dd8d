import type { ExposureRule } from '../configuration/governance';

/**
 * Who can see a page, as far as the app can know it, and whether that breaks the rule of its level (docs/adr/0128). Pure: facts in, verdict
 * out. Public links, people who can let themselves in, and copies are never measured.
 */

/** No API of Confluence shows these to an app. Part of every answer. */
export const NOT_MEASURED = ['public-links'] as const;

export const VERDICTS = ['over', 'within', 'unknown'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The parts of a rule that can be broken, the worst first. */
export const OVER_REASONS = ['anonymous', 'unlicensed', 'guests', 'people', 'groups'] as const;

/** Why nothing is known. */
export const UNKNOWN_REASONS = [
  'not-measured-yet',
  'hidden-from-app',
  'closed-space',
  'access-not-read',
  'ancestor-not-read',
  'group-size-unknown',
  'bounds',
  'outdated',
] as const;

export type OverReason = (typeof OVER_REASONS)[number];
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

export type Judgment =
  | { readonly verdict: 'over'; readonly reasons: readonly OverReason[] }
  | { readonly verdict: 'within'; readonly reasons: readonly [] }
  | { readonly verdict: 'unknown'; readonly reasons: readonly UnknownReason[] };

/** At most: undefined = there is no known bound. */
export interface Bounds {
  readonly atLeast: number;
  readonly atMost?: number | undefined;
}

/** Undefined: it could not be read. */
type Known = boolean | undefined;

/** The size of a group as Confluence reports it, which may count deactivated accounts. Exact: its members were read. */
export interface GroupSize {
  readonly count: number;
  readonly isExact?: boolean | undefined;
}

/** By the id of the group. Undefined: the size is not known. */
export type GroupSizes = ReadonlyMap<string, GroupSize | undefined>;

const NO_SIZES: GroupSizes = new Map();

/** Those whom a space or a view restriction names. */
export interface Principals {
  readonly groups: GroupSizes;
  /** People who are named one by one, without guests. */
  readonly people: number;
  /** Guests who are named one by one. */
  readonly guests: number;
  /** Accounts of apps. They are no people. */
  readonly apps: number;
  /** How many different people these are. Omitted: the members of the groups were not read. */
  readonly distinct?: number | undefined;
  /** Accounts of which nothing is known: each can be a person, a guest or an app, or no longer exist. Default: 0. */
  readonly uncertain?: number | undefined;
}

/** Those whom a space lets in. */
export interface SpacePrincipals extends Principals {
  /** Anyone on the internet, and therefore everyone who is logged in. */
  readonly anonymous: Known;
  /** Everyone who is logged in, also without a license for Confluence. */
  readonly loggedIn: Known;
  /** Everyone with a license for Confluence. */
  readonly allLicensed: boolean;
  /** A class without a known size whose members have a license, such as product admins. */
  readonly hasOtherClass: boolean;
}

/** A view restriction of the page, or of a page above it, that is not empty. */
export interface Gate extends Principals {
  /** Names its principals without revealing them. */
  readonly id: string;
}

/** The people of the site. Undefined: their number is not known. */
export interface SitePeople {
  readonly licensed: number | undefined;
  readonly guests: number | undefined;
}

/** The audience of a space or of a page. */
export interface Audience {
  readonly anonymous: Known;
  readonly loggedIn: Known;
  /** People with a license, and guests. Without an upper bound, it is not known, or anyone can enter. */
  readonly people: Bounds;
  readonly guests: Bounds;
  readonly apps: number;
  /** Every viewer is in one of these groups. Omitted: others can be named. */
  readonly onlyGroups?: readonly string[] | undefined;
  /** True if a group has no known size. */
  readonly lacksSize: boolean;
}

/** A group of this size has at least ten members, and deactivated accounts are at most the eleventh part of it. */
const CERTAIN_SHARE = 10 / 11;

const atLeastIn = (size: GroupSize | undefined) =>
  size === undefined ? 0 : size.isExact === true ? size.count : Math.floor(size.count * CERTAIN_SHARE);

/** The lower bound is the largest group, or the people who are named, because one person can be in several. */
function boundsOf({ groups, people, guests, distinct, uncertain = 0 }: Principals): Bounds {
  if (distinct !== undefined) return { atLeast: distinct, atMost: distinct };
  const sizes = [...groups.values()];
  const atLeast = Math.max(people + guests, ...sizes.map(atLeastIn));
  let atMost = people + guests + uncertain;
  for (const size of sizes) {
    if (size === undefined) return { atLeast };
    atMost += size.count;
  }
  return { atLeast, atMost };
}

function smaller(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

const lacksSize = ({ groups, distinct }: Principals) =>
  distinct === undefined && [...groups.values()].includes(undefined);

const onlyGroupsOf = ({ groups, people, guests, uncertain = 0 }: Principals) =>
  people + guests + uncertain === 0 ? [...groups.keys()] : undefined;

const everyoneOf = ({ licensed, guests }: SitePeople) =>
  licensed === undefined || guests === undefined ? undefined : licensed + guests;

/** The audience of a page without view restrictions. */
export function audienceOfSpace(space: SpacePrincipals, site: SitePeople): Audience {
  const { anonymous, guests, apps, allLicensed, hasOtherClass, uncertain = 0 } = space;
  const mostGuests = guests + uncertain;
  const loggedIn = anonymous === true || space.loggedIn;
  const isClosed = anonymous === false && loggedIn === false;
  const everyone = everyoneOf(site);
  const named = boundsOf(space);
  const certain =
    anonymous === true ? everyone : allLicensed && site.licensed !== undefined ? site.licensed + guests : 0;
  const atMost = smaller(allLicensed || hasOtherClass ? undefined : named.atMost, everyone);
  const onlyGroups = isClosed && !allLicensed && !hasOtherClass ? onlyGroupsOf(space) : undefined;
  return {
    anonymous,
    loggedIn,
    people: {
      atLeast: Math.max(named.atLeast, certain ?? 0),
      ...(isClosed && atMost !== undefined ? { atMost } : {}),
    },
    // A guest has one space, by name, and each space that is open to anyone.
    guests: {
      atLeast: anonymous === true ? Math.max(guests, site.guests ?? 0) : guests,
      ...(isClosed
        ? { atMost: mostGuests }
        : site.guests === undefined
          ? {}
          : { atMost: Math.max(mostGuests, site.guests) }),
    },
    apps,
    ...(onlyGroups === undefined ? {} : { onlyGroups }),
    lacksSize: lacksSize(space),
  };
}

/**
 * The audience of a page, as far as one of its gates limits it. A restriction names only users and groups, so it lets in no one who is
 * anonymous or has no license, and it can only narrow what the space allows. The upper bounds hold whatever happens to other gates.
 * @param others the other gates of the page. They can only lower the lower bound
 */
export function audienceThrough(
  gate: Principals,
  space: SpacePrincipals,
  site: SitePeople,
  others: readonly Principals[] = [],
): Audience {
  const ofSpace = audienceOfSpace(space, site);
  const { atMost } = boundsOf(gate);
  const people = smaller(ofSpace.people.atMost, smaller(atMost, everyoneOf(site)));
  const guests = smaller(ofSpace.guests.atMost, gate.groups.size === 0 ? gate.guests + (gate.uncertain ?? 0) : atMost);
  const onlyGroups = onlyGroupsOf(gate) ?? ofSpace.onlyGroups;
  return {
    anonymous: false,
    loggedIn: false,
    people: { atLeast: atLeastThrough(gate, space, others), ...(people === undefined ? {} : { atMost: people }) },
    guests: { atLeast: 0, ...(guests === undefined ? {} : { atMost: guests }) },
    apps: Math.min(ofSpace.apps, gate.apps),
    ...(onlyGroups === undefined ? {} : { onlyGroups }),
    lacksSize: lacksSize(gate),
  };
}

/** Only who is certainly let in by the space and by each gate: a group that each of them names. */
function atLeastThrough(gate: Principals, space: SpacePrincipals, others: readonly Principals[]): number {
  const passes = (id: string) =>
    (space.allLicensed || space.groups.has(id)) && others.every(({ groups }) => groups.has(id));
  const common = [...gate.groups].filter(([id]) => passes(id));
  // The people who are named may be other people elsewhere.
  const areNamedIn = space.allLicensed && others.length === 0;
  if (gate.distinct !== undefined && areNamedIn) return gate.distinct - gate.guests;
  return Math.max(areNamedIn ? gate.people : 0, ...common.map(([, size]) => atLeastIn(size)));
}

export interface JudgedAudience {
  readonly judgment: Judgment;
  readonly audience: Audience;
  /** The gate that decides. Omitted: the space does. */
  readonly gateId?: string | undefined;
}

/**
 * The verdict for a page. `within` follows from the space alone or from a single gate, so it stays true if another gate is removed
 * without an event.
 */
export function judgePage(
  rule: ExposureRule,
  space: SpacePrincipals,
  site: SitePeople,
  gates: readonly Gate[],
  sizes: GroupSizes = NO_SIZES,
): JudgedAudience {
  const ofSpace = audienceOfSpace(space, site);
  const alone: JudgedAudience = { judgment: judge(rule, ofSpace, sizes), audience: ofSpace };
  if (gates.length === 0 || alone.judgment.verdict === 'within') return alone;
  const through = gates.map((gate): JudgedAudience => {
    const others = gates.filter((other) => other !== gate);
    const audience = audienceThrough(gate, space, site, others);
    return { judgment: judge(rule, audience, sizes), audience, gateId: gate.id };
  });
  const least = through.reduce((one, other) =>
    (other.audience.people.atMost ?? Infinity) < (one.audience.people.atMost ?? Infinity) ? other : one,
  );
  const of = (verdict: Verdict) => through.find(({ judgment }) => judgment.verdict === verdict);
  return of('within') ?? of('over') ?? least;
}

/**
 * Compares an audience with a rule.
 * @param sizes of the groups that the rule allows, as far as they are known
 */
export function judge(rule: ExposureRule, audience: Audience, sizes: GroupSizes = NO_SIZES): Judgment {
  const over = new Set<OverReason>();
  const unknown = new Set<UnknownReason>();
  const note = (reason: OverReason, isBroken: Known, why: UnknownReason) => {
    if (isBroken === true) over.add(reason);
    else if (isBroken === undefined) unknown.add(why);
  };
  const { anonymous, loggedIn, people, guests, onlyGroups, lacksSize } = audience;
  const bounds = lacksSize ? 'group-size-unknown' : 'bounds';
  const isOpen = anonymous === true || loggedIn === true;
  const whyOfPeople = anonymous === undefined || loggedIn === undefined ? 'access-not-read' : bounds;
  if (rule.anonymous === 'forbidden') note('anonymous', anonymous, 'access-not-read');
  if (rule.unlicensed === 'forbidden') note('unlicensed', loggedIn, 'access-not-read');
  if (rule.guests === 'forbidden') note('guests', exceeds(guests, 0), whyOfPeople);
  if (rule.maxPeople !== undefined) note('people', isOpen || exceeds(people, rule.maxPeople), whyOfPeople);
  if (rule.groupIds !== undefined) {
    const { groupIds } = rule;
    const isMet = onlyGroups?.every((id) => groupIds.includes(id)) === true;
    // More people than these groups have: some of them are in none.
    const members = groupIds.map((id) => sizes.get(id)?.count ?? Infinity).reduce((sum, size) => sum + size, 0);
    note('groups', isOpen || (people.atLeast > members ? true : isMet ? false : undefined), whyOfPeople);
  }
  if (over.size > 0) return { verdict: 'over', reasons: OVER_REASONS.filter((reason) => over.has(reason)) };
  if (unknown.size > 0) return { verdict: 'unknown', reasons: UNKNOWN_REASONS.filter((reason) => unknown.has(reason)) };
  return { verdict: 'within', reasons: [] };
}

function exceeds({ atLeast, atMost }: Bounds, limit: number): Known {
  if (atLeast > limit) return true;
  return atMost !== undefined && atMost <= limit ? false : undefined;
}
