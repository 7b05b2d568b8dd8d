import type { Intercept } from '../../local/forge/platform-calls';
import { DEMO_SPACES } from '../../local/demo';
import { FAULTS } from '../support/fault-injection';
import { sample, samplePoints } from '../support/sample';
import { openSite, type Site } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { expectOk, newTitle } from '../support/wiki-pages';

/** Any fault in any call of a scan is retried, and the stored findings are those of the page, once. */

const CARD = '4539 1488 0343 6467';
/** One of each kind; a call that hangs takes its reference timeout. */
const KINDS = ['429', '409', '500', '200 with half a body', 'connection lost'];
const faults = FAULTS.filter(({ name }) => KINDS.some((kind) => name.startsWith(`${kind},`)));

let nowMs = Date.parse('2026-11-21T10:00:00.000Z');
let site: Site;
let calls = 0;
let brokenPath = '';
let broken: { readonly at: number; readonly answer: (typeof faults)[number]['answer'] } | undefined;
const intercept: Intercept = (call, proceed) => {
  calls += 1;
  if (broken?.at !== calls) return proceed();
  brokenPath = call.path;
  return broken.answer(call, proceed);
};
beforeAll(() => {
  site = openSite({ queryLagMs: 0, now: () => new Date(nowMs), intercept });
});
afterAll(() => site.close());

const REFUSALS: readonly string[] = ['refused', 'conflict'];
const storage = (text: string) => ({ body: { representation: 'storage', value: `<p>${text}</p>` } });
const ofCard = `My card is ${CARD}.`;

/**
 * A page with one stored value in its text, which is then replaced by another in a comment. @returns its id, and the
 * event
 */
async function changedPage(): Promise<{ readonly pageId: string; readonly eventId: string }> {
  const page = { spaceId: DEMO_SPACES.OPEN, status: 'current', title: newTitle(), ...storage(ofCard) };
  const { id: pageId } = (await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string };
  await site.host.background.settle();
  nowMs += 1_000;
  await expectOk(site.wiki('POST', '/api/v2/footer-comments', { pageId, ...storage(ofCard) }));
  await site.host.background.settle();
  nowMs += 1_000;
  const next = { ...page, id: pageId, version: { number: 2 }, ...storage('Write to somebody.real@company.org.') };
  await expectOk(site.wiki('PUT', `/api/v2/pages/${pageId}`, next));
  const event = site.host.background.pending().find(({ module }) => module === 'published-pages');
  return { pageId, eventId: event?.id ?? '' };
}

async function deliver(eventId: string): Promise<number> {
  calls = 0;
  await site.host.background.deliver(eventId);
  return calls;
}

const findingsOf = (pageId: string) =>
  rowsOf(site, 'detection')
    .filter(({ value }) => value['pageId'] === pageId)
    .map(({ value }) => `${String(value['detectorId'])} ${String(value['status'])}`)
    .sort();

it('a failed call neither loses nor duplicates a finding', async () => {
  const reference = await changedPage();
  const all = await deliver(reference.eventId);
  expect(all).toBeGreaterThan(8);
  const expected = ['card-pan open', 'card-pan resolved', 'email open'];
  expect(findingsOf(reference.pageId)).toEqual(expected);
  const wrong: unknown[] = [];
  const cases = samplePoints(all, all).flatMap((at) => faults.map((fault) => ({ at, ...fault })));
  for (const { at, name, answer, response, effect } of sample(cases, 30)) {
    const { pageId, eventId } = await changedPage();
    broken = { at, answer };
    await deliver(eventId);
    broken = undefined;
    // If necessary, it is delivered again within two minutes.
    nowMs += 120_000;
    await site.host.background.settle();
    const outcomeOf = () => {
      const scan = rowsOf(site, 'page-scan').find(({ key }) => key === pageId)?.value;
      return { findings: findingsOf(pageId), state: scan?.['state'], version: scan?.['pageVersion'] };
    };
    let outcome = outcomeOf();
    // Content that Confluence refuses cannot be scanned, which is reported. A false success of storage cannot be
    // detected.
    const isReported = REFUSALS.includes(response) && ['partial', 'not-inspected'].includes(String(outcome.state));
    const isBelieved = response === 'garbage' && !effect && brokenPath.includes('transaction');
    if (isReported || isBelieved) {
      // The next scan corrects it.
      await deliver(eventId);
      outcome = outcomeOf();
    }
    const isRight = JSON.stringify(outcome) === JSON.stringify({ findings: expected, state: 'complete', version: 2 });
    if (!isRight) wrong.push({ at, name, ...outcome });
  }
  expect(wrong).toEqual([]);
});
