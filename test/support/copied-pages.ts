import { join } from 'node:path';
import Database from 'libsql';
import * as z from 'zod';
import { DEMO_SPACES } from '../../local/demo';
import { readManifest } from '../../local/forge/manifest';
import { siteAri } from '../../local/forge/runtime';
import { byKey, createCatalog, entityCollection, entityOfCollection } from '../../local/forge/storage/catalog';
import { parseEntityDefinitions } from '../../local/forge/storage';
import { defaultLevels } from '../../src/classification/default-levels';
import { parsePageLevel } from '../../src/classification/page-level-store';
import type { Levels } from '../../src/classification/level-store';
import { NO_SETTINGS } from '../../src/classification/settings';
import { contributionRecord, countersOf } from '../../src/counts/contribution';
import { addCounters, type Counters, NO_COUNTERS } from '../../src/counts/numbers';
import { SHARD_KEYS, shardKeyOf, shardWrite } from '../../src/counts/shards';
import { hashOf, levelProperty } from '../../src/mirror/level-property';
import { LEVEL_PROPERTY } from '../../src/mirror/prefix';
import { mirrorKeyOf } from '../../src/mirror/mirror-key';
import { readPeppers } from '../../src/platform/secrets';
import { openSite, type Site, type SiteOptions } from './site';
import { aPage } from './wiki-pages';

/**
 * A site with any number of pages and the rows of a busy month, for measurements and for tests of costs that may not depend on the
 * number of pages. One page is classified and scanned by the app. Its rows are copied directly into the database of the
 * local host, with other ids, spaces, levels and times.
 */

export interface CopiedSite {
  readonly pages: number;
  /** The number of spaces that contain the copies. The first has a fifth of all pages. */
  readonly spaces: number;
  /** The time of the site, which is after the rows of all copies. */
  readonly now: Date;
  /** True if the scans are of the current versions of the copies. Default: of older ones, so the daily comparison scans every copy. */
  readonly hasCurrentScans?: boolean;
}

const PEPPER = '5d'.repeat(32);
/** The peppers of the app on such a site. */
export const copiedPeppers = () => readPeppers({ PEPPER_V1: PEPPER });

const FIRST_PAGE = 1_000_000_000;
const FIRST_PROPERTY = 3_000_000_000;
const FIRST_SPACE = 900_000;
const DAY_MS = 86_400_000;
/** The time of every page, and of the first row of the site. */
const CREATED_AT = '2026-01-05T00:00:00.000Z';
const FROM_MS = Date.parse(CREATED_AT);
const TEXT = 'Our colleague gave the number SSN 536-22-1234 to the office.';

export const copiedPageId = (index: number): string => String(FIRST_PAGE + index);
export const copiedFindingId = (index: number): string => uuidOf(3, index);
export const copiedSpaceId = (index: number): string => String(FIRST_SPACE + index);
const spaceIdOf = (index: number, spaces: number) =>
  copiedSpaceId(index % 5 === 0 || spaces === 1 ? 0 : 1 + (index % (spaces - 1)));
/** Ascending, so that the copies are inserted in order. */
const uuidOf = (kind: number, index: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** A seventh of the pages changed a second time in the last 30 days. */
const isChangedTwice = (index: number): boolean => index % 7 === 0;
/** An eleventh of the pages has a finding. Half of these findings are open. */
const hasFinding = (index: number) => index % 11 === 0;
const isFindingOpen = (index: number) => index % 22 === 0;

type Value = Readonly<Record<string, unknown>>;
interface TemplateRow {
  readonly key: string;
  readonly value: Value;
}

const storedRow = z.object({ key: z.string(), value: z.string() });
const record = z.record(z.string(), z.unknown());
const dataOf = ({ value }: TemplateRow): Value => record.parse(value['data']);

export type CopyOptions = Omit<SiteOptions, 'dataDir' | 'now' | 'peppers'>;

/** Opens the site in this folder at a time that the caller moves. */
export function openCopied(folder: string, now: () => Date, options: CopyOptions = {}): Site {
  return openSite({ queryLagMs: 0, ...options, dataDir: folder, now, peppers: copiedPeppers });
}

/** Fills an empty folder. */
export async function copyPages(
  folder: string,
  { pages, spaces, now, hasCurrentScans = false }: CopiedSite,
): Promise<void> {
  let nowMs = now.getTime() - 3_600_000;
  const site = openCopied(folder, () => new Date((nowMs += 1)));
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const pageId = await aPage(site, { spaceId: DEMO_SPACES.OPEN, text: TEXT });
  await site.host.background.settle();
  const levels = defaultLevels(siteAri(site.host.installation));
  const [level] = levels;
  const headers = { 'Idempotency-Key': 'first' };
  const body = { pageId, levelId: level?.levelId };
  const { status } = await site.rest('POST', '/v1/page-level', { key, headers, body });
  if (status !== 201) throw new Error(`the page was not classified: ${status}`);
  await site.host.background.settle();
  // Later than everything that the counters read again.
  nowMs += 1_800_000;
  await site.host.background.runSchedule('every-five-minutes');
  await site.host.background.settle();
  const { installationId } = site.host.installation;
  const installationAri = siteAri(site.host.installation);
  site.close();

  const database = new Database(join(folder, 'site.db'));
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -400000');
  database.exec('DELETE FROM forge_delivery; DELETE FROM kvs_change; DELETE FROM kvs_seen');
  copySpaces(database, spaces);
  const keys = copiedPeppers();
  if (keys === undefined || level === undefined) throw new Error('no pepper or no level');
  const mirrorKey = mirrorKeyOf(keys, installationAri);
  const all: Levels = { revision: 0, all: levels, settings: NO_SETTINGS };

  const template = (entity: string, word = pageId): TemplateRow => {
    const found = database
      .prepare('SELECT key, value FROM kvs_row WHERE collection = ? AND instr(key || value, ?) > 0')
      .all(entityCollection(entity), word)
      .map((row) => storedRow.parse(row))[0];
    if (found === undefined) throw new Error(`no row of ${entity} has ${word}`);
    return { key: found.key, value: record.parse(JSON.parse(found.value)) };
  };
  const rows = {
    level: template('page-level'),
    change: template('level-change'),
    audit: template('audit', `page:${pageId}`),
    scan: template('page-scan'),
    mirror: template('page-mirror'),
    count: template('page-count'),
    finding: template('detection'),
    idempotency: template('idempotency', ''),
  };
  const insert = database.prepare('INSERT INTO kvs_row VALUES (?, ?, ?, ?, ?, ?, ?)');
  const put = (entity: string, rowKey: string, value: Value, expiresAt: number | null = null): void => {
    const text = JSON.stringify(value);
    insert.run(installationId, entityCollection(entity), rowKey, text, now.getTime(), now.getTime(), expiresAt);
  };
  const insertProperty = database.prepare(
    `INSERT INTO cf_property SELECT ?, ?, key, ?, 1, message, authorId, createdAt FROM cf_property WHERE contentId = ${pageId}
     AND key = '${LEVEL_PROPERTY}'`,
  );
  const shares = new Map<string, Counters>();
  const { data: oneShare } = z.object({ data: z.object({ contribution: contributionRecord }) }).parse(rows.count.value);
  const spanMs = now.getTime() - 2 * DAY_MS - FROM_MS;
  /** A time up to two days ago, within the last days. */
  const spread = (index: number, days: number): string => {
    const lastMs = Math.min(days * DAY_MS, spanMs);
    return new Date(now.getTime() - 2 * DAY_MS - lastMs + Math.floor((lastMs * index) / pages)).toISOString();
  };

  database.exec('BEGIN');
  for (let index = 0; index < pages; index += 1) {
    if (index > 0 && index % 20_000 === 0) database.exec('COMMIT; BEGIN');
    const id = copiedPageId(index);
    const spaceId = spaceIdOf(index, spaces);
    const levelId = levels[index % levels.length]?.levelId ?? '';
    const times = [spread(index, 9_999), ...(isChangedTwice(index) ? [spread(index, 30)] : [])];
    let changeId = '';
    for (const [place, at] of times.entries()) {
      changeId = uuidOf(1, index * 2 + place);
      const change = { ...rows.change.value, pageId: id, pageRev: place + 1, spaceId, levelId, changedAt: at };
      put('level-change', changeId, change);
      const audit = { ...rows.audit.value, month: at.slice(0, 7), time: at, subject: `page:${id}` };
      put('audit', uuidOf(2, index * 2 + place), audit);
    }
    const rev = times.length;
    const at = times[times.length - 1] ?? '';
    const levelRow = { ...rows.level.value, pageId: id, rev, changeId, spaceId, levelId, classificationDate: at };
    put('page-level', id, levelRow);
    const findingId = copiedFindingId(index);
    const scannedAt = spread(index, 30);
    const findingIds = hasFinding(index) ? [findingId] : [];
    put('page-scan', id, {
      ...rows.scan.value,
      pageId: id,
      spaceId,
      scannedAt,
      data: { ...dataOf(rows.scan), findingIds, ...(hasCurrentScans ? { versionAt: CREATED_AT } : {}) },
    });
    if (hasFinding(index)) {
      const status = isFindingOpen(index) ? 'open' : 'resolved';
      const data = { ...dataOf(rows.finding), ...(status === 'open' ? {} : { statusAt: scannedAt }) };
      const expiresAt = status === 'open' ? null : Date.parse(scannedAt) + 365 * DAY_MS;
      const finding = { ...rows.finding.value, pageId: id, spaceId, status, foundAt: scannedAt, data };
      put('detection', findingId, finding, expiresAt);
    }
    const stored = parsePageLevel(id, { revision: rev, value: levelRow });
    const property = levelProperty({ pageId: id, stored, spaceId }, all, mirrorKey);
    const stamp = {
      ...dataOf(rows.mirror),
      ...{ hash: hashOf(property), property: { id: String(FIRST_PROPERTY + index), version: 1 }, pageRev: rev },
    };
    put('page-mirror', id, { ...rows.mirror.value, spaceId, checkedAt: spread(index, 60), data: stamp });
    insertProperty.run(FIRST_PROPERTY + index, FIRST_PAGE + index, JSON.stringify(property));
    const open = { ...oneShare.contribution.open };
    for (const severity of ['low', 'medium', 'high', 'critical'] as const) {
      if (!isFindingOpen(index)) open[severity] = 0;
    }
    const contribution = { ...oneShare.contribution, levelId, open };
    const share = {
      ...dataOf(rows.count),
      ...{ contribution, levelRev: rev, changeRev: rev, findings: findingIds.length },
      lastScan: { at: scannedAt, findings: findingIds.length },
    };
    put('page-count', id, { ...rows.count.value, spaceId, countedAt: scannedAt, data: share });
    shares.set(spaceId, addCounters(shares.get(spaceId) ?? NO_COUNTERS, countersOf({ ...contribution, spaceId })));
    if (index % 50 === 0) {
      const { key: rowKey, value } = rows.idempotency;
      put('idempotency', `${rowKey}${index}`, value, now.getTime() + DAY_MS);
    }
  }
  for (const shardKey of SHARD_KEYS) {
    const ofShard = new Map([...shares].filter(([spaceId]) => shardKeyOf(spaceId) === shardKey));
    if (ofShard.size === 0) continue;
    database.prepare("DELETE FROM kvs_row WHERE collection = 'entity/count' AND key = ?").run(shardKey);
    const write = shardWrite(
      shardKey,
      { revision: 'absent', changedAt: undefined, spaces: ofShard },
      new Date(now.getTime() - DAY_MS),
    );
    put('count', shardKey, write.value);
  }
  database.exec('COMMIT');
  copyContents(database, Number(pageId), pages, spaces);
  copyRowsForQueries(database);
  database.close();
}

function copySpaces(database: Database.Database, spaces: number): void {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${spaces - 1})`;
  const open = `id = ${DEMO_SPACES.OPEN}`;
  database.exec(`${numbers} INSERT INTO cf_space SELECT ${FIRST_SPACE} + i, 'COPY' || i, 'Space ' || i, description, authorId,
    createdAt, NULL FROM n, cf_space WHERE ${open}`);
  database.exec(`${numbers}, p AS (SELECT *, row_number() OVER (ORDER BY id) AS place FROM cf_space_permission
      WHERE spaceId = ${DEMO_SPACES.OPEN}), top AS (SELECT max(id) AS id FROM cf_space_permission)
    INSERT INTO cf_space_permission SELECT top.id + i * 1000 + place, ${FIRST_SPACE} + i, subjectType, subjectId, operation,
      target FROM n, p, top`);
}

/** The pages in Confluence, each with one version. */
function copyContents(database: Database.Database, pageId: number, pages: number, spaces: number): void {
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${pages - 1})`;
  const space =
    spaces === 1 ? String(FIRST_SPACE) : `${FIRST_SPACE} + CASE WHEN i % 5 = 0 THEN 0 ELSE 1 + i % ${spaces - 1} END`;
  database.exec(`${numbers} INSERT INTO cf_content SELECT ${FIRST_PAGE} + i, type, status, 'Page ' || i, ${space}, NULL,
    i, authorId, ownerId, lastOwnerId, '${CREATED_AT}', 1 FROM n, cf_content WHERE id = ${pageId}`);
  database.exec(`${numbers} INSERT INTO cf_version SELECT ${FIRST_PAGE} + i, 1, 'Page ' || i,
    CASE WHEN i % 22 = 0 THEN body ELSE '<p>Text.</p>' END, message, minorEdit, authorId, '${CREATED_AT}'
    FROM n, cf_version WHERE contentId = ${pageId} AND number = 1`);
}

/** Fills the copy that queries read, and its indexes, in their order. The host would take many times as long. */
function copyRowsForQueries(database: Database.Database): void {
  const catalog = createCatalog(parseEntityDefinitions(readManifest().raw));
  database.exec('DROP INDEX kvs_index_by_row; DELETE FROM kvs_index; INSERT INTO kvs_seen SELECT * FROM kvs_row');
  const collections = database
    .prepare('SELECT DISTINCT collection FROM kvs_seen')
    .all()
    .map((row) => z.object({ collection: z.string() }).parse(row).collection);
  for (const collection of collections) {
    const entity = entityOfCollection(collection);
    const indexes = entity === undefined ? [byKey] : catalog.indexesOf(collection);
    for (const { name, partition, range } of indexes) {
      const attribute = (of: string) => `json_extract(value, '$.${of}')`;
      const needed = [...partition, ...(range === undefined ? [] : [range])].map(
        (of) => `${attribute(of)} IS NOT NULL`,
      );
      // Every range is a text.
      const position = range === undefined ? 'key' : attribute(range);
      database.exec(`INSERT INTO kvs_index SELECT installation, collection, '${name}',
        json_array(${partition.map(attribute).join(', ')}) AS p, lower(hex(CAST(${position} AS BLOB))) AS r, key
        FROM kvs_seen WHERE collection = '${collection}' AND ${['1', ...needed].join(' AND ')} ORDER BY p, r, key`);
    }
  }
  database.exec('CREATE INDEX kvs_index_by_row ON kvs_index (installation, collection, key)');
}

/** The rows of each entity, their bytes as stored by the platform, and their entries in indexes. */
export interface StoredSize {
  readonly entity: string;
  readonly rows: number;
  readonly bytes: number;
}

const sizeRow = z.object({ collection: z.string(), rows: z.int(), bytes: z.int() });

/** Read from the database of a closed or open site. Values of the Key-Value Store have the entity `kvs`. */
export function storedSizes(folder: string): readonly StoredSize[] {
  const database = new Database(join(folder, 'site.db'), { readonly: true });
  const found = database
    .prepare(
      `SELECT collection, count(*) AS rows, sum(length(CAST(value AS BLOB)) + length(key)) AS bytes FROM kvs_row
       GROUP BY collection ORDER BY collection`,
    )
    .all()
    .map((row) => sizeRow.parse(row));
  database.close();
  return found.map(({ collection, ...size }) => ({ entity: entityOfCollection(collection) ?? collection, ...size }));
}
