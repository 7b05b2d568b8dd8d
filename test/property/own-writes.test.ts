import { randomUUID } from 'node:crypto';
import { DEMO_PAGES } from '../../local/demo';
import type { AdminOperations } from '../../src/admin/contract';
import { ADMIN_CONTRACT } from '../../src/admin/contract';
import type { Effect } from '../../src/capabilities/effects';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import { routes } from '../../src/rest/routes';
import type { SURFACE_CONTRACT, SurfaceOperations } from '../../src/surfaces/contract';
import { ACTION_EFFECTS } from '../actions/all-actions';
import { done as doneAsAdmin } from '../admin/ask';
import { AFTER_A_DRY_RUN, type AdminScene, payloadOf, prepareForAll } from '../admin/payloads';
import * as samples from '../rest/route-requests';
import { storeFinding, storePageScan } from '../support/findings';
import { type LevelName, levelNamed, settle } from '../support/levels';
import { openSite, type Site, type SurfaceRequest } from '../support/site';
import { putRow, rowsOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/**
 * A person reads their own write. The answer to every change contains it, and so does the list that is read next,
 * although queries lag by a minute. The tables follow from the effects of the operations, so a change without a row
 * fails, or does not compile.
 *
 * The audit log and the counters have no row, because no list reads them again after a change, and both show up to when
 * they are complete.
 */

type ChangeIn<C extends Readonly<Record<string, { readonly effect: Effect }>>> = {
  [Name in keyof C]: C[Name]['effect'] extends 'read' ? never : Name;
}[keyof C];

/** An answer, as these tests read it. */
type View = any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests check any response

/** The list before and after a change, and the answer to the change. */
interface Views {
  readonly before: View;
  readonly answer: View;
  readonly after: View;
}

let site: Site;
let nowMs: number;

/** Queries know what was written before, and nothing that is written after. */
const letQueriesCatchUp = () => (nowMs += 120_000);

beforeEach(() => {
  nowMs = Date.now();
  site = openSite({ queryLagMs: 60_000, now: () => new Date(nowMs) });
});
afterEach(() => site.close());

describe('the admin area', () => {
  interface Row {
    readonly list: keyof AdminOperations;
    readonly expectShown: (views: Views) => void;
  }
  /** The answer has the same list, and the change is in it. */
  const sameAs = (list: keyof AdminOperations): Row => ({
    list,
    expectShown: ({ before, answer, after }) => {
      expect(after).not.toEqual(before);
      expect(answer).toMatchObject(after);
    },
  });
  /** There is nothing to change, so the answer has the same content as the list. */
  const unchanged = (list: keyof AdminOperations): Row => ({
    list,
    expectShown: ({ answer, after }) => expect(answer).toEqual(after),
  });
  /** The list has the items of the answer, and had not before. */
  const itemIn = (
    list: keyof AdminOperations,
    member: string,
    itemsOf: (answer: View) => readonly object[] = (answer) => [answer],
  ): Row => ({
    list,
    expectShown: ({ before, answer, after }) => {
      for (const item of itemsOf(answer)) {
        expect(before[member]).not.toContainEqual(expect.objectContaining(item));
        expect(after[member]).toContainEqual(expect.objectContaining(item));
      }
    },
  });
  const runs = itemIn('listRuns', 'runs', ({ jobId, redactionId }) => [{ runId: jobId ?? redactionId }]);
  const keys = itemIn('listKeys', 'keys', ({ created, old, ...one }) =>
    (created === undefined ? [one] : [created, old]).map(({ key: _value, ...view }: { readonly key?: string }) => view),
  );
  const noLongerRuns: Row = {
    list: 'listRuns',
    expectShown: ({ before, answer: { jobId }, after }) => {
      expect(before.runs).toContainEqual(expect.objectContaining({ runId: jobId }));
      expect(after.runs).not.toContainEqual(expect.objectContaining({ runId: jobId }));
    },
  };

  /** The operations of each row, or the reason why they have no list. */
  const ROWS: readonly (readonly [Row | string, string])[] = [
    [
      sameAs('listLevels'),
      `archiveLevel archiveSubLevel changeDelegated changeMentions changeSiteSettings changeSpaceSettings changeSurfaceSettings
      createLevel createScheme createSubLevel editLevel editScheme editSubLevel importLevels removeScheme reorderLevels
      reorderSubLevels restoreLevel restoreSubLevel`,
    ],
    [
      sameAs('getDetection'),
      `changeDetector changeSiteDetection createDetector createDetectorScheme editDetector editDetectorScheme enableDetectors
      removeDetector removeDetectorScheme`,
    ],
    // The space has no scheme. editSpaceDetection of the API gives it one, through the same use case.
    [unchanged('getDetection'), 'changeSpaceDetection'],
    [sameAs('listNewDetectors'), 'turnNewDetectors'],
    [sameAs('listExclusions'), 'addExclusion removeExclusion'],
    [sameAs('getSetup'), 'hideSetup markSetupStep'],
    // The sample site has no hidden page.
    [unchanged('getSetup'), 'acceptHiddenPages'],
    [sameAs('getMirror'), 'startMirrorWalk pauseMirrorWalk resumeMirrorWalk cancelMirrorWalk'],
    [sameAs('getNativeLevels'), 'importNativeLevels changeNativeLevels'],
    [sameAs('getLabelSync'), 'changeLabelSync'],
    // The comparison that changeNativeLevels started is running.
    [unchanged('getNativeLevels'), 'compareNativeLevels'],
    [sameAs('getPersonalData'), 'requestPersonErasure confirmPersonErasure withdrawPersonErasure'],
    [sameAs('getStoredData'), 'changeRetention'],
    [sameAs('getQuotas'), 'changeQuotas'],
    [sameAs('getAlerts'), 'changeAlerts'],
    [sameAs('getReviewRules'), 'editReviewRules'],
    [
      'The list is a query, so the page adds the answer to it. test/browser/reviews.test.ts',
      'createCampaign endCampaign',
    ],
    [sameAs('getExposure'), 'editExposureRules createExposureException endExposureException'],
    [sameAs('getPageUse'), 'editPageUse'],
    ['The answer has the number of pages that are measured again, in the background.', 'refreshExposure'],
    [{ list: 'getAlerts', expectShown: ({ answer, after }) => expect(answer.alerts).toEqual(after) }, 'sendTestAlert'],
    [sameAs('getSiteCheck'), 'startSiteCheck recordFrameProbe setComputedPages'],
    [keys, 'createKey editKey rotateKey revokeKey'],
    [itemIn('listScans', 'scans'), 'startScan cancelScan'],
    [sameAs('listPageViews'), 'changePageViews'],
    [runs, 'revertKey restoreSubLevels raiseToRequired setSuggestedLevels undoSuggestedLevels startRedaction'],
    [
      'Every detector is observed here, so the list has no finding. test/findings/work.test.ts reads it.',
      'changeFindings',
    ],
    ['The answer has the result of each page.', 'askOwners'],
    [noLongerRuns, 'cancelJob'],
    [sameAs('listRuns'), 'cancelRun'],
    ['The answer has the result of each row, and the page shows only these.', 'importPageLevels'],
    ['The answer is all that there is, besides the audit log.', 'exportPerson startWebProbe'],
    ['The API has its own rows below.', 'sendApiRequest'],
  ];
  /** The audit events of the changes. A change without its event fails, and so does a new change without a row. */
  const EVENTS: readonly (readonly [types: string, operations: string])[] = [
    ['alerts.changed', 'changeAlerts'],
    ['apikey.created', 'createKey'],
    ['apikey.revoked', 'revokeKey'],
    ['apikey.updated', 'editKey'],
    ['computed-pages.turned-off', 'setComputedPages'],
    ['detection.updated', 'changeSiteDetection enableDetectors'],
    ['detector-scheme.created', 'createDetectorScheme'],
    ['detector-scheme.deleted', 'removeDetectorScheme'],
    ['detector-scheme.updated', 'editDetectorScheme'],
    ['detector.created', 'createDetector'],
    ['detector.deleted', 'removeDetector'],
    ['detector.updated', 'changeDetector editDetector turnNewDetectors'],
    ['erasure.confirmed', 'confirmPersonErasure'],
    ['erasure.requested', 'requestPersonErasure'],
    ['erasure.withdrawn', 'withdrawPersonErasure'],
    ['exclusion.created', 'addExclusion'],
    ['exclusion.deleted', 'removeExclusion'],
    ['finding.owner-asked', 'askOwners'],
    ['finding.updated', 'changeFindings'],
    ['hidden-pages.accepted', 'acceptHiddenPages'],
    ['job.cancelled', 'cancelJob cancelScan'],
    ['job.created', 'raiseToRequired restoreSubLevels revertKey setSuggestedLevels startScan undoSuggestedLevels'],
    ['level.archived', 'archiveLevel'],
    ['level.created', 'createLevel'],
    ['level.imported', 'importLevels importNativeLevels'],
    ['level.reordered', 'reorderLevels'],
    ['level.restored', 'restoreLevel'],
    ['level.updated', 'editLevel'],
    ['mirror-walk.cancelled', 'cancelMirrorWalk'],
    ['exposure.exception.created', 'createExposureException'],
    ['exposure.exception.ended', 'endExposureException'],
    ['exposure.rule.updated', 'editExposureRules'],
    ['review.rule.updated', 'editReviewRules'],
    ['review.campaign.created', 'createCampaign'],
    ['review.campaign.ended', 'endCampaign'],
    ['page-use.rule.updated', 'editPageUse'],
    ['label-sync.updated', 'changeLabelSync'],
    ['mirror-walk.paused', 'pauseMirrorWalk'],
    ['mirror-walk.resumed', 'resumeMirrorWalk'],
    ['mirror-walk.started', 'startMirrorWalk'],
    ['page.level.set', 'importPageLevels'],
    ['person.exported', 'exportPerson'],
    ['retention.changed', 'changeRetention'],
    ['scheme.created', 'createScheme'],
    ['scheme.deleted', 'removeScheme'],
    ['scheme.updated', 'editScheme'],
    [
      'settings.updated',
      'changeDelegated changeMentions changeNativeLevels changePageViews changeQuotas changeSiteSettings changeSpaceSettings changeSurfaceSettings',
    ],
    ['site-check.run', 'startSiteCheck'],
    ['sublevel.archived', 'archiveSubLevel'],
    ['sublevel.created', 'createSubLevel'],
    ['sublevel.reordered', 'reorderSubLevels'],
    ['sublevel.restored', 'restoreSubLevel'],
    ['sublevel.updated', 'editSubLevel'],
    // The new key and the old one.
    ['apikey.created apikey.rotated', 'rotateKey'],
    // They change nothing here, change nothing that is audited, or start work that writes the events.
    [
      '',
      'cancelRun changeSpaceDetection compareNativeLevels hideSetup markSetupStep recordFrameProbe refreshExposure sendApiRequest sendTestAlert startRedaction startWebProbe',
    ],
  ];
  const eventsOf = new Map(
    EVENTS.flatMap(([events, names]) => names.split(/\s+/).map((name) => [name, events] as const)),
  );

  const rowOfOperation = new Map(
    ROWS.flatMap(([row, names]) => names.split(/\s+/).map((name) => [name, row] as const)),
  );

  it('shows every change in its answer and in the list that is read next', async () => {
    const { keyId } = await site.createKey({});
    const scene: AdminScene = { site, keyId, findingId: await storeFinding(site, DEMO_PAGES.openHome) };
    await prepareForAll(site);
    const events: (readonly [name: string, types: string])[] = [];
    const changes = Object.entries(ADMIN_CONTRACT).flatMap(([name, { effect }]) =>
      effect === 'read' || AFTER_A_DRY_RUN.includes(name) ? [] : [name],
    );
    expect([...rowOfOperation.keys()].toSorted()).toEqual(changes.toSorted());
    for (const name of changes) {
      letQueriesCatchUp();
      const row = rowOfOperation.get(name) ?? '';
      const read = async (): Promise<View> => (typeof row === 'string' ? {} : doneAsAdmin<View>(site, row.list, {}));
      const before = await read();
      const earlier = new Set(rowsOf(site, 'audit').map(({ key }) => key));
      const answer = await doneAsAdmin<View>(site, name, payloadOf(scene, name));
      const written = rowsOf(site, 'audit').filter(({ key }) => !earlier.has(key));
      // Rows of one instant have no order.
      events.push([name, [...new Set(written.map(({ value }) => String(value['type'])))].toSorted().join(' ')]);
      const after = await read();
      if (typeof row !== 'string') named(name, () => row.expectShown({ before, answer, after }));
    }
    expect(Object.fromEntries(events)).toEqual(Object.fromEntries(eventsOf));
  });
});

/** Adds the name of the operation to a failure. */
function named(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : ''}`, { cause: error });
  }
}

const level = (name: LevelName = 'Internal') => ({ levelId: levelNamed(site, name).levelId });

describe('the frames', () => {
  type Operation = keyof SurfaceOperations;
  let pageId: string;
  let findingId: string;
  const onPage = () => ({ pageId });
  const home: SurfaceRequest = {};
  const call = async (operation: Operation, payload: object, at: SurfaceRequest): Promise<View> => {
    const module = 'pageId' in at ? 'level-byline' : 'spaceKey' in at ? 'space-classification' : 'home';
    const result = await site.surface(module, operation, payload, at);
    expect([operation, result]).toMatchObject([operation, { ok: true }]);
    return result.value;
  };
  const popup = () => call('openPopup', {}, onPage());
  const history = async () => (await call('listHistory', {}, onPage())).entries;

  beforeEach(async () => {
    await stopScans(site);
    await settle(site, {
      delegated: ['lowering'],
      surfaces: { ...NO_SURFACE_SETTINGS, peopleMayExclude: true, peopleMayRedact: true },
    });
    pageId = await aPage(site, { parentId: DEMO_PAGES.engHome });
    findingId = await storeFinding(site, pageId);
    await storePageScan(site, pageId, [findingId]);
    letQueriesCatchUp();
  });

  const setLevel = async (name: LevelName) =>
    call('setLevel', { level: level(name), revision: (await popup()).revision, reason: 'Why.' }, onPage());
  /** Proposes a level, as an agent does. */
  async function propose() {
    await site.action('propose-level', { pageId, level: 'Restricted' });
    const { proposal } = await popup();
    letQueriesCatchUp();
    // The proposal must not expire while queries catch up.
    expect((await call('listMyProposals', {}, home)).proposals).toMatchObject([{ pageId }]);
    return { pageId, proposalId: proposal.proposalId as string };
  }
  const preview = () => call('previewBelow', { level: level(), alsoLower: false, requestKey: randomUUID() }, onPage());
  const choose = () =>
    call(
      'setLevels',
      { pages: [{ pageId, revision: 'absent' }], level: level(), alsoLower: false, requestKey: randomUUID() },
      home,
    );
  /** A job that has changed the page and everything below it. */
  async function changedBelow() {
    const { job } = await preview();
    await site.host.background.settle();
    nowMs += 1_000;
    const started = await call('startBelow', { previewId: job.jobId }, onPage());
    return { job: started.job, preview: job };
  }
  const exclude = () => call('excludeFinding', { findingId, reason: 'An example.' }, onPage());

  async function expectPopup({ page }: View): Promise<View> {
    expect(page).toEqual(await popup());
    return page;
  }
  async function expectJob(answer: View, operation: 'openBelow' | 'openHome'): Promise<void> {
    const opened = await call(operation, {}, operation === 'openHome' ? home : onPage());
    expect(opened.job).toEqual(answer.job);
  }

  const ROWS: Readonly<Record<ChangeIn<typeof SURFACE_CONTRACT>, () => Promise<void>>> = {
    setLevel: async () => {
      for (const name of ['Internal', 'Restricted'] as const) {
        const page = await expectPopup(await setLevel(name));
        expect(page.history[0]).toMatchObject({ to: { name } });
        expect((await history())[0]).toEqual(page.history[0]);
        letQueriesCatchUp();
      }
      expect(await history()).toHaveLength(2);
    },
    confirmProposal: async () => {
      const { proposalId } = await propose();
      const page = await expectPopup(await call('confirmProposal', { proposalId }, onPage()));
      expect(page).toMatchObject({ level: { name: 'Restricted' }, history: [{ to: { name: 'Restricted' } }] });
      expect(page).not.toHaveProperty('proposal');
      expect(await history()).toEqual(page.history);
    },
    dismissProposal: async () => {
      const { proposalId } = await propose();
      expect(await expectPopup(await call('dismissProposal', { proposalId }, onPage()))).not.toHaveProperty('proposal');
      expect((await call('listMyProposals', {}, home)).proposals).toEqual([]);
    },
    confirmMyProposal: async () => {
      await call('confirmMyProposal', await propose(), home);
      expect((await call('listMyProposals', {}, home)).proposals).toEqual([]);
    },
    dismissMyProposal: async () => {
      await call('dismissMyProposal', await propose(), home);
      expect((await call('listMyProposals', {}, home)).proposals).toEqual([]);
    },
    excludeFinding: async () => expect((await expectPopup(await exclude())).evidence.findings).toEqual([]),
    undoExclusion: async () => {
      const { exclusionId } = await exclude();
      const page = await expectPopup(await call('undoExclusion', { exclusionId }, onPage()));
      expect(page.evidence.findings).toMatchObject([{ findingId }]);
    },
    startRedaction: async () => {
      const order = { findingIds: [findingId], dryRun: false, requestKey: randomUUID() };
      const { redaction } = await call('startRedaction', order, onPage());
      const { redactionId } = redaction;
      expect((await call('getRedaction', { redactionId }, onPage())).redaction).toEqual(redaction);
    },
    cancelRemoval: async () => {
      await call('startRedaction', { findingIds: [findingId], dryRun: false, requestKey: randomUUID() }, onPage());
      const [run] = rowsOf(site, 'job').filter(({ key, value }) => key.startsWith('redaction:') && 'state' in value);
      const redactionId = run?.key.slice('redaction:'.length) ?? '';
      const since = new Date(nowMs).toISOString();
      const paused = { code: 'CANNOT_ACT_AS_PERSON', since };
      await putRow(site, 'job', run?.key ?? '', { ...run?.value, data: { ...(run?.value['data'] as object), paused } });
      expect((await call('listPausedRemovals', {}, home)).removals).toMatchObject([{ redactionId }]);
      expect(await call('cancelRemoval', { redactionId }, home)).toEqual({ removals: [] });
      expect(await call('listPausedRemovals', {}, home)).toEqual({ removals: [] });
    },
    previewBelow: async () => expectJob(await preview(), 'openBelow'),
    startBelow: async () => expectJob(await changedBelow(), 'openBelow'),
    undoBelow: async () => {
      const { job } = await changedBelow();
      await site.host.background.settle();
      letQueriesCatchUp();
      const undo = { jobId: job.jobId, reason: 'Wrong.', requestKey: randomUUID() };
      await expectJob(await call('undoBelow', undo, onPage()), 'openBelow');
    },
    cancelBelowJob: async () => {
      const { job } = await changedBelow();
      letQueriesCatchUp();
      const answer = await call('cancelBelowJob', { jobId: job.jobId }, onPage());
      expect(answer.job.state).toBe('cancelled');
      await expectJob(answer, 'openBelow');
    },
    setLevels: async () => expectJob(await choose(), 'openHome'),
    setReviewDate: async () => {
      const reviewOn = new Date(nowMs + 60_000).toISOString();
      const { review } = await call('setReviewDate', { reviewOn }, onPage());
      expect((await popup()).review).toEqual(review);
    },
    answerReviews: async () => {
      const reviewOn = new Date(nowMs + 1_000).toISOString();
      await call('setReviewDate', { reviewOn }, onPage());
      nowMs += 2_000;
      letQueriesCatchUp();
      const due = async () => (await call('listSpaceReviews', {}, { spaceKey: 'ENG' })).pages;
      const [page] = await due();
      const { pageId, revision } = page;
      const answer = await call('answerReviews', { answer: 'still-right', pages: [{ pageId, revision }] }, home);
      expect(answer.results).toEqual([{ pageId, outcome: 'done' }]);
      expect(await due()).toEqual([]);
    },
    saveSpaceSettings: async () => {
      const inEng = { spaceKey: 'ENG' };
      const { revision } = await call('openSpaceSettings', {}, inEng);
      const answer = await call('saveSpaceSettings', { revision, lowering: 'forbidden' }, inEng);
      expect(answer).toMatchObject({ outcome: 'saved', settings: { own: { lowering: 'forbidden' } } });
      expect(await call('openSpaceSettings', {}, inEng)).toEqual(answer.settings);
    },
  };

  it.each(Object.entries(ROWS))('show the change of %s in its answer and when they are read next', (_name, run) =>
    run(),
  );

  it('list no finding as open that was redacted', async () => {
    const key = { entityName: 'detection', key: findingId };
    const list = async () => (await doneAsAdmin<View>(site, 'listFindings', { status: 'open' })).findings;
    const inSpace = async () => (await call('listSpaceFindings', {}, { spaceKey: 'ENG' })).findings;
    expect([await list(), await inSpace()]).toMatchObject([[{ findingId }], [{ findingId }]]);
    const [stored] = rowsOf(site, 'detection', key.key);
    await putRow(site, 'detection', findingId, { ...stored?.value, rev: 2, status: 'redacted' });
    expect([await list(), await inSpace()]).toEqual([[], []]);
  });
});

describe('the actions', () => {
  const pageId = DEMO_PAGES.runbooks;
  const popup = async () => (await site.surface('level-byline', 'openPopup', {}, { pageId })).value;
  const act = async (name: string, inputs: object) => {
    const answer = await site.action(name, { pageId, ...inputs });
    expect(answer).not.toHaveProperty('errors');
    return answer;
  };

  const ROWS: Readonly<Record<string, () => Promise<void>>> = {
    'propose-level': async () => {
      const { proposedLevelName: name } = await act('propose-level', { level: 'Restricted' });
      expect(await popup()).toMatchObject({ proposal: { level: { name } } });
    },
    'scan-page': async () => {
      expect(await popup()).toMatchObject({ evidence: { scan: 'never' } });
      await act('scan-page', {});
      await site.host.background.settle();
      expect(await popup()).toMatchObject({ evidence: { scan: 'current' } });
    },
    'set-level': async () => {
      await act('set-level', { level: 'Restricted', reason: 'Why.' });
      expect(await popup()).toMatchObject({
        level: { name: 'Restricted' },
        history: [{ to: { name: 'Restricted' } }],
      });
    },
  };

  it('have a row for every change', () => {
    const changes = Object.keys(ACTION_EFFECTS).filter((name) => ACTION_EFFECTS[name] !== 'read');
    expect(Object.keys(ROWS)).toEqual(changes.toSorted());
  });

  it.each(Object.entries(ROWS))('show the change of %s in the popup', (_name, run) => run());
});

describe('the API', () => {
  /** The path that a client reads next, or that of the resource in the answer. */
  type Read = string | ((body: View) => string);
  const { PAGE_ID, requestOptions, restoreFor, routeRequests } = samples;
  const custom = ({ detectorId }: View) => `/v1/detector/custom/${detectorId.slice('custom:'.length)}`;
  const ofPage = `/v1/page-level/by-page/${PAGE_ID}`;

  const BY_READ: readonly (readonly [Read, string])[] = [
    ['/v1/level', 'archiveLevel archiveSubLevel createSubLevel editLevel editSubLevel restoreLevel restoreSubLevel'],
    ['/v1/level/order', 'orderLevels'],
    ['/v1/level/restricted/sub-level/order', 'orderSubLevels'],
    [({ levelId }) => `/v1/level/${levelId}`, 'createLevel'],
    ['/v1/setting', 'createScheme editScheme editSpaceSettings removeScheme setSettings'],
    [
      '/v1/detection/config',
      'createDetectorScheme editDetectorScheme editSpaceDetection removeDetectorScheme setDetectionConfig',
    ],
    ['/v1/detector', 'editDetector removeCustomDetector'],
    [custom, 'createCustomDetector replaceCustomDetector'],
    [
      ({ detectionId, results }) => `/v1/detection/${detectionId ?? results[0].detectionId}`,
      'askOwner editDetection editDetections',
    ],
    ['/v1/exclusion', 'createExclusion removeExclusion'],
    ['/v1/setting/exposure', 'setExposureRules'],
    ['/v1/setting/review', 'setReviewRules'],
    [`/v1/page-review/by-page/${PAGE_ID}`, 'answerPageReviews editPageReview'],
    [({ campaignId }) => `/v1/review-campaign/${campaignId}`, 'createReviewCampaign endReviewCampaign'],
    ['/v1/setting/page-use', 'setPageUseRules'],
    ['/v1/setting/label-sync', 'setLabelSync'],
    ['/v1/setting/exposure/exception', 'createExposureException endExposureException'],
    [({ jobId }) => `/v1/job/${jobId}`, 'createJob cancelJob'],
    [({ scanId }) => `/v1/detection/scan/${scanId}`, 'createScan cancelScan'],
    [({ redactionId }) => `/v1/redaction/${redactionId}`, 'createRedaction cancelRedaction'],
    [ofPage, 'clearPageLevel resetPageLevel setPageLevel setPageLevels'],
  ];
  const ROWS = BY_READ.flatMap(([read, names]) => names.split(/\s+/).map((name) => [name, read] as const));

  // A refresh changes when the next measurement is, which no answer shows. The document of the example has no part, so it changes none:
  // test/rest/configuration-apply.test.ts reads the configuration after a change.
  const UNSEEN = ['refreshPageExposure', 'applyConfiguration'];

  it('has every change, except reports of leaks, which anyone sends, and requests for another measurement', () => {
    const changes = routes.flatMap((route) =>
      'effect' in route && route.effect !== 'read' ? [route.operationId] : [],
    );
    expect([...UNSEEN, ...ROWS.map(([name]) => name)].toSorted()).toEqual(changes.toSorted());
  });

  it.each(ROWS)('shows the change of %s in its answer and when it is read next', async (name, path) => {
    const { key } = await site.createKey({ detectionScope: 'manage' });
    const first = await samples.firstLevel(site, key);
    await samples.makeSampleFinding(site);
    for (const make of [samples.makeSampleJob, samples.makeSampleScan, samples.makeSampleRedaction])
      await make(site, key, first);
    const requestOf = (operationId: string) => {
      const request = routeRequests().find(({ route }) => route.operationId === operationId);
      if (request === undefined) throw new Error(`there is no operation ${operationId}`);
      return request;
    };
    const send = (operationId: string) => {
      const request = requestOf(operationId);
      letQueriesCatchUp();
      return site.rest(request.method, request.path, { key, ...requestOptions(request, first) });
    };
    const read = async (body: View) =>
      (await site.rest('GET', typeof path === 'string' ? path : path(body), { key })).body;
    await restoreFor(site, requestOf(name));
    if (name.startsWith('restore')) await send(name.replace('restore', 'archive'));
    if (name === 'clearPageLevel') await send('setPageLevel');
    const before = typeof path === 'string' ? await read({}) : undefined;
    const { status, body } = await send(name);
    const after = await read(body);
    expect([name, status < 300]).toEqual([name, true]);
    expect(after).not.toEqual(before);
    // Without a body, or with the result of each page, the answer is complete.
    if (status === 204 || status === 207) return;
    // A question changes its page, not the finding.
    if (name === 'askOwner') return expect([body.outcome, body.ownerId]).toEqual(['asked', after.pageOwnerId]);
    // A page without a level has no resource.
    if (name === 'resetPageLevel') return expect([body.levelId, after.code]).toEqual([null, 'PAGE_NOT_CLASSIFIED']);
    if (typeof path !== 'string' || path === ofPage) return expect(body).toMatchObject(after);
    for (const item of body.results ?? [body]) expect(JSON.stringify(after)).toContain(JSON.stringify(item));
  });
});
