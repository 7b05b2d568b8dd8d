import * as z from 'zod';
import { actorOf } from '../../audit/event';
import { neededFor } from '../../classification/content-type';
import { REDACTIONS } from '../../redaction/redaction-kind';
import type { RedactionRecord } from '../../redaction/run-model';
import { cancelRun } from '../../runs/end-run';
import { placedIn, type PlacedRun, standingOf } from '../../runs/placed-run';
import { readOpenRuns } from '../../runs/run-store';
import type { ResultOf } from '../contract';
import { NO_INPUT, type SurfaceRequest } from '../operation';
import { readInput } from '../result';
import { requirePerson, seeAsPerson, withPoints } from '../viewed-page';

/** The removals of this person that wait until the app may act in their name (docs/adr/0055). */

type PausedRun = PlacedRun<RedactionRecord>;
type Result = ResultOf<'listPausedRemovals'>;

export async function listPausedRemovals(request: SurfaceRequest, payload: unknown): Promise<Result> {
  readInput(NO_INPUT, payload);
  const accountId = requirePerson(request);
  return view(request, await readPaused(request, accountId));
}

/** Cancels one of them. Repeating it is harmless. @returns the others */
export async function cancelRemoval(request: SurfaceRequest, payload: unknown): Promise<Result> {
  const accountId = requirePerson(request);
  const { redactionId } = readInput(z.strictObject({ redactionId: z.uuid() }), payload);
  const paused = await readPaused(request, accountId);
  if (!paused.some(({ runId }) => runId === redactionId)) return view(request, paused);
  await cancelRun(request, REDACTIONS, redactionId, actorOf({ accountId }));
  return view(request, await readPaused(request, accountId));
}

async function readPaused({ storage, now }: SurfaceRequest, accountId: string): Promise<readonly PausedRun[]> {
  const { line, runs } = await readOpenRuns(storage, REDACTIONS);
  const paused = runs.filter(
    ({ record: { data } }) =>
      data.createdBy === accountId && data.keyId === undefined && data.paused !== undefined && !data.dryRun,
  );
  return paused.map((run) => placedIn(line, run, now));
}

/** A page that the person can no longer see has no title. */
async function view(request: SurfaceRequest, paused: readonly PausedRun[]): Promise<Result> {
  if (paused.length === 0) return { removals: [] };
  const contents = paused.flatMap(({ record }) => record.data.pages);
  const pageIds = [...new Set(contents.map(({ pageId }) => pageId))];
  const seen = await withPoints(request, (reader) => seeAsPerson(reader, pageIds, neededFor(contents)));
  return {
    removals: paused.map((run) => {
      const { runId: redactionId, record } = run;
      const { createdAt, data } = record;
      const pages = data.pages.flatMap(({ pageId }) => {
        const visible = seen.get(pageId);
        return visible === undefined || visible === 'hidden' ? [] : [{ pageId, title: visible.page.title }];
      });
      return { redactionId, createdAt, ...standingOf(run), pages };
    }),
  };
}
