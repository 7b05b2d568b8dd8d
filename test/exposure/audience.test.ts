import fc from 'fast-check';
import {
  type Audience,
  audienceOfSpace,
  audienceThrough,
  type Gate,
  type GroupSize,
  judge,
  judgePage,
  type SitePeople,
  type SpacePrincipals,
} from '../../src/exposure/audience';
import type { ExposureRule } from '../../src/configuration/governance';

/** Bounds and verdicts on random sites, compared with the people who can really see each page. */

const GROUPS = ['g0', 'g1', 'g2', 'g3'];

interface RandomSite {
  /** The groups of each person with a license. */
  readonly licensed: readonly (readonly string[])[];
  readonly guests: number;
  readonly unlicensed: number;
  /** Members that Confluence counts and that can no longer log in, at most one in eleven. */
  readonly deactivated: boolean;
  readonly unknownSize: readonly string[];
}

interface RandomList {
  readonly groups: readonly string[];
  readonly people: readonly number[];
  readonly guests: readonly number[];
  readonly areRead: boolean;
  /** Confluence does not say what the accounts are that are named one by one. */
  readonly areUnknown: boolean;
}

interface RandomSpace extends RandomList {
  readonly open: 'anonymous' | 'logged-in' | 'no';
  readonly allLicensed: boolean;
  readonly isKnown: boolean;
  /** A class lets the first people in. */
  readonly hasOtherClass: boolean;
}

const sometimes = fc.nat(3).map((one) => one === 0);
const list = fc.record({
  groups: fc.subarray(GROUPS),
  people: fc.uniqueArray(fc.nat(11), { maxLength: 4 }),
  guests: fc.uniqueArray(fc.nat(3), { maxLength: 2 }),
  areRead: fc.boolean(),
  areUnknown: sometimes,
});

const isNamed = ({ groups, people, guests }: RandomList) => groups.length + people.length + guests.length > 0;

const aSite: fc.Arbitrary<RandomSite> = fc.record({
  licensed: fc.array(fc.subarray(GROUPS), { minLength: 12, maxLength: 40 }),
  guests: fc.constant(4),
  unlicensed: fc.nat(5),
  deactivated: fc.boolean(),
  unknownSize: fc.subarray(GROUPS, { maxLength: 1 }),
});

const aSpace: fc.Arbitrary<RandomSpace> = list.chain((one) =>
  fc.record({
    ...{ groups: fc.constant(one.groups), people: fc.constant(one.people), guests: fc.constant(one.guests) },
    ...{ areRead: fc.constant(one.areRead), areUnknown: fc.constant(one.areUnknown), hasOtherClass: sometimes },
    open: fc.constantFrom('anonymous', 'logged-in', 'no', 'no', 'no'),
    allLicensed: fc.boolean(),
    isKnown: fc.boolean(),
  }),
);

const someGates = fc.array(list.filter(isNamed), { maxLength: 3 });

const allowed = fc.constantFrom('allowed' as const, 'forbidden' as const);
const aRule: fc.Arbitrary<ExposureRule> = fc
  .record({
    maxPeople: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
    guests: allowed,
    unlicensed: allowed,
    anonymous: allowed,
    groupIds: fc.option(fc.subarray(GROUPS, { minLength: 1 }), { nil: undefined }),
  })
  .map(({ maxPeople, groupIds, ...rule }) => ({
    ...rule,
    ...(maxPeople === undefined ? {} : { maxPeople }),
    ...(groupIds === undefined ? {} : { groupIds }),
  }));

/** The names of those whom a list lets in. */
function letIn(site: RandomSite, { groups, people, guests }: RandomList): Set<string> {
  const members = site.licensed.flatMap((own, index) => (own.some((id) => groups.includes(id)) ? [index] : []));
  return new Set([
    ...[...members, ...people].map((index) => `licensed ${index}`),
    ...guests.map((index) => `guest ${index}`),
  ]);
}

const everyLicensed = ({ licensed }: RandomSite) => licensed.map((_, index) => `licensed ${index}`);
const everyGuest = ({ guests }: RandomSite) => Array.from({ length: guests }, (_, index) => `guest ${index}`);

/** Everyone who can see the page. */
function viewersOf(site: RandomSite, space: RandomSpace, gates: readonly RandomList[]): Set<string> {
  const unlicensed = Array.from({ length: site.unlicensed }, (_, index) => `unlicensed ${index}`);
  const isAnonymous = space.open === 'anonymous';
  const ofSpace = new Set([
    ...letIn(site, space),
    ...(space.allLicensed || space.open !== 'no' ? everyLicensed(site) : []),
    ...(space.open === 'no' ? [] : unlicensed),
    ...(space.hasOtherClass ? everyLicensed(site).slice(0, 5) : []),
    ...(isAnonymous ? [...everyGuest(site), 'anonymous'] : []),
  ]);
  return gates.reduce((rest, gate) => {
    const inGate = letIn(site, gate);
    return new Set([...rest].filter((person) => inGate.has(person)));
  }, ofSpace);
}

function sizeOf({ licensed, deactivated }: RandomSite, id: string): GroupSize {
  const members = licensed.filter((groups) => groups.includes(id)).length;
  return { count: members + (deactivated ? Math.floor(members / 10) : 0) };
}

function factsOf(site: RandomSite, one: RandomList) {
  const size = (id: string) => (site.unknownSize.includes(id) ? undefined : sizeOf(site, id));
  return {
    groups: new Map(one.groups.map((id) => [id, size(id)])),
    people: one.areUnknown ? 0 : one.people.length,
    guests: one.areUnknown ? 0 : one.guests.length,
    apps: 0,
    ...(one.areUnknown ? { uncertain: one.people.length + one.guests.length } : {}),
    ...(one.areRead && !one.areUnknown ? { distinct: letIn(site, one).size } : {}),
  };
}

const spaceFacts = (site: RandomSite, space: RandomSpace): SpacePrincipals => ({
  ...factsOf(site, space),
  anonymous: space.isKnown ? space.open === 'anonymous' : undefined,
  loggedIn: space.isKnown ? space.open !== 'no' : undefined,
  allLicensed: space.allLicensed,
  hasOtherClass: space.hasOtherClass,
});

const gateFacts = (site: RandomSite, gates: readonly RandomList[]): readonly Gate[] =>
  gates.map((gate, index) => ({ ...factsOf(site, gate), id: `gate ${index}` }));

const peopleOf = ({ licensed, guests }: RandomSite): SitePeople => ({ licensed: licensed.length, guests });

const sizesOf = (site: RandomSite) => new Map(GROUPS.map((id) => [id, sizeOf(site, id)]));

const isOneOf = (kind: string) => (name: string) => name.startsWith(kind);

function expectBounds({ anonymous, loggedIn, people, guests }: Audience, viewers: ReadonlySet<string>): void {
  const known = [...viewers].filter((name) => name !== 'anonymous');
  const accounts = known.filter((name) => !isOneOf('unlicensed')(name)).length;
  const guestCount = known.filter(isOneOf('guest')).length;
  if (anonymous !== undefined) expect(viewers.has('anonymous')).toBe(anonymous);
  if (loggedIn === false) expect(known.some(isOneOf('unlicensed'))).toBe(false);
  expect(accounts).toBeGreaterThanOrEqual(people.atLeast);
  expect(accounts).toBeLessThanOrEqual(people.atMost ?? Infinity);
  expect(guestCount).toBeGreaterThanOrEqual(guests.atLeast);
  expect(guestCount).toBeLessThanOrEqual(guests.atMost ?? Infinity);
}

/** True if the people who can see the page break the rule. */
function breaks(rule: ExposureRule, site: RandomSite, space: RandomSpace, gates: readonly RandomList[]): boolean {
  const viewers = [...viewersOf(site, space, gates)];
  // Everyone who is logged in may see the page, also if the site has no such people today.
  const isOpen = gates.length === 0 && space.open !== 'no';
  const { groupIds, maxPeople = Infinity } = rule;
  const isInGroup = (name: string) =>
    site.licensed[Number(name.split(' ')[1])]?.some((id) => groupIds?.includes(id)) === true &&
    isOneOf('licensed')(name);
  return (
    (rule.anonymous === 'forbidden' && viewers.includes('anonymous')) ||
    (rule.unlicensed === 'forbidden' && isOpen) ||
    (rule.guests === 'forbidden' && viewers.some(isOneOf('guest'))) ||
    ((isOpen || viewers.length > maxPeople) && rule.maxPeople !== undefined) ||
    (groupIds !== undefined && (isOpen || !viewers.every(isInGroup)))
  );
}

test('those who can see a page are within the bounds, for any site, space and view restrictions', () => {
  fc.assert(
    fc.property(aSite, aSpace, someGates, (site, space, gates) => {
      const facts = spaceFacts(site, space);
      const people = peopleOf(site);
      expectBounds(audienceOfSpace(facts, people), viewersOf(site, space, []));
      const all = gateFacts(site, gates);
      const viewers = viewersOf(site, space, gates);
      for (const gate of all) {
        const others = all.filter((other) => other !== gate);
        expectBounds(audienceThrough(gate, facts, people, others), viewers);
      }
    }),
    { numRuns: 3_000 },
  );
});

test('a verdict is never wrong, and `within` stays true when another view restriction is removed', () => {
  const counts = { over: 0, within: 0, unknown: 0 };
  fc.assert(
    fc.property(aSite, aSpace, someGates, aRule, (site, space, gates, rule) => {
      const all = gateFacts(site, gates);
      const { judgment, gateId } = judgePage(rule, spaceFacts(site, space), peopleOf(site), all, sizesOf(site));
      counts[judgment.verdict] += 1;
      if (judgment.verdict === 'over') expect(breaks(rule, site, space, gates)).toBe(true);
      if (judgment.verdict !== 'within') return;
      const deciding = gates.filter((_, index) => `gate ${index}` === gateId);
      expect(breaks(rule, site, space, gates)).toBe(false);
      expect(breaks(rule, site, space, deciding)).toBe(false);
    }),
    { numRuns: 6_000 },
  );
  // All three occur often enough to prove something.
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(300);
});

test('an unknown verdict names what is missing', () => {
  const rule: ExposureRule = { maxPeople: 50, guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' };
  const site = { licensed: 1_000, guests: 3 };
  const space = { groups: new Map(), people: 2, guests: 0, apps: 1, allLicensed: false, hasOtherClass: false };
  const closed = { ...space, anonymous: false, loggedIn: false };
  const verdictOf = (facts: Partial<SpacePrincipals>) => judge(rule, audienceOfSpace({ ...closed, ...facts }, site));
  expect(verdictOf({})).toEqual({ verdict: 'within', reasons: [] });
  expect(verdictOf({ anonymous: undefined })).toEqual({ verdict: 'unknown', reasons: ['access-not-read'] });
  expect(verdictOf({ groups: new Map([['g', undefined]]) })).toMatchObject({ reasons: ['group-size-unknown'] });
  expect(verdictOf({ groups: new Map([['g', { count: 51 }]]) })).toMatchObject({ reasons: ['bounds'] });
  expect(verdictOf({ groups: new Map([['g', { count: 60 }]]) })).toEqual({ verdict: 'over', reasons: ['people'] });
  // A group in a restriction can have guests, who enter what is public.
  const gate: Gate = { id: 'p', groups: new Map([['g', { count: 3 }]]), people: 1, guests: 0, apps: 0 };
  const open = { ...space, anonymous: true, loggedIn: true };
  expect(judgePage(rule, open, site, [gate]).judgment).toEqual({ verdict: 'unknown', reasons: ['bounds'] });
  expect(judgePage(rule, open, site, [{ ...gate, groups: new Map() }]).judgment.verdict).toBe('within');
  // Also the guests of other spaces can enter a public one.
  for (const guests of [0, 1]) {
    const reasons = ['anonymous', 'unlicensed', 'guests', 'people'];
    expect(verdictOf({ anonymous: true, guests })).toEqual({ verdict: 'over', reasons });
  }
});
