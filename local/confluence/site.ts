import * as z from 'zod';
import { AppPropertyStore } from './app-property-store';
import { ContentStore } from './content-store';
import { NativeLevelStore } from './native-level-store';
import { PeopleStore } from './people-store';
import type { PropertyIndex } from './property-index';
import { SCHEMA, TABLES } from './schema';
import { SpaceStore } from './space-store';
import { TaskStore } from './task-store';
import type { SqlValue, Tables } from './tables';

const sequenceRow = z.object({ value: z.number() });
/** The columns of a row, in the order of the table. */
const anyRow = z
  .record(z.string(), z.union([z.string(), z.number(), z.null()]))
  .transform((columns) => Object.values(columns));

/** The first ids of new objects; the demo site uses fixed ids below them. */
const FIRST_ID = 1_000_001;

/** All data of the simulated site. */
export class Site {
  readonly people: PeopleStore;
  readonly spaces: SpaceStore;
  readonly contents: ContentStore;
  readonly appProperties: AppPropertyStore;
  readonly nativeLevels: NativeLevelStore;
  readonly tasks: TaskStore;
  /** How often each position of a search was requested. */
  readonly positions = new Map<string, number>();

  constructor(
    private readonly tables: Tables,
    index: PropertyIndex,
  ) {
    tables.script(SCHEMA);
    const nextId = () => this.nextId();
    this.people = new PeopleStore(tables);
    this.spaces = new SpaceStore(tables, nextId);
    this.contents = new ContentStore(tables, nextId, index);
    this.appProperties = new AppPropertyStore(tables);
    this.nativeLevels = new NativeLevelStore(tables);
    this.tasks = new TaskStore(tables);
  }

  atomically<T>(work: () => T): T {
    return this.tables.atomically(work);
  }

  isEmpty(): boolean {
    return this.people.all().length === 0;
  }

  clear(): void {
    for (const table of TABLES) this.tables.run(`DELETE FROM ${table}`);
  }

  /** All rows of all tables, as a script that inserts them into empty tables. */
  rowsAsScript(): string {
    const scripts = TABLES.map((table) => {
      const rows = this.tables.all(anyRow, `SELECT * FROM ${table}`).map((row) => `(${row.map(sqlLiteral).join()})`);
      return rows.length === 0 ? '' : `INSERT INTO ${table} VALUES ${rows.join()};`;
    });
    return scripts.join('');
  }

  insertRows(script: string): void {
    this.tables.script(script);
  }

  /** Ids are never reused, not even after a deletion, because the id of a purged page must stay unknown. */
  nextId(): string {
    const row = this.tables.first(
      sequenceRow,
      `INSERT INTO cf_sequence (name, value) VALUES ('id', ${String(FIRST_ID)})
       ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value`,
    );
    if (row === undefined) throw new Error('The id sequence gave no row.');
    return String(row.value);
  }
}

function sqlLiteral(value: SqlValue): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'NULL');
}
