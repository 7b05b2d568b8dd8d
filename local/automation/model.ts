import * as z from 'zod';

/** Rules of Automation, as people enter them in its editor, and the records of runs. */

/** The triggers, by the names of Automation's editor. */
export const TRIGGER_NAMES = {
  'page-published': 'Page published',
  'page-edited': 'Page edited',
  'page-labelled': 'Page labeled',
  manual: 'Manual trigger from page',
  scheduled: 'Scheduled',
} as const;

/** The comparisons of a smart values condition, by the names of Automation's editor. */
export const OPERATOR_NAMES = {
  equals: 'equals',
  'not-equals': 'does not equal',
  contains: 'contains',
  'starts-with': 'starts with',
  'greater-than': 'greater than',
  'less-than': 'less than',
} as const;

/** The steps besides the actions of the app, by the names of Automation's editor. */
export const STEP_NAMES = {
  condition: 'Smart values condition',
  'web-request': 'Send web request',
  comment: 'Comment on page',
} as const;

export const INTERVALS = { 'five-minutes': 300_000, hour: 3_600_000, day: 86_400_000 } as const;

const keysOf = <T extends object>(names: T) =>
  z.enum(Object.keys(names) as [keyof T & string, ...(keyof T & string)[]]);

const text = z.string().max(10_000);
const smartText = z.string().max(2_000);

const trigger = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('page-published') }),
  z.strictObject({ type: z.literal('page-edited') }),
  z.strictObject({ type: z.literal('page-labelled'), label: z.string().max(255) }),
  z.strictObject({ type: z.literal('manual') }),
  /** Runs the steps for each page that the query finds, like the branch "For each CQL (related entities)". */
  z.strictObject({ type: z.literal('scheduled'), every: keysOf(INTERVALS), cql: z.string().max(2_000) }),
]);

const condition = z.strictObject({
  type: z.literal('condition'),
  first: smartText,
  operator: keysOf(OPERATOR_NAMES),
  second: smartText,
});
const appAction = z.strictObject({
  type: z.literal('action'),
  /** The key of the action in manifest.yml. */
  action: z.string().max(100),
  inputs: z.record(z.string().max(100), z.union([text, z.number(), z.boolean(), z.null()])),
});
const header = z.strictObject({
  name: z.string().max(255),
  value: z.string().max(4_000),
  /** The editor and the log never show the value. */
  isHidden: z.boolean().default(false),
});
const webRequest = z.strictObject({
  type: z.literal('web-request'),
  url: z.string().max(2_000),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  headers: z.array(header).max(20).default([]),
  body: text.default(''),
  /** "Delay execution of subsequent rule actions until we've received a response for this web request". */
  waits: z.boolean().default(true),
});
const comment = z.strictObject({ type: z.literal('comment'), text });
const step = z.discriminatedUnion('type', [condition, appAction, webRequest, comment]);

/** A rule as people write it. Strict, because a misspelled member would have no effect. */
export const ruleInput = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** The email address of the person of the connection, in whose name the rule acts. */
  user: z.string().max(255),
  isEnabled: z.boolean().default(false),
  /** Space keys. Empty: all spaces. */
  spaces: z.array(z.string().max(255)).max(50).default([]),
  trigger,
  steps: z.array(step).max(20).default([]),
});

export type RuleInput = z.infer<typeof ruleInput>;
export type Trigger = z.infer<typeof trigger>;
export type Step = z.infer<typeof step>;
export type Condition = z.infer<typeof condition>;
export type WebRequest = z.infer<typeof webRequest>;
export type AppAction = z.infer<typeof appAction>;

export interface Rule extends RuleInput {
  readonly id: string;
}

/** The result of one step of a run. */
const stepRecord = z.object({
  name: z.string(),
  /** `stopped`: the condition is not met. The rule ends after every outcome except `done`. */
  outcome: z.enum(['done', 'stopped', 'error']),
  message: z.string(),
});
export type StepRecord = z.infer<typeof stepRecord>;

/** An entry of the audit log of a rule. */
export const runRecord = z.object({
  ruleId: z.string(),
  /** The page of the run. Absent for a schedule that found no page. */
  pageId: z.string().optional(),
  at: z.string(),
  /** The names of Automation's audit log; `pending`: the run has not started. */
  status: z.enum(['pending', 'success', 'no actions performed', 'failure']),
  steps: z.array(stepRecord),
});
export type RunRecord = z.infer<typeof runRecord>;
export interface Run extends RunRecord {
  readonly id: number;
}

/** A problem of a rule, at the path of the member: `['steps', 0, 'inputs', 'level']`. */
export interface RuleProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
