import * as z from 'zod';
import type { NewAnswer } from '../capabilities/answers';
import { shapeOf } from '../capabilities/argument-shape';
import { ANONYMOUS } from '../platform/resolver';

/** The answers of the site check that a call of an action gives. They contain names of members, never a value. */

/** The names of all inputs in manifest.yml. */
const INPUTS = ['pageId', 'level', 'onlyRaise', 'reason', 'need'];

const members = z.record(z.string(), z.unknown());
const nested = z.object({ payload: members });
const person = z.object({ principal: z.object({ accountId: z.string().min(1) }) });

export function answersOfCall(payload: unknown, context: unknown): readonly NewAnswer[] {
  const detail = shapeOf([payload, context]);
  const accountId = person.safeParse(context).data?.principal.accountId;
  const hasPerson = accountId !== undefined && accountId !== ANONYMOUS;
  return [
    { probe: 'action-arguments', state: stateOf(payload), detail },
    { probe: 'action-person', ...(hasPerson ? { state: 'works' } : { state: 'fails', detail: 'no-person' }) },
  ];
}

/** An action without required inputs may have none. */
function stateOf(payload: unknown): NewAnswer['state'] {
  const inputs = nested.safeParse(payload).data?.payload ?? members.safeParse(payload).data ?? {};
  const names = Object.keys(inputs).filter((name) => name !== 'context');
  if (names.length === 0) return 'not-tried';
  return names.some((name) => INPUTS.includes(name)) ? 'works' : 'fails';
}
