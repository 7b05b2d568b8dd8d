import { randomUUID } from 'node:crypto';
import type { SURFACE_CONTRACT, SurfaceOperations } from '../../src/surfaces/contract';
import { storeFinding } from '../support/findings';
import { levelNamed } from '../support/levels';
import type { Site } from '../support/site';
import { putRow } from '../support/stored-rows';
import { expectOk } from '../support/wiki-pages';
import { done } from './surface-site';

/** The stored facts of a page that payloads can refer to. */
export interface Facts {
  readonly findingId: string;
  readonly exclusionId: string;
  readonly redactionId: string;
  /** A preview that has ended. */
  readonly jobId: string;
  /** The job of that preview, which has ended, too. */
  readonly undoableId: string;
  readonly levelId: string;
  readonly pageId: string;
}

/** A valid payload of each operation of the frames, by its type: a new operation does not compile without a row. */
export const PAYLOADS: {
  readonly [Name in Exclude<keyof SurfaceOperations, 'openAction'>]: (
    facts: Facts,
  ) => SurfaceOperations[Name]['input'] & object;
} = {
  openPopup: () => ({}),
  setLevel: ({ levelId }) => ({ level: { levelId }, revision: 1 }),
  confirmProposal: ({ findingId }) => ({ proposalId: findingId }),
  dismissProposal: ({ findingId }) => ({ proposalId: findingId }),
  checkUse: () => ({}),
  openFinding: ({ findingId }) => ({ findingId }),
  excludeFinding: ({ findingId }) => ({ findingId, reason: 'x' }),
  undoExclusion: ({ exclusionId }) => ({ exclusionId }),
  startRedaction: ({ findingId }) => ({ findingIds: [findingId], dryRun: false, requestKey: randomUUID() }),
  getRedaction: ({ redactionId }) => ({ redactionId }),
  matchSelection: () => ({ action: 'redact' }),
  openBanner: () => ({}),
  listHistory: () => ({}),
  openBelow: () => ({}),
  previewBelow: ({ levelId }) => ({ level: { levelId }, alsoLower: false, requestKey: randomUUID() }),
  startBelow: ({ jobId }) => ({ previewId: jobId }),
  undoBelow: ({ undoableId }) => ({ jobId: undoableId, requestKey: randomUUID() }),
  getBelowJob: ({ jobId }) => ({ jobId }),
  cancelBelowJob: ({ jobId }) => ({ jobId }),
  listBelowPages: ({ jobId }) => ({ jobId, group: 'changed' }),
  openLevel: () => ({}),
  openReport: () => ({}),
  checkReport: ({ pageId }) => ({ config: { source: 'below', pageId } }),
  openHome: () => ({}),
  listMyPages: () => ({}),
  listMyProposals: () => ({}),
  confirmMyProposal: ({ pageId, findingId }) => ({ pageId, proposalId: findingId }),
  dismissMyProposal: ({ pageId, findingId }) => ({ pageId, proposalId: findingId }),
  listPausedRemovals: () => ({}),
  cancelRemoval: ({ redactionId }) => ({ redactionId }),
  setLevels: ({ pageId, levelId }) => ({
    ...{ pages: [{ pageId, revision: 'absent' }], level: { levelId } },
    ...{ alsoLower: false, requestKey: randomUUID() },
  }),
  findByLevel: ({ levelId }) => ({ levelId }),
  answerReviews: ({ pageId }) => ({ answer: 'still-right', pages: [{ pageId, revision: 'absent' }] }),
  setReviewDate: () => ({ reviewOn: '2028-03-01T00:00:00.000Z' }),
  openSpace: () => ({}),
  findInSpace: ({ levelId }) => ({ levelId }),
  readSpaceNumbers: () => ({}),
  readSpaceExposure: () => ({}),
  listSpaceOver: () => ({}),
  listSpaceGaps: () => ({ gap: 'stale' }),
  listSpaceFindings: () => ({}),
  listSpaceReviews: () => ({}),
  exportSpace: () => ({ of: 'pages' }),
  openSpaceSettings: () => ({}),
  saveSpaceSettings: ({ levelId }) => ({ revision: 'x', defaultLevel: { levelId } }),
};

type Reading = {
  [Name in keyof SurfaceOperations]: (typeof SURFACE_CONTRACT)[Name]['effect'] extends 'read' ? Name : never;
}[keyof SurfaceOperations];

/**
 * The properties of an operation that reads. `names`: texts of levels, in the language of the viewer. `level`: the current level of its
 * page, which a forged mirror never changes. `view`: a budget of calls, because each view of a page causes it. An operation
 * without a row does not compile, and each guarantee has a test that fails if it does not try the operation.
 */
const READS: Readonly<Record<Reading, readonly ('names' | 'level' | 'view')[]>> = {
  openPopup: ['names', 'level', 'view'],
  openBanner: ['names', 'level', 'view'],
  openLevel: ['names', 'level', 'view'],
  openReport: ['names', 'level', 'view'],
  listHistory: ['names', 'level'],
  checkUse: ['level'],
  openBelow: ['names', 'level'],
  openAction: ['names'],
  openHome: ['names'],
  findByLevel: ['names'],
  openSpace: ['names'],
  findInSpace: ['names'],
  readSpaceNumbers: ['names'],
  exportSpace: ['names'],
  listSpaceReviews: ['names'],
  openSpaceSettings: ['names'],
  matchSelection: ['level'],
  // They name no level, or only those of work that has started. All take the levels from the same context.
  openFinding: [],
  getRedaction: [],
  getBelowJob: [],
  listBelowPages: [],
  checkReport: [],
  listMyPages: [],
  listMyProposals: [],
  listPausedRemovals: [],
  listSpaceGaps: [],
  listSpaceFindings: [],
  readSpaceExposure: [],
  listSpaceOver: [],
};

/** The operations that read and have this, by name. */
export function readsWith(one: 'names' | 'level' | 'view'): readonly string[] {
  return Object.entries(READS).flatMap(([name, has]) => (has.includes(one) ? [name] : []));
}

/** The editor sees the page, has set its level, and has acted on everything that it has. Then the editor loses it. */
export async function busyPage(
  site: Site,
  spaceId: string,
  name: string,
  advance: () => void,
  startsJob = true,
): Promise<Facts> {
  const levelId = levelNamed(site, 'Restricted').levelId;
  const create = (title: string, parentId?: string) =>
    site.wiki('POST', '/api/v2/pages', {
      ...{ spaceId, status: 'current', title, body: { representation: 'storage', value: '<p>Text.</p>' } },
      ...(parentId === undefined ? {} : { parentId }),
    });
  const { id: pageId } = (await expectOk(create(`${name} plan`))) as { id: string };
  await expectOk(create(`${name} child`, pageId));
  const found = { spaceId, data: { maskedExcerpt: `${name} ••••` } } as const;
  const findings = [await storeFinding(site, pageId, found), await storeFinding(site, pageId, found)];
  await putRow(site, 'page-scan', pageId, {
    ...{ v: 1, rev: 1, spaceId, pageVersion: 1, scannedAt: '2026-03-10T00:00:00.000Z', configHash: 'hash' },
    ...{ state: 'complete', data: { reasons: [], detectorsOverBudget: [], findingIds: findings } },
  });
  const as = (payload: object) => [payload, { pageId }] as const;
  await done(site, 'setLevel', ...as({ level: { levelId }, revision: 'absent', reason: `${name} reason` }));
  const excluded = await done(site, 'excludeFinding', ...as({ findingId: findings[1], reason: `${name} reason` }));
  const redaction = await done(
    site,
    'startRedaction',
    ...as({ findingIds: [findings[0]], dryRun: true, requestKey: randomUUID() }),
  );
  const level = { levelId: levelNamed(site, 'Highly Restricted').levelId };
  const preview = await done(site, 'previewBelow', ...as({ level, alsoLower: false, requestKey: randomUUID() }));
  if (!('exclusionId' in excluded) || !('redaction' in redaction) || !('job' in preview))
    throw new Error(JSON.stringify([excluded, redaction, preview]));
  const finish = async (jobId: string) => {
    for (let round = 0; round < 5; round += 1) {
      await site.host.background.settle();
      advance();
    }
    return done(site, 'getBelowJob', ...as({ jobId }));
  };
  expect(await finish(preview.job.jobId)).toMatchObject({ job: { canStart: true } });
  const started = startsJob ? await done(site, 'startBelow', ...as({ previewId: preview.job.jobId })) : preview;
  if (!('job' in started)) throw new Error(JSON.stringify(started));
  expect(await finish(started.job.jobId)).toMatchObject({ job: startsJob ? { undo: { allowed: true } } : {} });
  return {
    findingId: findings[0] ?? '',
    exclusionId: excluded.exclusionId,
    redactionId: redaction.redaction.redactionId,
    jobId: preview.job.jobId,
    undoableId: started.job.jobId,
    levelId,
    pageId,
  };
}
