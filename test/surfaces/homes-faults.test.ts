import { DEMO_SPACES, EDITOR, SPACE_ADMIN } from '../../local/demo';
import { DELEGABLE } from '../../src/classification/model';
import { storeFinding } from '../support/findings';
import {
  createFaultInjector,
  type Fault,
  FAULTS,
  type FaultInjector,
  withoutWaiting,
} from '../support/fault-injection';
import { levelNamed, settle } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { sample } from '../support/sample';
import { openSite, type Site } from '../support/site';
import { everythingStored, putRow, rowsOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';
import { popup } from './surface-site';

/**
 * Every platform call of the pages of spaces and people, of proposals and of actions gets some of the faults: a clear error, no
 * half-done effect, and one effect when the person repeats it.
 */

let site: Site;
let injector: FaultInjector;
let nowMs = Date.parse('2026-11-23T09:30:00.000Z');
beforeAll(async () => {
  injector = createFaultInjector();
  site = openSite({ queryLagMs: 0, intercept: injector.intercept, now: () => new Date(nowMs) });
  await stopScans(site);
});
afterAll(() => site.close());

const { ENG } = DEMO_SPACES;
const levelId = (name: 'Internal' | 'Restricted') => levelNamed(site, name).levelId;

/** The answer of a frame or of an action, as its text and the code or the message of its error. */
interface Answer {
  readonly text: string;
  readonly error: string | undefined;
}

const inFrame = async (
  module: string,
  operation: string,
  payload: object,
  at: { pageId?: string; spaceKey?: string; as?: string } = {},
): Promise<Answer> => {
  const result = await site.surface(module, operation, payload, { as: EDITOR.email, ...at });
  return { text: JSON.stringify(result), error: result.ok === true ? undefined : result.error.code };
};
const inSpace = (operation: string, payload: object = {}) =>
  inFrame('space-classification', operation, payload, { spaceKey: 'ENG', as: SPACE_ADMIN.email });
const atHome = (operation: string, payload: object = {}) => inFrame('home', operation, payload);
const byAction = async (action: string, inputs: object): Promise<Answer> => {
  const result = await site.action(action, { ...inputs }, { as: EDITOR.email });
  return { text: JSON.stringify(result), error: result.errors?.[0].message };
};

const CLEAR =
  /^(CONFLUENCE|STORAGE)_UNAVAILABLE$|^NOT_ALLOWED$|didn’t respond|isn’t available|no page with the ID|can’t act for|too many|at the same time/;

async function send(fault: Fault, place: number, run: () => Promise<Answer>): Promise<Answer> {
  injector.arm([place, fault]);
  const answer = await (fault.response === 'timeout' ? withoutWaiting(run) : run());
  injector.arm();
  return answer;
}

/** Sends the same request with the fault at each of its calls. */
async function atEachCall(
  fault: Fault,
  prepare: () => Promise<() => Promise<Answer>>,
  check: (at: string, answer: Answer, run: () => Promise<Answer>) => Promise<void> | void,
): Promise<void> {
  const first = await prepare();
  injector.arm();
  expect(await first()).toMatchObject({ error: undefined });
  const calls = [...injector.calls];
  expect(calls.length).toBeGreaterThanOrEqual(1);
  for (const [place, { path }] of calls.entries()) {
    // @forge/kvs ignores the body of a transaction's 2xx.
    if (path.endsWith('/transaction') && fault.response === 'garbage' && !fault.effect) continue;
    nowMs += 1_000;
    const run = await prepare();
    const answer = await send(fault, place, run);
    const at = `${fault.name} at call ${place}, ${path}`;
    if (answer.error !== undefined) expect([at, answer.error]).toEqual([at, expect.stringMatching(CLEAR)]);
    await check(at, answer, run);
  }
}

describe('reading', () => {
  const SECRET = 'nightfall';
  let pageId: string;
  beforeAll(async () => {
    pageId = await aPage(site, { text: SECRET, by: EDITOR.email });
    const findingId = await storeFinding(site, pageId, { severity: 'high' });
    await putRow(site, 'page-scan', pageId, {
      ...{ v: 1, rev: 1, spaceId: ENG, pageVersion: 1, scannedAt: '2026-03-10T00:00:00.000Z', configHash: 'h' },
      ...{ state: 'complete', data: { reasons: [], detectorsOverBudget: [], findingIds: [findingId] } },
    });
  });

  const READS: readonly (readonly [string, () => Promise<Answer>])[] = [
    ['openSpace', () => inSpace('openSpace')],
    ['findInSpace', () => inSpace('findInSpace', { levelId: levelId('Internal') })],
    ['findInSpace without a level', () => inSpace('findInSpace', { levelId: 'none' })],
    ['readSpaceNumbers', () => inSpace('readSpaceNumbers')],
    ['readSpaceExposure', () => inSpace('readSpaceExposure')],
    ['listSpaceOver', () => inSpace('listSpaceOver')],
    ['listSpaceGaps', () => inSpace('listSpaceGaps', { gap: 'stale' })],
    ['listSpaceFindings', () => inSpace('listSpaceFindings')],
    ['listSpaceReviews', () => inSpace('listSpaceReviews')],
    ['exportSpace of pages', () => inSpace('exportSpace', { of: 'pages' })],
    ['exportSpace of findings', () => inSpace('exportSpace', { of: 'findings' })],
    ['openSpaceSettings', () => inSpace('openSpaceSettings')],
    ['openHome', () => atHome('openHome')],
    ['listMyPages', () => atHome('listMyPages')],
    ['findByLevel', () => atHome('findByLevel', { levelId: levelId('Internal') })],
    ['check-page', () => byAction('check-page', { pageId })],
    ['explain-level', () => byAction('explain-level', { pageId })],
    ['find-my-pages', () => byAction('find-my-pages', {})],
  ];

  it.each(READS)('%s says clearly that it failed, and writes nothing', async (_name, run) => {
    injector.arm();
    const before = everythingStored(site);
    for (const fault of sample(
      FAULTS.filter(({ effect }) => !effect),
      2,
    )) {
      await atEachCall(
        fault,
        () => Promise.resolve(run),
        (at, { text }) => expect([at, text]).toEqual([at, expect.not.stringContaining(SECRET)]),
      );
    }
    expect(everythingStored(site)).toEqual(before);
  });
});

describe('changing', () => {
  const audits = (type: string) => rowsOf(site, 'audit').filter(({ value }) => value['type'] === type).length;

  it.each(sample(FAULTS, 3))('saveSpaceSettings, $name: one change with its event, or none', async (fault) => {
    let before = 0;
    const isStored = () =>
      JSON.stringify(rowsOf(site, 'config').find(({ key }) => key === 'levels')?.value).includes('"forbidden"');
    await atEachCall(
      fault,
      async () => {
        injector.arm();
        await settle(site, { delegated: [...DELEGABLE] });
        const { text } = await inSpace('openSpaceSettings');
        const { revision } = (JSON.parse(text) as { value: { revision: string } }).value;
        before = audits('space-settings.updated');
        return () => inSpace('saveSpaceSettings', { revision, lowering: 'forbidden' });
      },
      async (at, answer, run) => {
        const effects = () => audits('space-settings.updated') - before;
        expect([at, effects()]).toEqual([at, isStored() ? 1 : 0]);
        if (answer.text.includes('"saved"')) expect([at, isStored()]).toEqual([at, true]);
        await run();
        expect([at, effects(), isStored()]).toEqual([at, 1, true]);
      },
    );
  });

  const REVIEWS: Readonly<Record<string, (pageId: string) => Promise<Answer>>> = {
    setReviewDate: (pageId) =>
      inFrame('level-byline', 'setReviewDate', { reviewOn: '2027-03-01T00:00:00.000Z' }, { pageId }),
    answerReviews: (pageId) =>
      atHome('answerReviews', { answer: 'still-right', pages: [{ pageId, revision: 'absent' }] }),
  };

  it.each(
    sample(
      Object.keys(REVIEWS).flatMap((operation) => FAULTS.map((fault) => ({ operation, fault, name: fault.name }))),
      3,
    ),
  )('$operation, $name: a row of the review with its event, or none', async ({ operation, fault }) => {
    let pageId = '';
    const events = () => rowsOf(site, 'audit', `page:${pageId}"`).length;
    const isStored = () => rowsOf(site, 'governance', `review:${pageId}`).some(({ value }) => 'kind' in value);
    await atEachCall(
      fault,
      async () => {
        injector.arm();
        pageId = await aPage(site, { by: EDITOR.email });
        return () => REVIEWS[operation]?.(pageId) ?? Promise.reject(new Error(operation));
      },
      async (at, _answer, run) => {
        expect([at, events()]).toEqual([at, isStored() ? 1 : 0]);
        const before = events();
        expect([at, (await run()).error]).toEqual([at, undefined]);
        expect([at, isStored(), events() - before]).toEqual([at, true, operation === 'setReviewDate' ? 1 - before : 1]);
      },
    );
  });

  const CONFIRMING = ['confirmProposal', 'confirmMyProposal'] as const;
  const DISMISSING = ['dismissProposal', 'dismissMyProposal'] as const;
  const proposed = async (operation: (typeof CONFIRMING | typeof DISMISSING)[number]) => {
    injector.arm();
    const pageId = await aPage(site);
    await site.action('propose-level', { pageId, level: 'Internal' }, { as: EDITOR.email });
    const { proposal } = await popup(site, pageId);
    const proposalId = proposal?.proposalId;
    const run = () =>
      operation === 'confirmMyProposal' || operation === 'dismissMyProposal'
        ? atHome(operation, { pageId, proposalId })
        : inFrame('level-byline', operation, { proposalId }, { pageId });
    return { pageId, run };
  };
  const someOf = <Name>(operations: readonly Name[]) =>
    sample(
      operations.flatMap((operation) => FAULTS.map((fault) => ({ operation, fault, name: fault.name }))),
      4,
    );
  const isOpen = (pageId: string) =>
    rowsOf(site, 'level-proposal').some(
      ({ key, value }) => key.endsWith(`#${pageId}`) && 'open' in Object(value['data']),
    );

  it.each(someOf(CONFIRMING))(
    '$operation, $name: the level and the end of the proposal together',
    async ({ operation, fault }) => {
      let pageId = '';
      await atEachCall(
        fault,
        async () => {
          const { run, ...made } = await proposed(operation);
          pageId = made.pageId;
          return run;
        },
        async (at, answer, run) => {
          const truth = truthOf(site.host, pageId);
          expectWhole(truth);
          expect([at, isOpen(pageId)]).toEqual([at, truth.history.length === 0]);
          if (answer.text.includes('"changed"')) expect([at, truth.history.length]).toEqual([at, 1]);
          await run();
          expect([at, truthOf(site.host, pageId).history.length, isOpen(pageId)]).toEqual([at, 1, false]);
        },
      );
    },
  );

  it.each(someOf(DISMISSING))(
    '$operation, $name: no level, and the proposal ends when it is repeated',
    async ({ operation, fault }) => {
      let pageId = '';
      await atEachCall(
        fault,
        async () => {
          const { run, ...made } = await proposed(operation);
          pageId = made.pageId;
          return run;
        },
        async (at, _answer, run) => {
          await run();
          expect([at, truthOf(site.host, pageId).history.length, isOpen(pageId)]).toEqual([at, 0, false]);
        },
      );
    },
  );

  const runAll = async () => {
    for (let rounds = 0; rounds < 30; rounds += 1) {
      await site.host.background.settle();
      nowMs += 600_000;
      const states = rowsOf(site, 'job').map(({ value }) => value['state']);
      if (!states.includes('queued') && !states.includes('running')) return;
      // The schedule continues a job whose event was lost.
      await site.host.background.runSchedule('every-five-minutes');
    }
    throw new Error('a job comes to no end');
  };

  const jobsOf = async (run: (pageId: string, requestKey: string) => Promise<Answer>, fault: Fault) => {
    let before = 0;
    // With all cases, those before have spent the points of the hour, and a job waits for points.
    nowMs += 3_600_000;
    await runAll();
    return atEachCall(
      fault,
      async () => {
        injector.arm();
        const pageId = await aPage(site);
        const requestKey = crypto.randomUUID();
        before = audits('job.created');
        return () => run(pageId, requestKey);
      },
      async (at, _answer, again) => {
        expect([at, audits('job.created') - before <= 1]).toEqual([at, true]);
        await again();
        expect([at, audits('job.created') - before]).toEqual([at, 1]);
        await runAll();
      },
    );
  };

  it.each(sample(FAULTS, 3))('setLevels of the home page, $name: one job', (fault) =>
    jobsOf(
      (pageId, requestKey) =>
        atHome('setLevels', {
          ...{ pages: [{ pageId, revision: 'absent' }], level: { levelId: levelId('Internal') } },
          ...{ alsoLower: false, requestKey },
        }),
      fault,
    ),
  );

  it.each(sample(FAULTS, 3))('scan-page, $name: one scan', (fault) =>
    jobsOf((pageId) => byAction('scan-page', { pageId }), fault),
  );
});
