import fc from 'fast-check';
import type { Intercept } from '../../local/forge/platform-calls';
import { levelNamed, type LevelName } from '../support/levels';
import {
  followNativeLevels,
  type NATIVE,
  nativeLevelOf,
  type NativeSite,
  openNativeSite,
  setNativeLevel,
} from '../support/native-levels';
import { aPage, expectOk } from '../support/wiki-pages';

/**
 * Random changes on both sides by several people, with lost events, lost writes and late reads, end with the same level on both
 * sides after a bounded number of writes of the app. If both sides change between two comparisons, the more sensitive level wins.
 */

/** The most sensitive first, as in followNativeLevels. */
const PAIRS = [
  { own: 'Highly Restricted', native: 'Restricted' },
  { own: 'Restricted', native: 'Confidential' },
  { own: 'Internal', native: 'Internal' },
  { own: 'Public', native: 'Public' },
] as const satisfies readonly { own: LevelName; native: keyof typeof NATIVE }[];

type Step =
  | { readonly do: 'own' | 'native'; readonly pair: number; readonly by: number }
  | { readonly do: (typeof OTHERS)[number] };

/** Switches lose the events of the app, lose its writes in Confluence, or repeat what Confluence returned last. */
const OTHERS = ['compare', 'compare', 'wait', 'lose-events', 'lose-writes', 'late-reads'] as const;
const PEOPLE = ['editor@example.com', 'admin@example.com'] as const;

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constantFrom('own' as const, 'native' as const),
      pair: fc.integer({ min: 0, max: PAIRS.length - 1 }),
      by: fc.integer({ min: 0, max: PEOPLE.length - 1 }),
    }),
    fc.record({ do: fc.constantFrom(...OTHERS) }),
  ),
  { minLength: 3, maxLength: 10 },
);

let site: NativeSite;
let writes = 0;
const NO_FAULTS = { 'lose-events': false, 'lose-writes': false, 'late-reads': false };
let faults = NO_FAULTS;
let lastRead: { readonly status: number; readonly text: string } | undefined;

const intercept: Intercept = async ({ target, method, path }, proceed) => {
  if (faults['lose-events'] && path.startsWith('/webhook/queue')) throw new TypeError('lost');
  if (target !== 'confluence' || !path.endsWith('/classification-level')) return proceed();
  if (method !== 'GET') {
    writes += 1;
    if (faults['lose-writes']) throw new TypeError('lost');
    return proceed();
  }
  if (faults['late-reads'] && lastRead !== undefined)
    return new Response(lastRead.status === 204 ? null : lastRead.text, { status: lastRead.status });
  const answer = await proceed();
  lastRead = { status: answer.status, text: await answer.clone().text() };
  return answer;
};

beforeAll(async () => {
  site = await openNativeSite({ intercept });
  await followNativeLevels(site, (name) => levelNamed(site, name).levelId);
  await site.settle(2);
});
afterAll(() => site.close());

async function setOwn(pageId: string, pair: (typeof PAIRS)[number], as: string): Promise<void> {
  const at = { pageId, as };
  const opened = await site.surface('level-byline', 'openPopup', {}, at);
  const payload = { level: { levelId: levelNamed(site, pair.own).levelId }, revision: opened.value.revision };
  expect(await site.surface('level-byline', 'setLevel', payload, at)).toMatchObject({ ok: true });
}

async function perform(pageId: string, step: Step): Promise<void> {
  switch (step.do) {
    case 'own':
      return setOwn(pageId, PAIRS[step.pair] ?? PAIRS[0], PEOPLE[step.by] ?? PEOPLE[0]);
    case 'native':
      expect(await setNativeLevel(site, pageId, (PAIRS[step.pair] ?? PAIRS[0]).native, PEOPLE[step.by])).toBe(204);
      return;
    case 'compare':
      return site.settle(1);
    case 'wait':
      return site.pass(1_000_000);
    case 'lose-events':
    case 'lose-writes':
    case 'late-reads':
      faults = { ...faults, [step.do]: !faults[step.do] };
  }
}

/** A new version of the page, whose event starts a comparison. */
async function edit(pageId: string): Promise<void> {
  const page = await site.wiki('GET', `/api/v2/pages/${pageId}`);
  const { title, version } = (await page.json()) as { title: string; version: { number: number } };
  const body = { representation: 'storage', value: '<p>new</p>' };
  const next = { id: pageId, status: 'current', title, body, version: { number: version.number + 1 } };
  await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, next));
  site.pass(1_000_000);
  await site.settle(2);
}

async function bothLevels(pageId: string): Promise<{ readonly own: number; readonly native: number }> {
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${pageId}`, { key: site.key });
  const native = await nativeLevelOf(site, pageId);
  return {
    own: PAIRS.findIndex(({ own }) => levelNamed(site, own).levelId === body.levelId),
    native: PAIRS.findIndex((pair) => pair.native === native),
  };
}

it('both levels of a page become the same and stay so, and neither side loses its last change to a less sensitive one', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const pageId = await aPage(site);
      await site.settle(1);
      writes = 0;
      lastRead = undefined;
      for (const step of all) await perform(pageId, step);
      faults = NO_FAULTS;
      await edit(pageId);
      await edit(pageId);
      const changes = all.flatMap((step) => ('pair' in step ? [step] : []));
      const { own, native } = await bothLevels(pageId);
      expect(own).toBe(native);
      // 0 is the most sensitive one.
      const last = (side: Step['do']) => changes.findLast((one) => one.do === side)?.pair ?? -1;
      expect(own).toBeLessThanOrEqual(Math.max(last('own'), last('native')));
      expect(writes).toBeLessThanOrEqual(3 * all.length);
      const before = writes;
      await edit(pageId);
      expect(writes).toBe(before);
      expect(await bothLevels(pageId)).toEqual({ own, native });
    }),
    { numRuns: 5, seed: 59 },
  );
});
