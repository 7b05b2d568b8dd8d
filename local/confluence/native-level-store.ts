import { type NativeLevel, nativeLevelRow, type Space } from './rows';
import type { Tables } from './tables';

/** The levels of an organization that starts with Atlassian's template. 1 = the most sensitive. */
const TEMPLATE: readonly NativeLevel[] = [
  level('1', 1, 'Restricted', 'RED', 'Data that would be very damaging if it became public.', 'Share it by name only.'),
  level(
    '2',
    2,
    'Confidential',
    'ORANGE',
    'Data that would be damaging if it became public.',
    'Share it with teams only.',
  ),
  level('3', 3, 'Internal', 'BLUE', 'Data for everyone in the company.', 'Keep it inside the company.'),
  level('4', 4, 'Public', 'GREEN', 'Data for everyone.', ''),
];

function level(
  id: string,
  position: number,
  name: string,
  color: string,
  description: string,
  guideline: string,
): NativeLevel {
  return { id: `native-${id}`, status: 'PUBLISHED', position, name, description, guideline, color };
}

/** The levels of Atlassian's own classification, and those that pages and spaces have. */
export class NativeLevelStore {
  constructor(private readonly tables: Tables) {}

  /** The most sensitive first. */
  all(): readonly NativeLevel[] {
    const stored = this.tables.all(nativeLevelRow, 'SELECT * FROM cf_native_level ORDER BY position');
    return stored.length === 0 ? TEMPLATE : stored;
  }

  byId(id: string | undefined): NativeLevel | undefined {
    return this.all().find((one) => one.id === id);
  }

  replaceAll(levels: readonly NativeLevel[]): void {
    this.tables.run('DELETE FROM cf_native_level');
    for (const { id, status, position, name, description, guideline, color } of levels) {
      this.tables.run(
        'INSERT INTO cf_native_level (id, status, position, name, description, guideline, color) VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[id, status, position, name, description, guideline, color],
      );
    }
  }

  /** The level that the page has by itself, without the default of its space. */
  ownOf(contentId: string): NativeLevel | undefined {
    return this.levelIn('cf_native_content', contentId);
  }

  defaultOf(spaceId: string): NativeLevel | undefined {
    return this.levelIn('cf_native_space', spaceId);
  }

  setOwn(contentId: string, levelId: string | undefined): void {
    this.put('cf_native_content', contentId, levelId);
  }

  /** A more sensitive default replaces the less sensitive levels of the pages of the space. */
  setDefault(space: Space, levelId: string | undefined): void {
    this.put('cf_native_space', space.id, levelId);
    const lower = this.all().filter(({ position }) => position > (this.byId(levelId)?.position ?? Infinity));
    for (const { id } of lower) {
      this.tables.run(
        'DELETE FROM cf_native_content WHERE levelId = ? AND id IN (SELECT id FROM cf_content WHERE spaceId = ?)',
        id,
        Number(space.id),
      );
    }
  }

  private levelIn(table: string, id: string): NativeLevel | undefined {
    return this.tables.first(
      nativeLevelRow,
      `SELECT cf_native_level.* FROM ${table} JOIN cf_native_level ON cf_native_level.id = levelId WHERE ${table}.id = ?`,
      Number(id),
    );
  }

  private put(table: string, id: string, levelId: string | undefined): void {
    this.tables.run(`DELETE FROM ${table} WHERE id = ?`, Number(id));
    if (levelId === undefined) return;
    // The template is stored with the first level that is set.
    if (this.tables.first(nativeLevelRow, 'SELECT * FROM cf_native_level') === undefined) this.replaceAll(TEMPLATE);
    this.tables.run(`INSERT INTO ${table} (id, levelId) VALUES (?, ?)`, Number(id), levelId);
  }
}
