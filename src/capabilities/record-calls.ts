import * as z from 'zod';
import { openStorage } from '../people/open-storage';
import type { Clock } from '../platform/clock';
import { Deadline } from '../platform/deadline';
import type { AnswerRecorder } from './answer-recorder';
import type { NewAnswer } from './answers';

type PlatformFunction<Result> = (payload: unknown, context: unknown) => Promise<Result>;

const siteContext = z.object({ installContext: z.string().min(1) });

const LIMIT_MS = 2_000;

/**
 * Wraps a function that the platform calls with arguments of an undocumented form, and records the form of each call.
 * Only a process that has not recorded the same answer today takes longer for it.
 * @param answers undefined: nothing is recorded
 */
export function recordCalls<Result>(
  { answers, clock }: { readonly answers?: AnswerRecorder; readonly clock: Clock },
  toAnswers: (payload: unknown, context: unknown) => readonly NewAnswer[],
  run: PlatformFunction<Result>,
): PlatformFunction<Result> {
  if (answers === undefined) return run;
  return async (payload, context) => {
    const result = await run(payload, context);
    const installationId = siteContext.safeParse(context).data?.installContext ?? '';
    const storage = openStorage(new Deadline(LIMIT_MS), clock);
    for (const answer of toAnswers(payload, context)) await answers.record(storage, installationId, answer, clock());
    return result;
  };
}
