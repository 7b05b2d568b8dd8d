import { actorOf } from '../../audit/event';
import { cancelRun } from '../../runs/end-run';
import { type Full, LINE_LIMITS } from '../../runs/line';
import type { RunCreation } from '../../runs/create-run';
import { pushCreated } from '../../runs/push-run';
import type { PlacedRun } from '../../runs/placed-run';
import type { RunKind, RunKindName, RunRecord } from '../../runs/run-kind';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/** Shared by jobs, scans and redactions of the admin area. */

/**
 * @returns the run that the request created, after its event is pushed
 * @throws Refusal
 */
export async function startCreated<R extends RunRecord, B>(
  request: AdminRequest,
  kind: RunKind<R, B>,
  creation: RunCreation<R> | { readonly outcome: 'none' },
): Promise<PlacedRun<R>> {
  switch (creation.outcome) {
    case 'created':
    case 'existing': {
      const { run } = creation;
      await pushCreated(request, kind, run);
      return run;
    }
    case 'owner-full':
    case 'site-full':
      throw tooManyRuns(kind.name, creation.outcome);
    case 'none':
    case 'reused':
    case 'contended':
      throw runChanged(kind.name, `Other ${kind.name}s were created at the same time. Nothing was changed. Try again.`);
  }
}

const CHANGED = { job: 'JOB_CHANGED', scan: 'SCAN_CHANGED', redaction: 'REDACTION_CHANGED' } as const;

function runChanged(kind: RunKindName, message: string): Refusal {
  return new Refusal(CHANGED[kind], message);
}

/** Cancels a run on behalf of the admin. @throws Refusal */
export async function cancelAsAdmin<R extends RunRecord, B>(
  request: AdminRequest,
  kind: RunKind<R, B>,
  runId: string,
): Promise<PlacedRun<R>> {
  const canceled = await cancelRun(request, kind, runId, actorOf(request));
  if (canceled?.run === undefined)
    throw runChanged(kind.name, `The ${kind.name} wasn’t canceled because it kept changing. Try again.`);
  return canceled.run;
}

const TOO_MANY = { job: 'TOO_MANY_JOBS', scan: 'TOO_MANY_SCANS', redaction: 'TOO_MANY_REDACTIONS' } as const;

function tooManyRuns(kind: RunKindName, full: Full): Refusal {
  const { openOfOwner, open } = LINE_LIMITS;
  const whose = full === 'owner-full' ? `You have ${openOfOwner}` : `The site has ${open}`;
  return new Refusal(TOO_MANY[kind], `${whose} open ${kind}s, the maximum. Wait until one ends, or cancel one.`);
}
