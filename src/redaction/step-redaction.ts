import { LICENSE_INACTIVE } from '../capabilities/license';
import { monotonicMs } from '../platform/clock';
import { openPoints, payerOfWork } from '../quota/charge-or-wait';
import { commitStep } from '../runs/end-run';
import type { Step } from '../runs/push-run';
import { hasEnded } from '../runs/run-kind';
import {
  CHECK_AGAIN,
  CONTINUE,
  ENDED,
  pause,
  type StepContext,
  type StepResult,
  stepRun,
  stop,
} from '../runs/step-run';
import type { RedactionContext } from './page-work';
import { abandonPages, endedRedaction, REDACTIONS } from './redaction-kind';
import { isPageDone, type RedactionRun } from './run-model';
import { stepPage } from './step-page';

/**
 * Advances a redaction by some pages. It starts at the stored position and stores the result of each page before it
 * starts the next one.
 */

/** A step starts no further page after this time. */
const BUDGET_MS = 60_000;
/** The approximate cost of a page: read for editing, write, read back. Unused points are returned. */
const POINTS_AT_A_TIME = 12;
const CANNOT_ACT_AS_PERSON = 'CANNOT_ACT_AS_PERSON';

/** @throws StorageUnavailableError, CorruptRecordError: retry the step later */
export function stepRedaction(
  context: Omit<RedactionContext, 'confluence'> & Pick<StepContext, 'unpaid'>,
  redactionId: string,
): Promise<Step> {
  const pointsOf = (ownerId: string | undefined) =>
    openPoints(context, payerOfWork(ownerId), { block: POINTS_AT_A_TIME });
  return stepRun({ ...context, openPoints: pointsOf }, REDACTIONS, redactionId, (run, confluence, _open, isLicensed) =>
    stepPages({ ...context, confluence }, run, isLicensed),
  );
}

/** @param isLicensed false: completes the page that was begun, and pauses */
async function stepPages(context: RedactionContext, first: RedactionRun, isLicensed: boolean): Promise<StepResult> {
  const endsAtMs = monotonicMs() + BUDGET_MS;
  let run = first;
  do {
    if (hasEnded(run.record)) return ENDED;
    const { cancelledAt, dryRun, pages } = run.record.data;
    const current = run;
    const page = pages.find((one) => !isPageDone(current, one));
    if (page === undefined) return end(context, run, 'finished');
    if (cancelledAt !== undefined && !page.isBegun) return end(context, run, 'cancelled');
    if (!isLicensed && !page.isBegun) return pause(context, REDACTIONS, run, LICENSE_INACTIVE);
    const step = await stepPage(context, run, page);
    switch (step.outcome) {
      case 'advanced':
        ({ run } = step);
        break;
      case 'superseded':
        return CHECK_AGAIN;
      case 'later':
        return step;
      case 'refused':
        if (cancelledAt !== undefined) return end(context, abandonPages(step.run), 'cancelled');
        // A person waits for the preview, and needs the reason now.
        if (dryRun) return stop(context, REDACTIONS, step.run, CANNOT_ACT_AS_PERSON);
        return pause(context, REDACTIONS, step.run, CANNOT_ACT_AS_PERSON);
      case 'stopped':
        return stop(context, REDACTIONS, step.run, step.stoppedBy);
    }
  } while (monotonicMs() < endsAtMs);
  return CONTINUE;
}

/** Ends a redaction that has nothing left to do or was canceled. */
async function end(context: RedactionContext, run: RedactionRun, state: 'finished' | 'cancelled'): Promise<StepResult> {
  const after = endedRedaction(run, state, context.clock().toISOString());
  const started = await commitStep(context, REDACTIONS, run, after);
  // Another step wrote first and may have left work.
  return started === 'conflict' ? CONTINUE : { outcome: 'ended', started };
}
