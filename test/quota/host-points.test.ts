import { type Confluence, ImpersonationRefusedError, route, UnpaidConfluence } from '../../src/platform/confluence';
import {
  metered,
  openPointBudget,
  POINTS_OF_A_PAGE,
  POINTS_OF_A_PERSON,
  pointsOfRead,
} from '../../src/quota/host-points';

const app = { kind: 'app' } as const;

it.each([
  ['/wiki/api/v2/pages/164002', 2],
  ['/wiki/api/v2/pages/164002?include-operations=true', 2],
  ['/wiki/rest/api/user?accountId=712020%3Aa&expand=operations', 3],
  ['/wiki/rest/api/search/user?cql=x&limit=20', 41],
  ['/wiki/api/v2/pages?id=1%2C2%2C3&limit=250', 4],
  ['/wiki/api/v2/pages?id=1,2,3&limit=2', 3],
  ['/wiki/api/v2/pages?limit=250&sort=id', 251],
  ['/wiki/api/v2/pages?limit=1', 2],
  ['/wiki/api/v2/pages?limit=0', 2],
  ['/wiki/api/v2/pages?limit=x', 2],
])('a read of %s costs %d at most', (path, points) => {
  expect(pointsOfRead(path)).toBe(points);
});

it('a page and a user cost what reading them costs', () => {
  expect([POINTS_OF_A_PAGE, POINTS_OF_A_PERSON]).toEqual([2, 3]);
});

interface Asked {
  readonly prepaid?: number;
  /** The points beyond the prepaid ones. */
  readonly points?: number;
  readonly when?: 'concurrently' | 'before';
  readonly fail?: Error;
}

function aMeter({ prepaid = 0, points: most = Infinity, when = 'concurrently', fail }: Asked) {
  const events: string[] = [];
  let points = most;
  const answer = (name: string) => {
    events.push(name);
    return fail === undefined ? Promise.resolve({ status: 200, body: {} }) : Promise.reject(fail);
  };
  const confluence: Confluence = {
    get: (_actor, path) => answer(path.value.replace(/^.*\/wiki\/(rest\/)?api\/(v2\/)?/, '').replace(/\?.*/, '')),
    download: () => answer('download').then(({ status }) => ({ status, bytes: undefined })),
    post: () => answer('post'),
    put: () => answer('put'),
    delete: () => answer('delete'),
  };
  const budget = openPointBudget(prepaid, {
    check: (wanted) => {
      if (wanted > points) throw new Error('no more');
    },
    pay: async (wanted) => {
      events.push(`pay ${wanted}`);
      await Promise.resolve();
      points -= wanted;
      events.push('paid');
    },
  });
  return { events, left: budget.left, confluence: metered(new UnpaidConfluence(confluence), budget, when) };
}

const page = route`/wiki/api/v2/pages/1`;
const check = route`/wiki/rest/api/content/1/permission/check`;

describe('calls to Confluence', () => {
  it('are charged to the remaining reservation first, and then exactly the rest', async () => {
    const { confluence, events, left } = aMeter({ prepaid: 3 });
    await confluence.get(app, page);
    expect([events, left()]).toEqual([['pages/1'], 1]);
    await confluence.get(app, page);
    await confluence.put(app, page, {});
    expect(events).toEqual(['pages/1', 'pages/1', 'pay 1', 'paid', 'put', 'pay 1', 'paid']);
    expect(left()).toBe(0);
    await confluence.get(app, route`/wiki/api/v2/pages?limit=50`);
    expect(events.slice(-3)).toEqual(['pages', 'pay 51', 'paid']);
  });

  it('at the same time are charged once, and later ones again', async () => {
    const { confluence, events, left } = aMeter({ prepaid: 2 });
    await Promise.all([
      confluence.get(app, route`/wiki/rest/api/user?accountId=a`),
      confluence.get(app, page),
      confluence.post(app, check, {}),
      confluence.delete(app, page),
    ]);
    expect(events.filter((event) => event.startsWith('pay '))).toEqual(['pay 5']);
    await confluence.post(app, check, {});
    expect(events.filter((event) => event.startsWith('pay '))).toEqual(['pay 5', 'pay 1']);
    expect(left()).toBe(0);
  });

  it('are made after the charge if there is no reservation', async () => {
    const { confluence, events } = aMeter({ when: 'before' });
    await confluence.get(app, page);
    expect(events).toEqual(['pay 2', 'paid', 'pages/1']);
  });

  it('that the platform does not pass on to Confluence cost nothing', async () => {
    const { confluence, events, left } = aMeter({ prepaid: 2, fail: new ImpersonationRefusedError() });
    for (let count = 0; count < 3; count += 1)
      await expect(confluence.get(app, page)).rejects.toThrow(ImpersonationRefusedError);
    expect([events, left()]).toEqual([['pages/1', 'pages/1', 'pages/1'], 2]);
  });

  it('that fail cost as much as successful ones', async () => {
    const { confluence, left } = aMeter({ prepaid: 3, fail: new Error('broken') });
    await expect(confluence.get(app, page)).rejects.toThrow('broken');
    expect(left()).toBe(1);
  });

  it('without enough points are not made, and the remaining points stay', async () => {
    const { confluence, events, left } = aMeter({ prepaid: 1, points: 3 });
    await expect(confluence.get(app, route`/wiki/api/v2/pages?limit=4`)).rejects.toThrow('no more');
    expect([events, left()]).toEqual([[], 1]);
    // Together they need one more point than available, so the second is refused.
    const both = await Promise.allSettled([confluence.get(app, page), confluence.get(app, route`/wiki/rest/api/user`)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(events.filter((event) => event.startsWith('pay '))).toEqual(['pay 1']);
  });

  it('whose points could not be counted return no response', async () => {
    const budget = openPointBudget(0, { check: () => undefined, pay: () => Promise.reject(new Error('not counted')) });
    const answers: Confluence = { ...aMeter({}).confluence };
    await expect(metered(new UnpaidConfluence(answers), budget, 'concurrently').get(app, page)).rejects.toThrow(
      'not counted',
    );
  });
});
