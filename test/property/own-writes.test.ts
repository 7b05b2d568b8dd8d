import { randomUUID } from 'node:crypto';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { AdminOperations } from '../../src/admin/contract';
import { ADMIN_OPERATIONS } from '../../src/admin/resolver';
import { ACTION_EFFECTS, ADMIN_EFFECTS, type Effect, REST_EFFECTS, SURFACE_EFFECTS } from '../../src/capabilities/effects';
import { NO_SURFACE_SETTINGS } from '../../src/classification/settings';
import type { SurfaceOperations } from '../../src/surfaces/contract';
import { done as doneAsAdmin } from '../admin/ask';
import { type AdminScene, payloadOf, prepareForAll } from '../admin/payloads';
import * as samples from '../rest/route-requests';
import { storeFinding, storePageScan } from '../support/findings';
import { levelNamed, settle } from '../support/levels';
import { openSite, type Site, type SurfaceRequest } from '../support/site';
import { rowsOf, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/**
 * A person reads their own write. The answer to every change contains it, and so does the list that is read next, although queries
 * lag by a minute. The tables follow from the effects of the operations: a change without a row does not compile.
 *
 * No row has the audit log and the counters: no list reads them again after a change, and both say up to when they are complete.
 */

type ChangeOf<Effects> = { [Name in keyof Effects]: Effects[Name] extends 'read' ? never : Name }[keyof Effects];
const isChange = (effects: Readonly<Record<string, Effect>>) => (name: string) => effects[name] !== 'read';

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
    readonly payload?: (answer: View) => object;
    readonly expectShown: (views: Views) => void;
  }
  /** The reason why no list is read after the change. */
  type NoList = string;

  /** The answer has the same list, and the change is in it. */
  const sameAs = (list: keyof AdminOperations): Row => ({
    list,
    expectShown: ({ before, answer, after }) => {
      expect(after).not.toEqual(before);
      expect(answer).toMatchObject(after);
    },
  });
  /** There is nothing to change: the answer has what the list has. */
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
  const run = itemIn('listRuns', 'runs', ({ jobId, redactionId }) => [{ runId: jobId ?? redactionId }]);
  const key = (...members: readonly string[]) =>
    itemIn('listKeys', 'keys', (answer) =>
      (members.length === 0 ? [answer] : members.map((member) => answer[member])).map(({ key: _value, ...view }) => view),
    );
  const levels = sameAs('listLevels');
  const detection = sameAs('getDetection');
  const native = sameAs('getNativeLevels');
  const setup = sameAs('getSetup');
  const mirror = sameAs('getMirror');
  const people = sameAs('getPersonalData');

  const ROWS: Readonly<Record<ChangeOf<typeof ADMIN_EFFECTS>, Row | NoList>> = {
    acceptHiddenPages: setup,
    addExclusion: sameAs('listExclusions'),
    archiveLevel: levels,
    archiveSubLevel: levels,
    cancelJob: {
      list: 'listRuns',
      expectShown: ({ before, answer: { jobId }, after }) => {
        expect(before.runs).toContainEqual(expect.objectContaining({ runId: jobId }));
        expect(after.runs).not.toContainEqual(expect.objectContaining({ runId: jobId }));
      },
    },
    cancelMirrorWalk: mirror,
    cancelRun: sameAs('listRuns'),
    cancelScan: itemIn('listScans', 'scans'),
    changeDelegated: levels,
    changeDetector: detection,
    changeMentions: levels,
    changeNativeLevels: native,
    changeRetention: sameAs('getStoredData'),
    changeSiteDetection: detection,
    changeSiteSettings: levels,
    // The space has no scheme. editSpaceDetection of the API gives it one, through the same use case.
    changeSpaceDetection: unchanged('getDetection'),
    changeSpaceSettings: levels,
    changeSurfaceSettings: levels,
    // The comparison that changeNativeLevels started is running.
    compareNativeLevels: unchanged('getNativeLevels'),
    confirmPersonErasure: people,
    createDetector: detection,
    createDetectorScheme: detection,
    createKey: key(),
    createLevel: levels,
    createScheme: levels,
    createSubLevel: levels,
    editDetector: detection,
    editDetectorScheme: detection,
    editKey: key(),
    editLevel: levels,
    editScheme: levels,
    editSubLevel: levels,
    exportPerson: 'It changes only the audit log.',
    hideSetup: setup,
    importLevels: levels,
    importNativeLevels: native,
    importPageLevels: 'The answer has the result of each row, and the page shows only these.',
    markSetupStep: setup,
    pauseMirrorWalk: mirror,
    raiseToRequired: run,
    recordFrameProbe: sameAs('getSiteCheck'),
    removeDetector: detection,
    removeDetectorScheme: detection,
    removeExclusion: sameAs('listExclusions'),
    removeScheme: levels,
    reorderLevels: levels,
    reorderSubLevels: levels,
    requestPersonErasure: people,
    restoreLevel: levels,
    restoreSubLevel: levels,
    restoreSubLevels: run,
    resumeMirrorWalk: mirror,
    revertKey: run,
    revokeKey: key(),
    rotateKey: key('created', 'old'),
    sendApiRequest: 'The rows of the API below.',
    setSuggestedLevels: run,
    startMirrorWalk: mirror,
    startRedaction: run,
    startScan: itemIn('listScans', 'scans'),
    startSiteCheck: sameAs('getSiteCheck'),
    startWebProbe: 'The address is the answer.',
    turnNewDetectors: sameAs('listNewDetectors'),
    undoSuggestedLevels: run,
    withdrawPersonErasure: people,
  };

  it('shows every change in its answer and in the list that is read next', async () => {
    const { keyId } = await site.createKey({});
    const scene: AdminScene = { site, keyId, findingId: await storeFinding(site, DEMO_PAGES.openHome) };
    await prepareForAll(site);
    for (const name of Object.keys(ADMIN_OPERATIONS).filter(isChange(ADMIN_EFFECTS))) {
      letQueriesCatchUp();
      const row = ROWS[name as keyof typeof ROWS];
      const read = () => (typeof row === 'string' ? {} : doneAsAdmin<View>(site, row.list, {}));
      const before = await read();
      const answer = await doneAsAdmin<View>(site, name, payloadOf(scene, name));
      const after = await read();
      if (typeof row !== 'string') named(name, () => row.expectShown({ before, answer, after }));
    }
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
