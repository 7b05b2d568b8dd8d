import type * as z from 'zod';
import type { Levels } from '../../classification/level-store';
import { Problem } from '../problem';
import { requirePresent } from '../read-only';
import { namesOf } from './page-level-schemas';
import { levelIdOf } from './setting-schemas';

interface OfLevel {
  readonly levelId: string;
}

/**
 * The rules of a request, by the id of their level.
 * @param present the rules that GET returns
 * @throws Problem 400 if a level has two rules, or if a read-only member has another value
 */
export function rulesByLevel<Sent extends OfLevel, Rule>(
  levels: Levels,
  {
    sent,
    present,
    schema,
  }: { readonly sent: readonly Sent[]; readonly present: readonly OfLevel[]; readonly schema: z.ZodObject },
  toRule: (rule: Sent) => Rule,
): Readonly<Record<string, Rule>> {
  const rules = new Map<string, Rule>();
  sent.forEach((one, index) => {
    const levelId = levelIdOf(levels, one.levelId);
    const pointer = `#/rules/${index}`;
    if (rules.has(levelId)) throw twice(`${pointer}/levelId`);
    const named = [namesOf(levels, levelId, undefined), ...present.filter((rule) => rule.levelId === levelId)];
    requirePresent(schema, one, named, pointer);
    rules.set(levelId, toRule(one));
  });
  return Object.fromEntries(rules);
}

function twice(pointer: string): Problem {
  const code = 'INVALID_FIELD';
  return new Problem(code, { errors: [{ code, title: 'levelId is in the list more than once', pointer }] });
}
