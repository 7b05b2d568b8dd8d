import * as z from 'zod';
import { findLevel, type Levels } from '../../classification/level-store';
import { SEVERITIES } from '../../detection/detector';
import { purpose, ruleFields } from '../../page-use/rule-fields';
import { OTHER_SUBJECTS, type PageUse, type UseRules } from '../../page-use/rules';
import { Problem } from '../problem';
import { editOf, requirePresent } from '../read-only';
import type { AuthorizedRequest } from '../route';
import * as fields from '../fields';
import { LEVEL_EXAMPLE } from './level-schemas';
import { levelIdOf } from './setting-schemas';

/** The rules for the use of pages, in requests and responses. */

const WHEN = ['level', 'no-level', 'findings', 'not-scanned', 'over-exposed'] as const;

const ruleBody = z
  .strictObject({
    when: z.enum(WHEN, { error: `must be one of ${WHEN.join(', ')}` }).meta({
      description:
        'The pages that the rule is for. `level`: with this level. `no-level`: without a level. `findings`: with an open finding of this severity or a higher one. `not-scanned`: whose current version is not scanned completely. `over-exposed`: that more people can view than their level allows, as it was measured.',
    }),
    levelId: z.string().nullable().meta({ description: 'null = not a rule for a level.' }),
    levelKey: z.string().nullable(),
    levelName: z.string().nullable(),
    severity: z.enum(SEVERITIES).nullable().meta({ description: 'null = not a rule for findings.' }),
    ask: z.array(purpose),
    deny: z.array(purpose),
  })
  .meta({
    id: 'PageUseRule',
    description: 'The purposes that pages may not be used for. Every other purpose is allowed.',
  });

const ruleInput = editOf(ruleBody, {
  when: ruleBody.shape.when,
  levelId: fields.levelName
    .optional()
    .meta({ description: 'A UUID or a key. Required with `level`, and not allowed otherwise.' }),
  severity: z
    .enum(SEVERITIES, { error: `must be one of ${SEVERITIES.join(', ')}` })
    .optional()
    .meta({ description: 'Required with `findings`, and not allowed otherwise.' }),
  ...ruleFields,
})
  .superRefine(({ when, levelId, severity }, context) => {
    const wrong = (field: string, isRequired: boolean) =>
      context.addIssue({
        code: 'custom',
        path: [field],
        message: isRequired ? `is required with ${when}` : `is not allowed with ${when}`,
      });
    if ((levelId !== undefined) !== (when === 'level')) wrong('levelId', when === 'level');
    if ((severity !== undefined) !== (when === 'findings')) wrong('severity', when === 'findings');
  })
  .meta({ id: 'SetPageUseRule' });

export const pageUseBody = z
  .strictObject({
    rules: z.array(ruleBody).meta({
      description: 'The rules for levels first, the most sensitive level first. The strictest rule decides.',
    }),
    isProposed: z
      .boolean()
      .meta({ description: 'Whether these are the proposed rules, which apply until the first change.' }),
  })
  .meta({ id: 'PageUseRules', description: 'The rules for what agents and people may use pages for.' });

const MAX_RULES = 210;

export const pageUseInput = editOf(pageUseBody, {
  rules: z
    .array(ruleInput, { error: 'must be a list of rules' })
    .max(MAX_RULES, { error: `must have at most ${MAX_RULES} entries` })
    .meta({
      description:
        'All rules. A level without a rule has that of the next more sensitive level with one. Without any, and without a rule for pages that have no level, nothing is allowed. Any other omitted rule has no effect.',
    }),
}).meta({ id: 'SetPageUseRules' });

export function toPageUseBody({ rules, isProposed }: PageUse, levels: Levels): z.infer<typeof pageUseBody> {
  const order: readonly string[] = [...levels.all.map(({ levelId }) => `level:${levelId}`), ...OTHER_SUBJECTS];
  const entries = Object.entries(rules).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return {
    rules: entries.map(([subject, { ask, deny }]) => {
      const [kind = '', value = ''] = subject.split(':');
      const levelId = kind === 'level' ? value : null;
      const { levelKey = null, name: levelName = null } = findLevel(levels, levelId ?? '') ?? {};
      return {
        when: ruleBody.shape.when.parse(kind),
        ...{ levelId, levelKey, levelName },
        severity: kind === 'findings' ? ruleBody.shape.severity.parse(value) : null,
        ...{ ask: [...ask], deny: [...deny] },
      };
    }),
    isProposed,
  };
}

/** @throws Problem 400 for a rule that is in the list twice, or a member that cannot be set */
export function toUseRules(
  { levels }: Pick<AuthorizedRequest, 'levels'>,
  sent: z.infer<typeof pageUseInput>,
  current: PageUse,
): UseRules {
  const present = toPageUseBody(current, levels);
  requirePresent(pageUseInput, sent, [present]);
  const rules = new Map<string, UseRules[string]>();
  sent.rules.forEach(({ when, levelId: name, severity, ask, deny, ...others }, index) => {
    const levelId = name === undefined ? undefined : levelIdOf(levels, name);
    const pointer = `#/rules/${index}`;
    const subject = [when, levelId ?? severity].filter((part) => part !== undefined).join(':');
    if (rules.has(subject)) throw twice(pointer);
    const { levelKey = null, name: levelName = null } = findLevel(levels, levelId ?? '') ?? {};
    requirePresent(ruleInput, others, [{ levelKey, levelName }], pointer);
    rules.set(subject, { ask, deny });
  });
  return Object.fromEntries(rules);
}

function twice(pointer: string): Problem {
  const code = 'INVALID_FIELD';
  return new Problem(code, { errors: [{ code, title: 'the rule is in the list more than once', pointer }] });
}

const { levelId, levelKey, name: levelName } = LEVEL_EXAMPLE;
const NO_LEVEL = { levelId: null, levelKey: null, levelName: null, severity: null };

export const PAGE_USE_EXAMPLE: z.infer<typeof pageUseBody> = {
  rules: [
    { ...NO_LEVEL, when: 'level', levelId, levelKey, levelName, ask: ['ai-read'], deny: ['ai-index', 'public'] },
    { ...NO_LEVEL, when: 'no-level', ask: ['ai-read', 'ai-index'], deny: ['public'] },
    { ...NO_LEVEL, when: 'findings', severity: 'critical', ask: [], deny: ['ai-index', 'guest', 'public'] },
  ],
  isProposed: false,
};

export const PAGE_USE_INPUT_EXAMPLE = {
  rules: [
    { when: 'level', levelId: 'restricted', ask: ['ai-read'], deny: ['ai-index', 'public'] },
    { when: 'no-level', ask: ['ai-read', 'ai-index'], deny: ['public'] },
    { when: 'findings', severity: 'critical', ask: [], deny: ['ai-index', 'guest', 'public'] },
  ],
};
