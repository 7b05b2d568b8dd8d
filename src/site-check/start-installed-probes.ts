import { changeProbeRow, type NewAnswer, withAnswers } from '../capabilities/answers';
import { parseCheck, SCHEDULE_WITHIN_MS } from './check';
import { pushProbes } from './queue-probes';
import type { Context } from '../platform/context';

interface InstalledContext extends Pick<Context, 'storage' | 'push' | 'clock'> {
  /**
   * The event that reports the version, with the person who installed the app, for a probe of the queue. The account is not
   * stored. Undefined: the probes of the event and of the person are not run.
   */
  readonly event: { readonly accountId: string | undefined } | undefined;
}

/**
 * Runs the probes that need no admin, after the app was installed or updated: at most two events, one read and one write.
 * After an update, a scheduled trigger also tries to act as the person who started the last check. Running it twice is harmless.
 * @throws StorageUnavailableError
 */
export async function startInstalledProbes({ storage, push, clock, event }: InstalledContext): Promise<void> {
  const now = clock();
  const pushed = await pushProbes(push, now, event?.accountId);
  const reported = event === undefined ? [] : [{ probe: 'installed-event', state: 'works' } as const];
  const answers: readonly NewAnswer[] = [...reported, ...pushed];
  await changeProbeRow(storage, (row) => {
    const check = parseCheck(row.check);
    const scheduleUntil = new Date(now.getTime() + SCHEDULE_WITHIN_MS).toISOString();
    return {
      row: {
        answers: withAnswers(row.answers, answers, now),
        ...(check === undefined ? {} : { check: { ...check, scheduleUntil } }),
      },
    };
  });
}
