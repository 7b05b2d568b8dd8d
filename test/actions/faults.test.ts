import { EDITOR } from '../../local/demo';
import { createFaultInjector, FAULTS, type FaultInjector, withoutWaiting } from '../support/fault-injection';
import { expectWhole, truthOf } from '../support/page-truth';
import { sample } from '../support/sample';
import { openSite, type Site } from '../support/site';
import { aPage } from '../support/wiki-pages';

/** Every platform call of an action gets some of the faults: a message, and no change without its history and audit. */

let site: Site;
let injector: FaultInjector;
beforeAll(() => {
  injector = createFaultInjector();
  site = openSite({ intercept: injector.intercept });
});
afterAll(() => site.close());

async function freshPage(): Promise<string> {
  injector.arm();
  const pageId = await aPage(site);
  injector.arm();
  return pageId;
}

describe.each([
  ['get-level', {}],
  ['set-level', { level: 'Internal' }],
  ['propose-level', { level: 'Internal' }],
])('%s', (action, inputs) => {
  const send = (pageId: string) => site.action(action, { pageId, ...inputs }, { as: EDITOR.email });

  it.each(sample(FAULTS, 6))('$name, at any call', async (fault) => {
    const first = await freshPage();
    expect(await send(first)).not.toHaveProperty('errors');
    const calls = [...injector.calls];
    expect(calls.length).toBeGreaterThanOrEqual(3);
    for (const [place, { path }] of calls.entries()) {
      // @forge/kvs ignores the body of a transaction's 2xx.
      if (path.endsWith('/transaction') && fault.response === 'garbage' && !fault.effect) continue;
      const pageId = await freshPage();
      injector.arm([place, fault]);
      const result = await (fault.response === 'timeout' ? withoutWaiting(() => send(pageId)) : send(pageId));
      injector.arm();
      const at = `${fault.name} at call ${place}, ${path}`;
      const truth = truthOf(site.host, pageId);
      expectWhole(truth);
      if ('errors' in result) {
        expect([at, result.errors[0].message]).toEqual([
          at,
          expect.stringMatching(
            /didn’t respond|isn’t available|no page with the ID|can’t act for|too many|at the same time/,
          ),
        ]);
      } else if (action === 'set-level') expect([at, truth.history.length]).toEqual([at, 1]);
      if (action !== 'set-level') expect([at, truth.history.length]).toEqual([at, 0]);
    }
  });
});
