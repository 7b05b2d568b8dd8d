import type Database from 'libsql';
import * as z from 'zod';

/**
 * Pending deliveries of events to the app, from its queues and from Confluence. They are in the site's database, so
 * that a host that was killed continues where it stopped.
 */

const json = z.string().transform((text): unknown => JSON.parse(text));

const retry = z.object({ reason: z.string(), data: z.unknown().optional() });

const deliveryRow = z.object({
  /** The event's id, as the app receives it. */
  id: z.string(),
  kind: z.enum(['queue', 'product']),
  /** The key of the consumer or trigger in manifest.yml. */
  module: z.string(),
  /** The id of the push; '' for a Confluence event. */
  jobId: z.string(),
  /** The pushed event, or the Confluence event. */
  payload: json,
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  createdAt: z.number(),
  dueAt: z.number(),
  /** The number of invocations so far. */
  attempts: z.number(),
  /** The reason of the latest retry; null before the first one. */
  retry: z
    .string()
    .nullable()
    .transform((text) => (text === null ? undefined : retry.parse(JSON.parse(text)))),
  /** The chain of pushes that it belongs to. */
  chain: z.string(),
});

export type Delivery = z.infer<typeof deliveryRow>;
export type Retry = z.infer<typeof retry>;
export type NewDelivery = Pick<Delivery, 'id' | 'kind' | 'module' | 'jobId' | 'payload' | 'dueAt' | 'chain'>;

/** How long ended deliveries are kept, for job statistics and for repeated deliveries. */
const REMEMBERED_MS = 24 * 3_600_000;

const COLUMNS =
  'id, kind, module, job_id AS jobId, payload, state, created_at AS createdAt, due_at AS dueAt, attempts, retry, chain';

const counted = z.object({ count: z.number() });

export class Deliveries {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Database.Statement>();

  constructor(database: Database.Database) {
    this.#database = database;
    database.exec(`
      CREATE TABLE IF NOT EXISTS forge_delivery (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, module TEXT NOT NULL,
        job_id TEXT NOT NULL, payload TEXT NOT NULL, state TEXT NOT NULL, created_at INTEGER NOT NULL,
        due_at INTEGER NOT NULL, attempts INTEGER NOT NULL, retry TEXT, chain TEXT NOT NULL
      );
      CREATE INDEX IF NOT EXISTS forge_delivery_due ON forge_delivery (state, due_at);
      CREATE INDEX IF NOT EXISTS forge_delivery_job ON forge_delivery (job_id) WHERE job_id <> '';
      CREATE INDEX IF NOT EXISTS forge_delivery_created ON forge_delivery (kind, created_at);
      CREATE TABLE IF NOT EXISTS forge_chain (chain TEXT PRIMARY KEY, pushes INTEGER NOT NULL);
    `);
    // The process died while the app was handling these. Forge would deliver them again, too.
    database
      .prepare(`UPDATE forge_delivery SET state = 'waiting', retry = ? WHERE state = 'running'`)
      .run(JSON.stringify({ reason: 'FUNCTION_PLATFORM_UNKNOWN_ERROR' }));
  }

  /** All of them, or none. */
  add(deliveries: readonly NewDelivery[], nowMs: number): void {
    this.#database.transaction(() => {
      const insert = this.#statement(`
        INSERT INTO forge_delivery (id, kind, module, job_id, payload, state, created_at, due_at, attempts, chain)
        VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?, 0, ?)`);
      for (const { id, kind, module, jobId, payload, dueAt, chain } of deliveries)
        insert.run(id, kind, module, jobId, JSON.stringify(payload), nowMs, dueAt, chain);
      this.#statement(
        `DELETE FROM forge_delivery
         WHERE kind IN ('queue', 'product') AND created_at < ? AND state NOT IN ('waiting', 'running')`,
      ).run(nowMs - REMEMBERED_MS);
    })();
  }

  find(id: string): Delivery | undefined {
    return this.#all('WHERE id = ?', id)[0];
  }

  /** All deliveries that have not ended, in the order in which they are due. */
  pending(): readonly Delivery[] {
    return this.#all(`WHERE state IN ('waiting', 'running') ORDER BY due_at, sequence`);
  }

  due(nowMs: number, limit: number): readonly Delivery[] {
    return this.#all(`WHERE state = 'waiting' AND due_at <= ? ORDER BY due_at, sequence LIMIT ${limit}`, nowMs);
  }

  ofJob(jobId: string): readonly Delivery[] {
    return this.#all('WHERE job_id = ?', jobId);
  }

  pushedSince(fromMs: number): number {
    const sql = `SELECT count(*) AS count FROM forge_delivery WHERE kind = 'queue' AND created_at > ?`;
    return counted.parse(this.#statement(sql).get(fromMs)).count;
  }

  save({ id, state, dueAt, attempts, retry }: Delivery): void {
    this.#statement('UPDATE forge_delivery SET state = ?, due_at = ?, attempts = ?, retry = ? WHERE id = ?').run(
      state,
      dueAt,
      attempts,
      retry === undefined ? null : JSON.stringify(retry),
      id,
    );
  }

  /** @returns the number of pushes in the chain, including this one */
  countPush(chain: string): number {
    const sql = `INSERT INTO forge_chain (chain, pushes) VALUES (?, 1)
      ON CONFLICT (chain) DO UPDATE SET pushes = pushes + 1 RETURNING pushes AS count`;
    return counted.parse(this.#statement(sql).get(chain)).count;
  }

  /** Prepared once. */
  #statement(sql: string): Database.Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #all(where: string, ...values: (string | number)[]): Delivery[] {
    const rows = this.#statement(`SELECT ${COLUMNS} FROM forge_delivery ${where}`).all(...values);
    return rows.map((row) => deliveryRow.parse(row));
  }
}
