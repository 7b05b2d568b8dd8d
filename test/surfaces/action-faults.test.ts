import * as z from 'zod';
import { CARD, openRedactionSite, type RedactionSite } from '../redaction/redaction-site';
import { createFaultInjector, type FaultInjector, faultNamed } from '../support/fault-injection';
import { levelNamed } from '../support/levels';
import { expectWhole, truthOf } from '../support/page-truth';
import { sample, samplePoints } from '../support/sample';
import { putRow, rowOf, rowsOf } from '../support/stored-rows';
import { call, done, settleSurfaces } from './surface-site';

/**
 * A fault in a platform call of what people do on a page leaves the action done once or not at all, with one audit event
 * (a preview has none), and the same person can repeat it.
 */

const SHAPES = ['503, before the effect', '503, after the effect', '200 with half a body, after the effect'] as const;
/** More than the calls of any of the actions. */
const MORE_CALLS = 1_000;

let site: RedactionSite;
let injector: FaultInjector;
beforeAll(async () => {
  injector = createFaultInjector();
  site = await openRedactionSite({ intercept: injector.intercept });
  await settleSurfaces(site, { peopleMayExclude: true, peopleMayRedact: true });
});
afterAll(() => site.close());

interface Action {
  readonly operation:
    | 'excludeFinding'
    | 'undoExclusion'
    | 'startRedaction'
    | 'cancelRemoval'
    | 'previewBelow'
    | 'startBelow'
    | 'undoBelow'
    | 'cancelBelowJob';
  /** @returns the payload */
  readonly prepare: (pageId: string, requestKey: string) => object | Promise<object>;
  /**
   * The type of the audit event of the effect. Omitted for previews, which change nothing, so that the audit log has no
   * event.
   */
  readonly audited?: string;
  /** The version of the page and the number of changes of its level afterwards. */
  readonly after: { readonly version: number; readonly changes: number };
}

const cardOn = (pageId: string) => site.findings(pageId)['card-pan']?.[0] ?? '';

type JobOperation = 'previewBelow' | 'startBelow';

/** @returns the id of the job */
async function startJob(operation: JobOperation, pageId: string, payload: object): Promise<string> {
  const result = await done(site, operation, payload, { pageId });
  if (!('job' in result)) throw new Error(JSON.stringify(result));
  return result.job.jobId;
}

/** Starts a job and runs it to its end. @returns its id */
async function runBelow(operation: JobOperation, pageId: string, payload: object): Promise<string> {
  const jobId = await startJob(operation, pageId, payload);
  await runAll();
  return jobId;
}

/** A redaction that waits, because the app cannot act as the person. */
async function pausedRemoval(pageId: string, requestKey: string): Promise<{ readonly redactionId: string }> {
  const order = { findingIds: [cardOn(pageId)], dryRun: false, requestKey };
  const result = await done(site, 'startRedaction', order, { pageId });
  if (!('redaction' in result)) throw new Error(JSON.stringify(result));
  const { redactionId } = result.redaction;
  const row = rowOf(site, 'job', `redaction:${redactionId}`);
  const paused = { code: 'CANNOT_ACT_AS_PERSON', since: row['createdAt'] };
  await putRow(site, 'job', `redaction:${redactionId}`, { ...row, data: { ...Object(row['data']), paused } });
  return { redactionId };
}

async function runAll(): Promise<void> {
  for (let rounds = 0; rounds < 4; rounds += 1) {
    await site.host.background.settle();
    site.advance(30_000);
  }
}

const order = (requestKey: string) => ({
  level: { levelId: levelNamed(site, 'Restricted').levelId },
  alsoLower: false,
  requestKey,
});
const previewed = async (pageId: string) => ({
  previewId: await runBelow('previewBelow', pageId, order(crypto.randomUUID())),
});

/** The number of effects of an action, which are its audit events or the previews. */
function countEffects(audited: string | undefined): number {
  if (audited !== undefined) return rowsOf(site, 'audit', audited).length;
  return rowsOf(site, 'job').filter(({ value }) => z.object({ data: previewData }).safeParse(value).success).length;
}

const dryRun = z.object({ dryRun: z.literal(true) });
const previewData = z.union([dryRun, z.object({ order: dryRun })]);

const ACTIONS: readonly Action[] = [
  {
    operation: 'excludeFinding',
    prepare: (pageId) => ({ findingId: cardOn(pageId), reason: 'A test card.' }),
    audited: 'exclusion.created',
    after: { version: 1, changes: 0 },
  },
  {
    operation: 'undoExclusion',
    prepare: async (pageId) => {
      const order = { findingId: cardOn(pageId), reason: 'A test card.' };
      const result = await done(site, 'excludeFinding', order, { pageId });
      if (!('exclusionId' in result)) throw new Error(JSON.stringify(result));
      return { exclusionId: result.exclusionId };
    },
    audited: 'exclusion.deleted',
    after: { version: 1, changes: 0 },
  },
  {
    operation: 'startRedaction',
    prepare: (pageId, requestKey) => ({ findingIds: [cardOn(pageId)], dryRun: false, requestKey }),
    audited: 'job.created',
    after: { version: 2, changes: 0 },
  },
  {
    operation: 'startRedaction',
    prepare: (pageId, requestKey) => ({ findingIds: [cardOn(pageId)], dryRun: true, requestKey }),
    after: { version: 1, changes: 0 },
  },
  {
    operation: 'previewBelow',
    prepare: (_pageId, requestKey) => order(requestKey),
    after: { version: 1, changes: 0 },
  },
  { operation: 'startBelow', prepare: previewed, audited: 'job.created', after: { version: 1, changes: 1 } },
  {
    operation: 'undoBelow',
    prepare: async (pageId, requestKey) => ({
      jobId: await runBelow('startBelow', pageId, await previewed(pageId)),
      requestKey,
    }),
    audited: 'job.created',
    after: { version: 1, changes: 2 },
  },
  {
    operation: 'cancelBelowJob',
    prepare: async (pageId) => ({ jobId: await startJob('startBelow', pageId, await previewed(pageId)) }),
    audited: 'job.cancelled',
    after: { version: 1, changes: 0 },
  },
  {
    operation: 'cancelRemoval',
    prepare: pausedRemoval,
    audited: 'job.cancelled',
    after: { version: 1, changes: 0 },
  },
];

describe.each(ACTIONS)('$operation, audited as $audited', ({ operation, prepare, audited, after }) => {
  it('is done once or not at all, whatever call fails', async () => {
    const runWith = async (place: number, shape: (typeof SHAPES)[number]): Promise<number> => {
      const pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
      const payload = await prepare(pageId, crypto.randomUUID());
      const before = countEffects(audited);
      const jobEvents = rowsOf(site, 'audit', 'job.created').length;
      const effects = () => countEffects(audited) - before;
      const send = () => call(site, operation, payload, operation === 'cancelRemoval' ? {} : { pageId });
      injector.arm([place, faultNamed(shape)]);
      const first = await send();
      const at = `${shape} at call ${place}, ${injector.calls[place]?.path}`;
      const made = injector.calls.length;
      injector.arm();
      expect({ at, isAtMostOne: effects() <= 1 }).toEqual({ at, isAtMostOne: true });
      if (!first.ok) {
        expect([at, first.error.code]).toEqual([at, expect.stringMatching(/^(CONFLUENCE|STORAGE)_UNAVAILABLE$/)]);
      }
      await send();
      expect([at, effects()]).toEqual([at, 1]);
      await runAll();
      injector.arm();
      const truth = truthOf(site.host, pageId);
      expectWhole(truth);
      const { version } = await site.page(pageId);
      expect([at, { version, changes: truth.history.length }]).toEqual([at, after]);
      if (audited === undefined) expect(rowsOf(site, 'audit', 'job.created')).toHaveLength(jobEvents);
      return made;
    };
    const calls = await runWith(MORE_CALLS, SHAPES[0]);
    expect(calls).toBeGreaterThan(3);
    const cases = samplePoints(calls, calls).flatMap((point) => SHAPES.map((shape) => [point - 1, shape] as const));
    for (const [place, shape] of sample(cases, 9)) await runWith(place, shape);
  });
});
