import { type Confluence, ImpersonationRefusedError, route } from '../../src/platform/confluence';
import { metered, POINTS_OF_A_PAGE, POINTS_OF_A_PERSON, pointsOfRead } from '../../src/quota/host-points';

const app = { kind: 'app' } as const;

it.each([
  ['/wiki/api/v2/pages/164002', 2],
  ['/wiki/api/v2/pages/164002?include-operations=true', 2],
  ['/wiki/rest/api/user?accountId=712020%3Aa&expand=operations', 3],
  ['/wiki/api/v2/pages?id=1%2C2%2C3&limit=250', 4],
  ['/wiki/api/v2/pages?id=1,2,3&limit=2', 3],
  ['/wiki/api/v2/pages?limit=250&sort=id', 251],
  ['/wiki/api/v2/pages?limit=1', 2],
  ['/wiki/api/v2/pages?limit=0', 2],
  ['/wiki/api/v2/pages?limit=x', 2],
])('a read of %s costs %d at most', (path, points) => {
  expect(pointsOfRead(path)).toBe(points);
});

it('a page and a person cost what reading them costs', () => {
  expect([POINTS_OF_A_PAGE, POINTS_OF_A_PERSON]).toEqual([2, 3]);
});

function aMeter(prepaid: number, pay: (points: number) => Promise<void>, fail?: Error) {
  const calls: string[] = [];
  const answer = (name: string) => {
    calls.push(name);
    return fail === undefined ? Promise.resolve({ status: 200, body: {} }) : Promise.reject(fail);
  };
  const confluence: Confluence = {
    get: (_actor, path) => answer(path.value),
    post: () => answer('post'),
    put: () => answer('put'),
    delete: () => answer('delete'),
  };
  return { calls, confluence: metered(confluence, prepaid, pay) };
}

describe('calls to Confluence', () => {
  it('are paid for with what was counted before, and then in blocks', async () => {
    const paid: number[] = [];
    const { confluence, calls } = aMeter(2, (points) => (paid.push(points), Promise.resolve()));
    await confluence.get(app, route`/wiki/api/v2/pages/1`);
    expect(paid).toEqual([]);
    // 2 of 5, 1 of 5, then 2 more: the next block pays for it.
    await confluence.get(app, route`/wiki/api/v2/pages/1`);
    await confluence.post(app, route`/wiki/rest/api/content/1/permission/check`, {});
    await confluence.get(app, route`/wiki/api/v2/pages/1`);
    expect(paid).toEqual([5]);
    await confluence.get(app, route`/wiki/api/v2/pages?limit=50`);
    expect(paid).toEqual([5, 51]);
    expect(calls).toHaveLength(5);
  });

  it('of one moment are paid for once', async () => {
    const paid: number[] = [];
    const { confluence } = aMeter(2, (points) => (paid.push(points), Promise.resolve()));
    const user = confluence.get(app, route`/wiki/rest/api/user?accountId=a`);
    await Promise.all([
      user,
      confluence.get(app, route`/wiki/api/v2/pages/1`),
      confluence.post(app, route`/wiki/rest/api/content/1/permission/check`, {}),
      confluence.put(app, route`/wiki/api/v2/pages/1`, {}),
    ]);
    expect(paid).toEqual([5]);
  });

  it('that the platform does not pass on to Confluence cost nothing', async () => {
    const paid: number[] = [];
    const { confluence } = aMeter(
      2,
      (points) => (paid.push(points), Promise.resolve()),
      new ImpersonationRefusedError(),
    );
    for (let count = 0; count < 3; count += 1) {
      await expect(confluence.get(app, route`/wiki/api/v2/pages/1`)).rejects.toThrow(ImpersonationRefusedError);
    }
    expect(paid).toEqual([]);
  });

  it('that fail cost what they would have', async () => {
    const paid: number[] = [];
    const { confluence } = aMeter(2, (points) => (paid.push(points), Promise.resolve()), new Error('broken'));
    for (let count = 0; count < 2; count += 1) {
      await expect(confluence.get(app, route`/wiki/api/v2/pages/1`)).rejects.toThrow('broken');
    }
    expect(paid).toEqual([5]);
  });

  it('that nobody pays for have no answer', async () => {
    const { confluence } = aMeter(0, () => Promise.reject(new Error('no more')));
    await expect(confluence.get(app, route`/wiki/api/v2/pages/1`)).rejects.toThrow('no more');
  });
});
