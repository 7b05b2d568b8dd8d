import type { BackgroundInvocation } from '../../local/forge/background';
import { DEMO_SPACES } from '../../local/demo';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { aPage, expectOk, storeLevel } from '../support/wiki-pages';

/** Queues deliver at least once. A repeated event never makes two chains of a chain of events. */

interface Chain {
  /** Starts the chain, and delivers everything. */
  readonly run: (site: Site) => Promise<readonly BackgroundInvocation[]>;
  readonly module: string;
  readonly expectDone: (site: Site) => void;
}

const internal = (site: Site) => levelNamed(site, 'Internal').levelId;

const CHAINS: Readonly<Record<string, Chain>> = {
  'the levels of a deleted space': {
    module: 'page-life-consumer',
    run: async (site) => {
      const space = await expectOk(site.wiki('POST', '/rest/api/space', { key: 'GONE', name: 'Gone' }));
      const spaceId = String((space as { id: number }).id);
      for (let page = 0; page < 250; page += 1)
        await storeLevel(site, String(7_000_000 + page), internal(site), spaceId);
      await expectOk(site.wiki('DELETE', '/rest/api/space/GONE'));
      return site.host.background.settle();
    },
    expectDone: (site) => {
      expect(rowsOf(site, 'page-level').filter(({ value }) => value['levelId'] !== undefined)).toEqual([]);
    },
  },
  'a scan': {
    module: 'scans-consumer',
    run: async (site) => {
      for (let page = 0; page < 30; page += 1) await aPage(site, { spaceId: DEMO_SPACES.ENG });
      const { key } = await site.createKey({ detectionScope: 'manage' });
      const request = { key, body: { spaceId: DEMO_SPACES.ENG }, headers: { 'Idempotency-Key': 'scan' } };
      expect((await site.rest('POST', '/v1/detection/scan', request)).status).toBe(202);
      return site.host.background.settle();
    },
    expectDone: (site) => {
      expect(rowsOf(site, 'audit', 'job.finished')).toHaveLength(1);
    },
  },
};

/** The invocations that worked: a repeated one only finds out that its step was done. */
const stepsOf = (site: Site, done: readonly BackgroundInvocation[], module: string) =>
  done.filter(
    (one) =>
      one.module === module && site.host.traces.find(one.id)?.calls.some(({ target }) => target === 'confluence'),
  );

async function settleChain({ run, module, expectDone }: Chain, options: Parameters<typeof openSite>[0] = {}) {
  const site = openSite({ queryLagMs: 0, ...options });
  try {
    const done = await run(site);
    expectDone(site);
    return stepsOf(site, done, module).length;
  } finally {
    site.close();
  }
}

it.each(Object.entries(CHAINS))('%s takes as many steps if most events are repeated', async (_what, chain) => {
  const usual = await settleChain(chain);
  const assumptions = new Set(['unordered-events'] as const);
  const repeated = await settleChain(chain, { assumptions, seed: jest.getSeed(), duplicates: 0.75 });
  expect(usual).toBeGreaterThan(1);
  expect(repeated).toBe(usual);
});
