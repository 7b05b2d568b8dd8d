import { EDITOR } from '../../local/demo';
import { createFaultInjector, FAULTS, type FaultInjector, withoutWaiting } from '../support/fault-injection';
import { levelNamed } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { sample } from '../support/sample';
import { openSite, type Site } from '../support/site';
import { aPage } from '../support/wiki-pages';
import { call, setLevel } from './surface-site';

/**
 * Every platform call of the popup gets some of the faults. There is no unexpected error, and no change without its
 * history and audit.
 */

let site: Site;
let injector: FaultInjector;
beforeAll(() => {
  injector = createFaultInjector();
  site = openSite({ intercept: injector.intercept });
});
afterAll(() => site.close());

const level = (name: 'Internal' | 'Restricted') => ({ levelId: levelNamed(site, name).levelId });

async function classifiedPage(): Promise<string> {
  injector.arm();
  const pageId = await aPage(site);
  await setLevel(site, { pageId, level: level('Internal') });
  injector.arm();
  return pageId;
}

const OPERATIONS = ['openPopup', 'setLevel'] as const;

describe.each(OPERATIONS)('%s', (operation) => {
  const send = (pageId: string) => {
    const payload = operation === 'openPopup' ? {} : { level: level('Restricted'), revision: 1 };
    return call(site, operation, payload, { pageId, as: EDITOR.email });
  };

  it.each(sample(FAULTS, 6))('$name, at any call', async (fault) => {
    const first = await classifiedPage();
    expect(await send(first)).toMatchObject({ ok: true });
    const calls = [...injector.calls];
    expect(calls.length).toBeGreaterThanOrEqual(4);
    for (const [place, { path }] of calls.entries()) {
      // @forge/kvs ignores the body of a transaction's 2xx.
      if (path.endsWith('/transaction') && fault.response === 'garbage' && !fault.effect) continue;
      const pageId = operation === 'openPopup' ? first : await classifiedPage();
      injector.arm([place, fault]);
      const result = await (fault.response === 'timeout' ? withoutWaiting(() => send(pageId)) : send(pageId));
      injector.arm();
      // A conclusive 4xx for the page says that the person cannot see it.
      const isRefusedPage = path.includes('include-properties') && /^(409|400),/.test(fault.name);
      const at = `${fault.name} at call ${place}, ${path}`;
      const truth = truthOf(site.host, pageId);
      expectWhole(truth);
      const isDone = operation === 'setLevel' && truth.history.length === 2;
      if (isRefusedPage) expect([at, result]).toEqual([at, { ok: true, value: { state: 'hidden' } }]);
      else if (!result.ok)
        expect([at, result.error.code]).toEqual([at, expect.stringMatching(/^(CONFLUENCE|STORAGE)_UNAVAILABLE$/)]);
      else if (operation === 'setLevel')
        expect({ at, ...result.value }).toMatchObject({ outcome: isDone ? 'changed' : 'conflict' });
      else expect({ at, ...result.value }).toMatchObject({ state: 'page', level: { name: expect.any(String) } });
    }
  });
});
