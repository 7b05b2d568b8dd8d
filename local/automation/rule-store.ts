import type Database from 'libsql';
import * as z from 'zod';
import { Tables } from '../confluence';
import { type Rule, type RuleInput, ruleInput, type Run, type RunRecord, runRecord } from './model';

/** Rules, their runs and the consents of people, in the database of the site. */

const ruleRow = z.object({ id: z.number(), json: z.string(), lastRunAt: z.string().nullable() });
const runRow = z.object({ id: z.number(), json: z.string() });
const consentRow = z.object({ accountId: z.string() });

/** The audit log keeps this many runs. */
const KEPT_RUNS = 1_000;

export class RuleStore {
  private readonly tables: Tables;

  constructor(database: Database.Database) {
    this.tables = new Tables(database);
    this.tables.script(`
      CREATE TABLE IF NOT EXISTS auto_rule (id INTEGER PRIMARY KEY AUTOINCREMENT, json TEXT NOT NULL, lastRunAt TEXT);
      CREATE TABLE IF NOT EXISTS auto_run (id INTEGER PRIMARY KEY AUTOINCREMENT, json TEXT NOT NULL);
      CREATE TABLE IF NOT EXISTS auto_consent (accountId TEXT PRIMARY KEY);
    `);
  }

  rules(): readonly (Rule & { readonly lastRunAt: string | null })[] {
    return this.tables.all(ruleRow, 'SELECT id, json, lastRunAt FROM auto_rule ORDER BY id').map(toRule);
  }

  rule(id: string): Rule | undefined {
    const found = this.rules().find((rule) => rule.id === id);
    if (found === undefined) return undefined;
    const { lastRunAt: _, ...rule } = found;
    return rule;
  }

  add(rule: RuleInput): string {
    this.tables.run('INSERT INTO auto_rule (json) VALUES (?)', JSON.stringify(rule));
    return String(this.tables.first(z.object({ id: z.number() }), 'SELECT last_insert_rowid() AS id')?.id);
  }

  replace(id: string, rule: RuleInput): void {
    this.tables.run('UPDATE auto_rule SET json = ? WHERE id = ?', JSON.stringify(rule), id);
  }

  remove(id: string): boolean {
    return this.tables.run('DELETE FROM auto_rule WHERE id = ?', id) > 0;
  }

  markRun(id: string, at: string): void {
    this.tables.run('UPDATE auto_rule SET lastRunAt = ? WHERE id = ?', at, id);
  }

  /** Newest first. */
  runs(): readonly Run[] {
    return this.tables.all(runRow, 'SELECT id, json FROM auto_run ORDER BY id DESC').map(toRun);
  }

  addRun(run: RunRecord): Run {
    this.tables.run('INSERT INTO auto_run (json) VALUES (?)', JSON.stringify(run));
    const id = this.tables.first(z.object({ id: z.number() }), 'SELECT last_insert_rowid() AS id')?.id ?? 0;
    this.tables.run('DELETE FROM auto_run WHERE id <= ?', id - KEPT_RUNS);
    return { ...run, id };
  }

  saveRun({ id, ...run }: Run): void {
    this.tables.run('UPDATE auto_run SET json = ? WHERE id = ?', JSON.stringify(run), id);
  }

  isAllowed(accountId: string): boolean {
    return (
      this.tables.first(consentRow, 'SELECT accountId FROM auto_consent WHERE accountId = ?', accountId) !== undefined
    );
  }

  allow(accountId: string, isAllowed: boolean): void {
    this.tables.run(
      isAllowed
        ? 'INSERT INTO auto_consent (accountId) VALUES (?) ON CONFLICT DO NOTHING'
        : 'DELETE FROM auto_consent WHERE accountId = ?',
      accountId,
    );
  }
}

function toRule({ id, json, lastRunAt }: z.infer<typeof ruleRow>) {
  return { id: String(id), ...ruleInput.parse(JSON.parse(json)), lastRunAt };
}

function toRun({ id, json }: z.infer<typeof runRow>): Run {
  return { id, ...runRecord.parse(JSON.parse(json)) };
}
