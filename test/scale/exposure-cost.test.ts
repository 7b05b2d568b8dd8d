import * as z from 'zod';
import type { Intercept } from '../../local/forge/platform-calls';
import { DAY_MS, type ExposedSite, openExposedSite } from '../exposure/exposed-site';
import { setUpAccess } from '../support/access';
import { levelNamed } from '../support/levels';
import { RUNS_ALL } from '../support/sample';
import { rowsOf } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/**
 * The points of exposure, counted from the answers of Confluence as Atlassian counts them, for the site of the budgets: 12 principals in a
 * space, 3 of 5 pages in spaces that break a rule, 3 of 10 restricted, a fifth as many pages above them. `npm run test:slow` has a fifth of its
 * spaces and pages. No document says whether an expanded ancestor costs a point. The budgets are without it.
 */

const SPACES = RUNS_ALL ? 25 : 5;
const PAGES_OF_A_SPACE = RUNS_ALL ? 60 : 20;
const PAGES = SPACES * PAGES_OF_A_SPACE;
/** The budgets are for 120 spaces and 8,000 pages. */
const SHARE = Math.max(SPACES / 120, PAGES / 8_000);
const BUDGETS = {
  PRE_ROLES: { first: 62_000, daily: 10_500 },
  ROLES: { first: 24_000, daily: 8_000 },
} as const;
/** The part of a budget that may be used if each expanded ancestor costs a point. */
const WITH_ANCESTORS = 1.2;

const list = z.object({ results: z.array(z.unknown()) });
const PEOPLE = /\/(user|group|permissions|role-assignments)\b/;

interface Points {
  /** As Atlassian documents them. */
  readonly documented: number;
  readonly ancestors: number;
}
const sumOf = (all: readonly Points[]): Points => ({
  documented: all.reduce((sum, { documented }) => sum + documented, 0),
  ancestors: all.reduce((sum, { ancestors }) => sum + ancestors, 0),
});

/** The points of restrictions and ancestors in an answer. */
function nested(value: unknown): Points {
  if (typeof value !== 'object' || value === null) return sumOf([]);
  if (Array.isArray(value)) return sumOf(value.map(nested));
  return sumOf(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'ancestors' && Array.isArray(inner)) return { documented: 0, ancestors: inner.length };
      const named = name === 'user' || name === 'group' ? list.safeParse(inner).data?.results.length : undefined;
      return named === undefined ? nested(inner) : { documented: 2 * named, ancestors: 0 };
    }),
  );
}

/** Other work of the app has questions of its own. */
const OF_EXPOSURE =
  /space-role-mode|role-assignments|\/permissions\b|restrictions|permission\/check|membersByGroupId|search\/user|user\/bulk|\/spaces\/\d+$/;
let calls = 0;
let points = sumOf([]);
let isCounting = false;
const intercept: Intercept = async (call, proceed) => {
  const answer = await proceed();
  if (!isCounting || call.target !== 'confluence' || !OF_EXPOSURE.test(call.path)) return answer;
  calls += 1;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  const results = list.safeParse(body).data?.results;
  const documented = 1 + (results?.length ?? 1) * (PEOPLE.test(call.path) ? 2 : 1);
  points = sumOf([
    points,
    { documented, ancestors: 0 },
    ...(call.path.includes('restrictions') ? [nested(results)] : []),
  ]);
  return answer;
};
async function pointsOf(work: () => Promise<void>): Promise<Points> {
  [points, calls, isCounting] = [sumOf([]), 0, true];
  await work();
  isCounting = false;
  return points;
}

let site: ExposedSite;
afterEach(() => site.close());

it.each(['PRE_ROLES', 'ROLES'] as const)(
  'exposure stays in its budgets with %s',
  async (mode) => {
    site = await openExposedSite({ intercept });
    const people = Array.from({ length: 40 }, (_, index) => `person-${index}@example.com`);
    const groups = Array.from({ length: 20 }, (_, index) => `group-${index}`);
    const ids = await setUpAccess(site, {
      mode,
      people: Object.fromEntries(people.map((email) => [email, 'licensed'])),
      groups: Object.fromEntries(groups.map((name, index) => [name, { size: index < 6 ? 200 : 4 }])),
    });
    const { levelId } = levelNamed(site, 'Highly Restricted');
    for (let number = 0; number < SPACES; number += 1) {
      const key = `COST${number}`;
      const created = await site.wiki('POST', '/api/v2/spaces', { name: key, key });
      const { id: spaceId } = (await created.json()) as { id: string };
      const isOver = number % 5 < 3;
      const own = Array.from({ length: 5 }, (_, index) => people[(number * 5 + index) % people.length] ?? '');
      const named = isOver ? groups.slice(0, 6) : groups.slice(6, 12);
      await setUpAccess(site, {
        spaces: {
          [key]: {
            ...{ '*': null, 'user:admin@example.com': 'Admin' },
            ...Object.fromEntries(own.map((email) => [`user:${email}`, 'Collaborator'])),
            ...Object.fromEntries(named.map((name) => [`group:${name}`, 'Collaborator'])),
          },
        },
      });
      let parentId: string | undefined;
      for (let index = 0; index < PAGES_OF_A_SPACE; index += 1) {
        const pageId = await aPage(site, {
          spaceId,
          ...(index % 5 === 0 || parentId === undefined ? {} : { parentId }),
        });
        if (index % 5 === 0) parentId = pageId;
        await site.setLevel(pageId, levelId);
        if (index % 10 > 2) continue;
        const user = [
          ids.people[people[index % people.length] ?? ''] ?? '',
          site.host.confluence.accountIdOf('admin@example.com') ?? '',
          APP,
        ];
        const read = {
          user: user.map((accountId) => ({ accountId })),
          group: [{ id: ids.groups[groups[15] ?? ''] ?? '' }],
        };
        await site.wiki('PUT', `/rest/api/content/${pageId}/restriction`, [{ operation: 'read', restrictions: read }]);
      }
    }
    site.dropEvents();
    site.pass(DAY_MS);
    const first = await pointsOf(site.measure);
    const { byLevel } = await site.siteExposure();
    const { over = 0, within = 0, unknown = 0 } = byLevel[levelId] ?? {};
    expect(over + within + unknown).toBe(PAGES);
    expect(unknown).toBe(0);
    expect(rowsOf(site, 'governance', '"kind":"page"')).toHaveLength((PAGES * 3) / 5);
    const week = await pointsOf(async () => {
      for (let day = 0; day < 7; day += 1) {
        site.pass(DAY_MS);
        await site.measure();
      }
    });
    const { first: most, daily } = BUDGETS[mode];
    for (const [{ documented, ancestors }, budget] of [
      [first, most * SHARE],
      [week, daily * SHARE * 7],
    ] as const) {
      expect(documented).toBeLessThanOrEqual(budget);
      expect(documented + ancestors).toBeLessThanOrEqual(budget * WITH_ANCESTORS);
    }
  },
  1_200_000,
);

const APP = '712020:5fb162d4-7085-4da3-8159-be526071af06';

it('exposure makes no call on a site whose levels with rules have no pages', async () => {
  site = await openExposedSite({ intercept });
  await site.setLevel(await aPage(site), levelNamed(site, 'Public').levelId);
  await site.host.background.settle();
  await pointsOf(async () => {
    for (let day = 0; day < 8; day += 1) {
      site.pass(DAY_MS);
      await site.measure();
    }
  });
  expect(calls).toBe(0);
});
