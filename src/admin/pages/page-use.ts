import * as z from 'zod';
import { type Levels, readLevels } from '../../classification/level-store';
import { type UseRule, USE_SUBJECT, useRule } from '../../configuration/governance';
import { SEVERITIES } from '../../detection/detector';
import { PAGE_USE, resetUseRules, setUseRules } from '../../page-use/change-rules';
import { type Denied, readDenials } from '../../page-use/denials';
import { type PageUse, readPageUse } from '../../page-use/rules';
import { changeAsAdmin } from '../change-as-admin';
import { noInput, operation, rev } from '../input';
import type { AdminRequest } from '../operation';

/** The rules for what agents and people may use pages for. */

export interface PageUseView {
  readonly rev: number;
  readonly isProposed: boolean;
  /** Every subject that can have a rule, levels first, and its rule. */
  readonly subjects: readonly UseSubjectView[];
  readonly denials: DenialsView;
}

/** How often agents, rules and scripts were refused a page in the last seven days, today included, in UTC. At least so often. */
export interface DenialsView {
  /** ISO 8601 */
  readonly asOf: string;
  readonly denied: readonly Denied[];
}

export interface UseSubjectView {
  readonly subject: string;
  /** The name of the level. Omitted: not a level. */
  readonly level?: string;
  readonly rule?: UseRule;
}

const OTHER_SUBJECTS = [
  'no-level',
  ...SEVERITIES.map((one) => `findings:${one}`).toReversed(),
  'not-scanned',
  'over-exposed',
];

async function viewOf(
  { storage, now }: AdminRequest,
  { revision, rules, isProposed }: PageUse,
  { all }: Levels,
): Promise<PageUseView> {
  const ruleOf = (subject: string) => (rules[subject] === undefined ? {} : { rule: rules[subject] });
  const levels = all.flatMap(({ levelId, name, status }) => {
    const subject = `level:${levelId}`;
    return status === 'PUBLISHED' || rules[subject] !== undefined ? [{ subject, level: name, ...ruleOf(subject) }] : [];
  });
  return {
    rev: revision,
    isProposed,
    subjects: [...levels, ...OTHER_SUBJECTS.map((subject) => ({ subject, ...ruleOf(subject) }))],
    denials: { asOf: now.toISOString(), denied: await readDenials(storage, { all }, now) },
  };
}

export const getPageUse = operation(noInput, async (request) => {
  const { storage, installationId } = request;
  const levels = await readLevels(storage, installationId);
  return viewOf(request, await readPageUse(storage, levels), levels);
});

/** Replaces all rules. `proposed`: those of a site that has set none. */
export const editPageUse = operation(
  z.strictObject({ rev, rules: z.union([z.record(z.string().regex(USE_SUBJECT), useRule), z.literal('proposed')]) }),
  async (request, { rev, rules }) => {
    const levels = await readLevels(request.storage, request.installationId);
    const change = rules === 'proposed' ? resetUseRules(levels) : setUseRules(levels, rules);
    return viewOf(request, await changeAsAdmin(request, PAGE_USE, rev, change), levels);
  },
);
