import type Database from 'libsql';
import type * as z from 'zod';

export type SqlValue = string | number | null | Uint8Array;

/**
 * Typed access to the database. Every row is parsed on reading, so that no user of this file needs a cast. Statements
 * are prepared once. libsql is synchronous, so a request that has started to write cannot be interleaved.
 */
export class Tables {
  private readonly statements = new Map<string, Database.Statement>();

  constructor(private readonly database: Database.Database) {}

  all<T>(row: z.ZodType<T>, sql: string, ...values: SqlValue[]): T[] {
    return this.statement(sql)
      .all(...values)
      .map((found) => row.parse(found));
  }

  first<T>(row: z.ZodType<T>, sql: string, ...values: SqlValue[]): T | undefined {
    const found = this.statement(sql).get(...values);
    return found === undefined ? undefined : row.parse(found);
  }

  /** Number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.statement(sql).run(...values).changes;
  }

  script(sql: string): void {
    this.database.exec(sql);
  }

  /** All or nothing. Joins a transaction that is already open, because SQLite has no nested ones. */
  atomically<T>(work: () => T): T {
    if (this.database.inTransaction) return work();
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.database.exec('COMMIT');
      return result;
    } catch (error) {
      this.database.exec('ROLLBACK');
      throw error;
    }
  }

  private statement(sql: string): Database.Statement {
    const known = this.statements.get(sql);
    if (known !== undefined) return known;
    const prepared = this.database.prepare(sql);
    this.statements.set(sql, prepared);
    return prepared;
  }
}
