import { ALERTS_ROW, alertsOf } from '../../alerts/alert-rules';
import { ALERT_STATE_ROW, undeliveredIn } from '../../alerts/alert-state';
import type { AlertRule } from '../../alerts/conditions';
import { weakenedIn } from '../../alerts/count-alerts';
import { CLOSED_SPACES_ROW, type ClosedSpaces, describeClosedSpaces } from '../../capabilities/closed-spaces';
import { LICENSE_ROW, parseLicense } from '../../capabilities/license';
import { type Levels, readLevels } from '../../classification/level-store';
import { findSpaceNames } from '../../classification/space-lookup';
import type { Level } from '../../classification/model';
import type { PagesByHighest, SpaceNumbers as CountedNumbers } from '../../counts/numbers';
import { countingKeyOf } from '../../counts/read-counts';
import { COUNT_ROWS, readSiteCounts, sumOf } from '../../counts/read-site-counts';
import type { Severity } from '../../detection/detector';
import { readSiteExposure } from '../../exposure/reads';
import { SITE_ROW } from '../../exposure/store';
import { SCANS } from '../../findings/runs/scan-kind';
import { JOBS } from '../../jobs/job-kind';
import { forbiddenIn, type ForbiddenNativeLevels, STATE_ROW as NATIVE_STATE_ROW } from '../../native-levels/model';
import { type KeyUse, refusedLately } from '../../keys/key-use';
import { listKeyUses } from '../../keys/key-use-store';
import { keyStatus } from '../../keys/key-lifetime';
import { type ApiKeyRecord, apiKeyRecord } from '../../keys/model';
import { lastDenials, readDenials } from '../../page-use/denials';
import { awaitAll } from '../../platform/await-all';
import { definedOf } from '../../platform/defined-of';
import { confluenceId } from '../../platform/confluence-id';
import { readAhead } from '../../platform/read-ahead';
import { ABSENT_ROW, type RowName, type Storage } from '../../platform/storage';
import { readDrift } from '../../policy/drift';
import { POLICY_ROWS } from '../../policy/state';
import { REDACTIONS } from '../../redaction/redaction-kind';
import { type LineEntry, placeInLine } from '../../runs/line';
import type { Standing } from '../../runs/placed-run';
import type { RunKindName } from '../../runs/run-kind';
import { lineNameOf, type LineRow, readLine } from '../../runs/run-store';
import { parseSchedules, type Schedule, SCHEDULES_ROW } from '../../runs/schedules';
import { FAILED_PARTS_ROW, type FailedPart, parseFailedParts } from '../../upkeep/failed-parts';
import { noInput, operation } from '../input';
import { type ExposureSummary, summaryOf } from '../pages/exposure-summary';
import type { DenialsView } from '../pages/page-use';
import type { AdminRequest } from '../operation';

/** The numbers of the first page of the admin area. */

/** The numbers of a space or of the site, without the matrix, which a list of a thousand spaces has no room for. */
export type SpaceNumbers = Omit<CountedNumbers, 'byHighest' | 'belowByHighest'>;

export interface Overview {
  /** The numbers include all changes up to this time. null: nothing has been counted yet. */
  readonly asOf: string | null;
  /** True while the counters catch up: after the installation, or after a change of the exclusions. */
  readonly isCounting: boolean;
  /** In their order, then levels that no longer exist but that pages still have. */
  readonly levels: readonly OverviewLevel[];
  readonly site: SpaceNumbers;
  /** The pages of the site by level and highest severity. Omitted: not every page is counted by them yet. */
  readonly matrix?: { readonly pages: PagesByHighest; readonly below: PagesByHighest };
  /** The spaces that the admin sees, those with the most pages first; at most 1,000. */
  readonly spaces: readonly OverviewSpace[];
  /** The spaces that the admin does not see, and those after the first 1,000. Omitted if `spaces` contains every space. */
  readonly otherSpaces?: { readonly spaces: number; readonly numbers: SpaceNumbers };
  /** The pages that Confluence reports to the app, counted once a day. Omitted: not counted yet. */
  readonly pagesInConfluence?: { readonly count: number; readonly at: string };
  /** One point for each day, oldest first; at most 90. The last one is that of the last day that was counted. */
  readonly trend: readonly TrendPoint[];
  /** The changes of the last seven days, today included. */
  readonly week: WeekNumbers;
  readonly keys: {
    /** Active keys that expire within 14 days, the next one first. */
    readonly expiring: readonly { readonly keyId: string; readonly name: string; readonly expiresAt: string }[];
    /** Keys that were revoked in the last 14 days because they leaked, the latest first. */
    readonly leaked: readonly RefusedKey[];
    /** Keys that were refused in the last 24 hours, the latest first. */
    readonly refused: readonly RefusedKey[];
    /** False: the site has more keys than one read returns, so that some keys can be missing. */
    readonly isComplete: boolean;
  };
  readonly runs: {
    /** The running and waiting jobs, scans and redactions. */
    readonly open: readonly OverviewRun[];
    /** The number of runs that make no progress. */
    readonly late: number;
  };
  readonly schedules: readonly Schedule[];
  /** The parts of the daily work that failed at their last attempt. */
  readonly failedParts: readonly FailedPart[];
  /** The rules for alerts whose comments cannot be written on their page. */
  readonly undelivered: readonly AlertRule[];
  /** The number of spaces whose settings are weaker than those of the site, also of those that the admin does not see. */
  readonly weakenedSpaces: number;
  /** The license of the app has ended. Omitted: it has not. */
  readonly isLicenseInactive?: true;
  /** The spaces that a data security policy closes to the app. Omitted: none. */
  readonly closedSpaces?: ClosedSpaces;
  /** Pages whose level in Atlassian's own classification a rule of the app forbids. Omitted: none, or the app does not follow it. */
  readonly forbiddenNativeLevels?: ForbiddenNativeLevels;
  /** Who can see pages, compared with the rules of their levels. */
  readonly exposure: ExposureSummary;
  /** Omitted: none. */
  readonly denials?: DenialsView;
  /** Changes of the configuration since a file was applied that are not in the file. Omitted: none. */
  readonly outsideOfFile?: { readonly since: string; readonly changes: number };
  /** The last check of the counters that ended. Omitted: none yet. */
  readonly check?: CountCheck;
}

export interface OverviewLevel extends Pick<Level, 'levelId' | 'name' | 'order'> {
  /** Omitted for a level that no longer exists. */
  readonly color?: Level['color'];
  readonly isArchived: boolean;
}

export interface OverviewSpace {
  readonly spaceId: string;
  readonly key: string;
  readonly name: string;
  readonly numbers: SpaceNumbers;
}

export interface TrendPoint {
  /** The day in UTC: `2026-11-23`. */
  readonly date: string;
  readonly open: Readonly<Record<Severity, number>>;
}

export interface WeekNumbers {
  /** Changes of levels. */
  readonly classified: number;
  readonly raised: number;
  readonly lowered: number;
  readonly cleared: number;
  /** Findings. */
  readonly found: number;
  readonly resolved: number;
}

interface RefusedKey {
  readonly keyId: string;
  /** Omitted if the key expired more than 30 days ago. */
  readonly name?: string;
  readonly at: string;
}

export interface OverviewRun {
  readonly kind: RunKindName;
  readonly id: string;
  readonly state: LineEntry['state'];
  /** Omitted while it waits. */
  readonly startedAt?: string;
  readonly waiting: Standing['waiting'];
}

export interface CountCheck {
  readonly at: string;
  /** The number of pages that were compared with their records. */
  readonly pages: number;
  /** The number of pages and spaces whose numbers were wrong and are repaired. */
  readonly repaired: number;
}

export const LINE_ROWS: readonly RowName[] = [JOBS, SCANS, REDACTIONS].map(lineNameOf);
/** Rows of the counters, the configuration and the lines of runs: 25, which is one read. */
const ROWS: readonly RowName[] = [...COUNT_ROWS, ...LINE_ROWS];
/** Facts about the site. */
const FACTS: readonly RowName[] = [
  ...[LICENSE_ROW, CLOSED_SPACES_ROW, FAILED_PARTS_ROW, SCHEDULES_ROW, NATIVE_STATE_ROW],
  ...[ALERTS_ROW, ALERT_STATE_ROW, SITE_ROW],
  ...POLICY_ROWS,
];
const MAX_SPACES = 1_000;
const DAY_MS = 86_400_000;
const EXPIRING_DAYS = 14;
const LEAKED_DAYS = 14;
/** Scripts often still use a key that has just expired. */
const KNOWN_EXPIRED_DAYS = 30;
/** The longest lifetime of a key, and a day. */
const MAX_LIFETIME_DAYS = 366;
/** The maximum of one read. */
const MAX_KEYS = 100;

/**
 * Storage: four reads, for 25 rows, facts about the site, keys, and uses of keys, and two for measured spaces. Confluence: one call for each 250
 * spaces.
 * @throws StorageUnavailableError, CorruptRecordError, HostError
 */
export const getOverview = operation(noInput, async (request): Promise<Overview> => {
  const { storage, installationId, now } = request;
  const [rows, keys, facts] = await awaitAll([
    readAhead(storage, ROWS),
    readKeysToCheck(request),
    readAhead(storage, [...FACTS, ...lastDenials(now)]),
  ] as const);
  const [
    license = ABSENT_ROW,
    closed = ABSENT_ROW,
    failed = ABSENT_ROW,
    scheduleRow = ABSENT_ROW,
    native = ABSENT_ROW,
    alerts = ABSENT_ROW,
    alertState = ABSENT_ROW,
  ] = await facts.readMany(FACTS);
  const closedSpaces = await describeClosedSpaces(request.confluence, closed);
  const levels = await readLevels(rows, installationId);
  const [counts, openRuns, exposure] = await awaitAll([
    readSiteCounts({ rows, levels, fingerprintKey: countingKeyOf(request) }, now),
    readOpenRuns(rows, now),
    readExposureSummary(
      { list: (query) => storage.list(query), read: facts.read, readMany: rows.readMany },
      levels,
      now,
    ),
  ] as const);
  const denied = await readDenials(facts, levels, now);
  const denials = denied.length > 0 ? { asOf: now.toISOString(), denied } : undefined;
  const drift = await readDrift(facts, installationId, now);
  const outsideOfFile =
    drift !== undefined && drift.changes > 0 ? { since: drift.at, changes: drift.changes } : undefined;
  const { asOf = null, isCounting, trend, week, lastCheck, pagesInConfluence } = counts;
  const { byHighest: pages, belowByHighest: below, ...site } = counts.site;
  const matrix = counts.isEachHighestCounted ? { pages, below } : undefined;
  const { schedules, lostRuns } = parseSchedules(scheduleRow, now);
  const forbiddenNativeLevels = levels.settings.followsNativeLevels === true ? forbiddenIn(native) : undefined;
  return {
    asOf,
    isCounting,
    levels: [...levels.all.map(viewLevel), ...missingLevels(levels, site)],
    site,
    ...(await viewSpaces(request, counts.spaces)),
    trend,
    week,
    keys,
    runs: {
      open: openRuns,
      late: lostRuns,
    },
    schedules,
    failedParts: parseFailedParts(failed),
    undelivered: undeliveredIn(alertsOf(ALERTS_ROW.find(alerts)), ALERT_STATE_ROW.find(alertState) ?? { pages: {} }),
    weakenedSpaces: weakenedIn(levels).length,
    exposure,
    ...(parseLicense(license, now) === 'inactive' ? { isLicenseInactive: true } : {}),
    ...definedOf({
      matrix,
      denials,
      outsideOfFile,
      pagesInConfluence,
      closedSpaces,
      forbiddenNativeLevels,
      check: lastCheck,
    }),
  };
});

/** @param storage reads the configuration from `FACTS`, and the counters from `ROWS` */
async function readExposureSummary(
  storage: Pick<Storage, 'list' | 'read' | 'readMany'>,
  levels: Levels,
  now: Date,
): Promise<ExposureSummary> {
  return summaryOf(await readSiteExposure({ storage, levels, now }), levels, now);
}

function viewLevel({ levelId, name, color, order, status }: Level): OverviewLevel {
  return { levelId, name, color, order, isArchived: status === 'ARCHIVED' };
}

/** Levels that pages have and that the configuration no longer contains. */
function missingLevels({ all }: Levels, { byLevel }: SpaceNumbers): readonly OverviewLevel[] {
  const known = new Set(['none', ...all.map(({ levelId }) => levelId)]);
  const missing = Object.keys(byLevel).filter((levelId) => !known.has(levelId));
  return missing.map((levelId, index) => ({
    levelId,
    name: 'Deleted level',
    order: all.length + 1 + index,
    isArchived: true,
  }));
}

/** Asks Confluence as the admin, so that no name of a space is shown that this person does not see. */
async function viewSpaces(
  request: AdminRequest,
  all: ReadonlyMap<string, CountedNumbers>,
): Promise<Pick<Overview, 'spaces' | 'otherSpaces'>> {
  const largest = [...all].toSorted(([, one], [, other]) => other.pages - one.pages);
  const asked = largest
    .flatMap(([spaceId]) => (confluenceId.safeParse(spaceId).success ? [spaceId] : []))
    .slice(0, MAX_SPACES);
  const names = new Map(
    (await findSpaceNames(request.confluence, request.accountId, asked)).map((space) => [space.id, space]),
  );
  const spaces = largest.flatMap(([spaceId, numbers]): readonly OverviewSpace[] => {
    const space = names.get(spaceId);
    return space === undefined ? [] : [{ spaceId, key: space.key, name: space.name, numbers: withoutMatrix(numbers) }];
  });
  const others = largest.flatMap(([spaceId, numbers]) => (names.has(spaceId) ? [] : [numbers]));
  if (others.length === 0) return { spaces };
  return { spaces, otherSpaces: { spaces: others.length, numbers: withoutMatrix(sumOf(others)) } };
}

function withoutMatrix({ byHighest: _pages, belowByHighest: _below, ...numbers }: CountedNumbers): SpaceNumbers {
  return numbers;
}

/** Two reads, whatever the number of keys is. */
export async function readKeysToCheck({ storage, now }: AdminRequest): Promise<Overview['keys']> {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const [page, uses] = await awaitAll([
    storage.list({
      entity: 'api-key',
      index: 'by-expiry',
      between: [inDays(-KNOWN_EXPIRED_DAYS), inDays(MAX_LIFETIME_DAYS)],
      sort: 'ASC',
      limit: MAX_KEYS,
    }),
    listKeyUses(storage, { maxPages: 1 }),
  ] as const);
  const known = new Map(page.rows.flatMap(({ key, value }) => parseNamedKey(key, value)));
  const limit = inDays(EXPIRING_DAYS);
  return {
    expiring: [...known].flatMap(([keyId, record]) => {
      const isExpiring = keyStatus(record, now) === 'active' && record.expiresAt <= limit;
      return isExpiring ? [{ keyId, name: record.name, expiresAt: record.expiresAt }] : [];
    }),
    leaked: [...known]
      .flatMap(([keyId, { name, revokedAt, revokeReason }]): readonly RefusedKey[] => {
        const isLeaked = revokeReason === 'leak' && revokedAt !== undefined && revokedAt > inDays(-LEAKED_DAYS);
        return isLeaked ? [{ keyId, name, at: revokedAt }] : [];
      })
      .toSorted((one, other) => (one.at < other.at ? 1 : -1)),
    refused: [...uses.byKeyId]
      .flatMap(([keyId, use]): readonly RefusedKey[] => {
        const at = use === 'unreadable' ? undefined : lastRefusalOf(use, now);
        const name = known.get(keyId)?.name;
        return at === undefined ? [] : [{ keyId, ...(name === undefined ? {} : { name }), at }];
      })
      .toSorted((one, other) => (one.at < other.at ? 1 : -1)),
    isComplete: page.cursor === undefined && uses.isComplete,
  };
}

function lastRefusalOf(use: KeyUse, now: Date): string | undefined {
  return refusedLately(use, now)
    .map(({ lastAt }) => lastAt)
    .toSorted()
    .at(-1);
}

function parseNamedKey(keyId: string, value: unknown): readonly (readonly [string, ApiKeyRecord])[] {
  const parsed = apiKeyRecord.safeParse(value);
  return parsed.success ? [[keyId, parsed.data]] : [];
}

/** Reads `LINE_ROWS`. @throws StorageUnavailableError, CorruptRecordError */
export async function readOpenRuns(rows: Parameters<typeof readLine>[0], now: Date): Promise<readonly OverviewRun[]> {
  const [jobs, scans, redactions] = await awaitAll([
    readLine(rows, JOBS),
    readLine(rows, SCANS),
    readLine(rows, REDACTIONS),
  ] as const);
  return [...runsOf('job', jobs, now), ...runsOf('scan', scans, now), ...runsOf('redaction', redactions, now)];
}

function runsOf(kind: RunKindName, { line }: LineRow<unknown>, now: Date): readonly OverviewRun[] {
  return line.map(({ id, state, startedAt }) => ({
    kind,
    id,
    state,
    waiting: placeInLine(line, id, now)?.waiting,
    ...(startedAt === undefined ? {} : { startedAt }),
  }));
}
