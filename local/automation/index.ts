import type Database from 'libsql';
import * as z from 'zod';
import type { Confluence } from '../confluence';
import type { ActionModule, Manifest } from '../forge/manifest';
import { problemsOf } from './check-rule';
import { INTERVALS, type Rule, ruleInput, type RuleProblem, type Run, type Trigger } from './model';
import { findPages, runRule, type RuleSite } from './run-rule';
import { RuleStore } from './rule-store';

/** Automation for Confluence. Stores rules, starts them with events of Confluence, and keeps their audit log. */

export interface AutomationOptions {
  readonly database: Database.Database;
  readonly manifest: Manifest;
  readonly confluence: Confluence;
  readonly siteUrl: () => string;
  readonly now: () => Date;
  /** Invokes an action of the app. Without consent, the app cannot act as the person. */
  readonly invokeAction: (call: {
    readonly actionKey: string;
    readonly accountId: string;
    readonly inputs: Readonly<Record<string, unknown>>;
    readonly hasConsent: boolean;
  }) => Promise<{ readonly result: unknown }>;
}

export type Saved = { readonly rule: Rule } | { readonly problems: readonly RuleProblem[] };

export interface Automation {
  /** The actions of the app that Automation lists, by key. */
  readonly actions: ReadonlyMap<string, ActionModule>;
  rules(): readonly Rule[];
  rule(id: string): Rule | undefined;
  /** Creates a rule, or replaces the one with this id. Never throws for bad input. */
  save(input: unknown, id?: string): Saved;
  remove(id: string): boolean;
  /** The audit log, newest first; of one rule or of all. */
  runs(ruleId?: string): readonly Run[];
  /**
   * Runs a rule immediately, also one that is off. Runs it for one page, or without a page, for the pages of its
   * schedule. Returns undefined if there is no such rule.
   */
  runNow(ruleId: string, pageId?: string): Promise<readonly Run[] | undefined>;
  /** True if the person allowed the app to act for them in rules. */
  isAllowed(accountId: string): boolean;
  allow(accountId: string, isAllowed: boolean): void;
  /** Starts the rules for an event of Confluence. They run with `settle`, or at once after `start`. */
  publish(event: { readonly eventType: string }): void;
  /** Runs everything that is pending, one run at a time. */
  settle(): Promise<void>;
  start(): void;
  close(): void;
}

const TRIGGER_OF_EVENT: Readonly<Record<string, Trigger['type']>> = {
  'avi:confluence:created:page': 'page-published',
  'avi:confluence:updated:page': 'page-edited',
  'avi:confluence:added:label': 'page-labelled',
};
const pageEvent = z.object({
  content: z.object({ id: z.string(), type: z.literal('page'), space: z.object({ key: z.string() }) }),
  label: z.object({ name: z.string() }).optional(),
});
const POLL_INTERVAL_MS = 200;

export function createAutomation(options: AutomationOptions): Automation {
  const { manifest, confluence, siteUrl, now, invokeAction } = options;
  const store = new RuleStore(options.database);
  const listed = manifest.actionProviders.flatMap((provider) => provider.actions);
  const actions = new Map(
    manifest.actions.filter(({ key }) => listed.includes(key)).map((action) => [action.key, action]),
  );
  const site: RuleSite = {
    confluence,
    actions,
    siteUrl,
    now,
    runAction: async (actionKey, accountId, inputs) =>
      (await invokeAction({ actionKey, accountId, inputs, hasConsent: store.isAllowed(accountId) })).result,
  };
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let isPolling = false;
  /** Runs are one at a time. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };

  const pendingFor = (ruleId: string, pageId: string) =>
    store.addRun({ ruleId, pageId, at: now().toISOString(), status: 'pending', steps: [] });

  const perform = async (run: Run): Promise<Run> => {
    const rule = store.rule(run.ruleId);
    const done: Run =
      rule === undefined
        ? { ...run, status: 'no actions performed' }
        : { ...(await runRule(site, rule, run.pageId)), id: run.id };
    if (!isClosed) store.saveRun(done);
    return done;
  };

  const settle = (): Promise<void> =>
    inTurn(async () => {
      for (;;) {
        const next = isClosed ? undefined : store.runs().findLast(({ status }) => status === 'pending');
        if (next === undefined) return;
        await perform(next);
      }
    });

  /** The runs of a schedule, one for each page that its query finds. */
  const scheduled = async (rule: Rule): Promise<readonly Run[]> => {
    store.markRun(rule.id, now().toISOString());
    const accountId = confluence.accountIdOf(rule.user);
    const cql = rule.trigger.type === 'scheduled' ? rule.trigger.cql : '';
    const pages = accountId === undefined ? undefined : await findPages(site, accountId, cql);
    const at = now().toISOString();
    if (pages === undefined) {
      const message = `Confluence refused the query ${cql}`;
      const steps = [{ name: 'Scheduled', outcome: 'error' as const, message }];
      return [store.addRun({ ruleId: rule.id, at, status: 'failure', steps })];
    }
    if (pages.length === 0) {
      const steps = [{ name: 'Scheduled', outcome: 'stopped' as const, message: 'The query found no pages.' }];
      return [store.addRun({ ruleId: rule.id, at, status: 'no actions performed', steps })];
    }
    return pages.map((pageId) => pendingFor(rule.id, pageId));
  };

  const startDue = async (): Promise<void> => {
    for (const { lastRunAt, ...rule } of store.rules()) {
      if (!rule.isEnabled || rule.trigger.type !== 'scheduled') continue;
      const last = lastRunAt === null ? undefined : Date.parse(lastRunAt);
      // The first run is one interval after the host first saw the rule.
      if (last === undefined) store.markRun(rule.id, now().toISOString());
      else if (now().getTime() - last >= INTERVALS[rule.trigger.every]) await scheduled(rule);
    }
  };

  return {
    actions,
    rules: () => store.rules().map(({ lastRunAt: _, ...rule }) => rule),
    rule: (id) => store.rule(id),
    save: (input, id) => {
      const parsed = ruleInput.safeParse(input);
      if (!parsed.success) {
        return {
          problems: parsed.error.issues.map(({ path, message }) => ({
            path: path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
            message,
          })),
        };
      }
      const problems = problemsOf(parsed.data, {
        actions,
        isPerson: (email) => confluence.accountIdOf(email) !== undefined,
      });
      if (problems.length > 0) return { problems };
      if (id === undefined) return { rule: { id: store.add(parsed.data), ...parsed.data } };
      store.replace(id, parsed.data);
      return { rule: { id, ...parsed.data } };
    },
    remove: (id) => store.remove(id),
    runs: (ruleId) => store.runs().filter((run) => ruleId === undefined || run.ruleId === ruleId),
    runNow: async (ruleId, pageId) => {
      const rule = store.rule(ruleId);
      if (rule === undefined) return undefined;
      return inTurn(async () => {
        const runs = pageId === undefined ? await scheduled(rule) : [pendingFor(ruleId, pageId)];
        const done: Run[] = [];
        for (const run of runs) done.push(run.status === 'pending' ? await perform(run) : run);
        return done;
      });
    },
    isAllowed: (accountId) => store.isAllowed(accountId),
    allow: (accountId, isAllowed) => store.allow(accountId, isAllowed),
    publish: (event) => {
      const type = TRIGGER_OF_EVENT[event.eventType];
      const { data } = pageEvent.safeParse(event);
      if (type === undefined || data === undefined) return;
      const { content, label } = data;
      for (const { id, isEnabled, spaces, trigger } of store.rules()) {
        const isFor = spaces.length === 0 || spaces.includes(content.space.key);
        const hasLabel = trigger.type !== 'page-labelled' || trigger.label === label?.name;
        if (isEnabled && trigger.type === type && isFor && hasLabel) pendingFor(id, content.id);
      }
    },
    settle,
    start: () => {
      timer = setInterval(() => {
        if (isPolling) return;
        isPolling = true;
        startDue()
          .then(settle)
          .catch((error: unknown) => {
            if (!isClosed) console.error('A rule failed:', error);
          })
          .finally(() => {
            isPolling = false;
          });
      }, POLL_INTERVAL_MS);
    },
    close: () => {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
