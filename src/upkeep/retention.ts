import { difference } from '../audit/details';
import * as z from 'zod';
import type { ConfigurationEdit, ConfigurationKind } from '../configuration/change-configuration';
import { readConfiguration } from '../configuration/read-configuration';
import type { EntityName, Storage } from '../platform/storage';
import { storedDocument } from '../platform/stored-document';
import { instant } from '../platform/instant';

/** How long rows stay stored after they have ended, and the settings of a site admin for it (docs/adr/0058). */

interface RetentionRule {
  /** Days. `forever`: the rows are never removed. */
  readonly standard: Kept;
  readonly min: number;
  readonly max: number;
  readonly mayBeForever: boolean;
}

type Kept = number | 'forever';

/**
 * The settings, and their limits. The least values are longer than everything that still needs the rows: the last grace of
 * a rotated key ends after 7 days, jobs are shown for 7 days, the cursors of the feed of changes are valid for 30 days, and
 * pages are counted again within 30 days. The platform removes some rows itself after 30 days or a year.
 */
export const RETENTION = {
  /** After the key expired or was revoked. */
  endedKeys: { standard: 365, min: 30, max: 3_650, mayBeForever: true },
  /** After the job, scan or redaction ended. */
  endedRuns: { standard: 30, min: 7, max: 30, mayBeForever: false },
  /** After the value was no longer found, or was redacted. */
  resolvedFindings: { standard: 365, min: 30, max: 365, mayBeForever: false },
  /** After the page was deleted. */
  deletedPages: { standard: 365, min: 30, max: 365, mayBeForever: false },
  /** After the change. The last change of each page stays. */
  levelHistory: { standard: 'forever', min: 90, max: 3_650, mayBeForever: true },
  /** After the event. */
  auditEvents: { standard: 'forever', min: 90, max: 3_650, mayBeForever: true },
} as const satisfies Readonly<Record<string, RetentionRule>>;

export type RetentionName = keyof typeof RETENTION;

export const RETENTION_NAMES = [
  'endedKeys',
  'endedRuns',
  'resolvedFindings',
  'deletedPages',
  'levelHistory',
  'auditEvents',
] as const satisfies readonly RetentionName[];

/** When the rows of an entity end, and how long they stay after that. */
export interface KeptRows {
  readonly entity: EntityName | 'api-key-use' | 'chain-step' | 'confluence-limit' | 'page-use-denials' | 'recent';
  /** In plain words, for the guide and the admin area. */
  readonly rows: string;
  /** The number of rows that the admin area shows. Omitted: it is not known without reading all of them. */
  readonly counted?: 'workingKeys' | 'endedKeys' | 'pageLevels' | 'pageScans' | 'openFindings';
  /**
   * A setting of the admin, or a fixed number of days after the last write. `while-needed`: as long as the object that the
   * rows describe exists.
   */
  readonly kept: RetentionName | { readonly days: number } | 'while-needed';
}

/** Every entity of manifest.yml, and the values without an entity. */
export const KEPT_ROWS: readonly KeptRows[] = [
  { entity: 'api-key', rows: 'Keys that work', counted: 'workingKeys', kept: 'while-needed' },
  { entity: 'api-key', rows: 'Keys that expired or were revoked', counted: 'endedKeys', kept: 'endedKeys' },
  { entity: 'api-key-use', rows: 'The last use of each key', kept: { days: 365 } },
  { entity: 'chain-step', rows: 'The steps of background work that are done, by random ID', kept: { days: 2 } },
  { entity: 'confluence-limit', rows: 'Until when Confluence limits the calls of the app', kept: { days: 1 } },
  { entity: 'page-use-denials', rows: 'Denied uses of pages, by purpose, level and day', kept: { days: 35 } },
  { entity: 'recent', rows: 'IDs of keys and erasures that changed last', kept: { days: 1 } },
  { entity: 'rate-limit', rows: 'Counters of requests', kept: { days: 1 } },
  { entity: 'rate-limit', rows: 'Copies of the revision of each key', kept: { days: 365 } },
  { entity: 'idempotency', rows: 'Responses to repeated requests', kept: { days: 2 } },
  { entity: 'page-level', rows: 'The level of each page', counted: 'pageLevels', kept: 'while-needed' },
  { entity: 'page-level', rows: 'Records of deleted pages', kept: 'deletedPages' },
  { entity: 'level-change', rows: 'The last change of each page', kept: 'while-needed' },
  { entity: 'level-change', rows: 'Earlier changes of levels', kept: 'levelHistory' },
  { entity: 'audit', rows: 'Events of the audit log', kept: 'auditEvents' },
  { entity: 'config', rows: 'Levels, settings, detectors, exclusions', kept: 'while-needed' },
  { entity: 'job', rows: 'Jobs, scans and redactions that run', kept: 'while-needed' },
  { entity: 'job', rows: 'Jobs, scans and redactions that ended', kept: 'endedRuns' },
  { entity: 'detection', rows: 'Open findings', counted: 'openFindings', kept: 'while-needed' },
  { entity: 'detection', rows: 'Resolved and redacted findings', kept: 'resolvedFindings' },
  { entity: 'detection', rows: 'Findings of deleted pages', kept: 'deletedPages' },
  { entity: 'page-scan', rows: 'The last scan of each page', counted: 'pageScans', kept: 'while-needed' },
  { entity: 'page-scan', rows: 'Scans of deleted pages', kept: 'deletedPages' },
  { entity: 'page-mirror', rows: 'The level that the app wrote on each page', kept: 'while-needed' },
  { entity: 'page-count', rows: 'The share of each page in the counters', kept: 'while-needed' },
  { entity: 'count', rows: 'Counters of the overview', kept: 'while-needed' },
  { entity: 'level-proposal', rows: 'Levels that an agent proposed', kept: { days: 1 } },
  { entity: 'mention', rows: 'Pages whose author was asked to act on them', kept: { days: 365 } },
  { entity: 'native-level', rows: 'The level of each page in Atlassian’s own classification', kept: 'while-needed' },
  { entity: 'native-level', rows: 'Levels of deleted pages', kept: 'deletedPages' },
  { entity: 'governance', rows: 'Who can see pages, as numbers', kept: 'while-needed' },
  { entity: 'governance', rows: 'Sizes of groups and numbers of view restrictions', kept: { days: 30 } },
  { entity: 'governance', rows: 'The last review of each page', kept: 'while-needed' },
  { entity: 'governance', rows: 'Reviews of deleted pages', kept: 'deletedPages' },
  { entity: 'governance', rows: 'Campaigns of reviews, after their last change', kept: { days: 365 } },
  { entity: 'person', rows: 'Account IDs that the app stores', kept: 'while-needed' },
  { entity: 'erasure', rows: 'Erasures of personal data', kept: 'while-needed' },
  { entity: 'probe', rows: 'Results of the site check', kept: 'while-needed' },
];

const keptFor = ({ min, max, mayBeForever }: RetentionRule) => {
  const error = `must be ${min} to ${max} days${mayBeForever ? ', or `forever`' : ''}`;
  const days = z.int({ error }).min(min, { error }).max(max, { error });
  return mayBeForever ? z.union([days, z.literal('forever')], { error }) : days;
};

/** Settings that an admin sets, with an error that names the limits. */
export const retentionChange = z
  .strictObject(mapRules((rule) => keptFor(rule).optional()))
  .refine((change) => Object.values(change).some((kept) => kept !== undefined), {
    error: 'must have at least one setting',
  });

export type RetentionSettings = Readonly<Record<RetentionName, Kept>>;
export type RetentionChange = { readonly [Name in RetentionName]?: Kept | undefined };

/**
 * A stored value outside of the limits, for example of another version of the app, is corrupt, so nothing is removed.
 */
const stored = z.strictObject(mapRules((rule) => keptFor(rule)));

export const RETENTION_ROW = storedDocument(z.strictObject({ settings: stored, before: stored, changedAt: instant }), {
  key: 'retention',
  unreadable: 'refused',
});

export interface Retention {
  readonly revision: number;
  readonly settings: RetentionSettings;
  /** The settings that applied at the last change. */
  readonly before: RetentionSettings;
  /** Undefined: the settings were never changed. */
  readonly changedAt: string | undefined;
}

const STANDARD: RetentionSettings = mapRules(({ standard }) => standard);

/** A shorter time applies only after this delay, so that a mistake can be undone before rows are removed. */
export const UNDO_HOURS = 24;

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readRetention(storage: Pick<Storage, 'read'>): Promise<Retention> {
  const row = await readConfiguration(storage, RETENTION_ROW);
  if (row === undefined) return { revision: 0, settings: STANDARD, before: STANDARD, changedAt: undefined };
  return { revision: row.revision, ...row.value };
}

/** The settings that apply now. Within the undo time, this is the longer of the previous and the new one. */
export function appliedRetention({ settings, before, changedAt }: Retention, now: Date): RetentionSettings {
  if (changedAt === undefined || now.getTime() - Date.parse(changedAt) >= UNDO_HOURS * 3_600_000) return settings;
  return mapRules((_rule, name) => longer(settings[name], before[name]));
}

function longer(one: Kept, other: Kept): Kept {
  return one === 'forever' || other === 'forever' ? 'forever' : Math.max(one, other);
}

/** The time before which ended rows are removed. Undefined: none are. */
export function cutoffOf(kept: Kept, now: Date): string | undefined {
  return kept === 'forever' ? undefined : new Date(now.getTime() - kept * 86_400_000).toISOString();
}

type RetentionRefusal = 'CONFIGURATION_TOO_LARGE';

export const RETENTION_CONFIGURATION: ConfigurationKind<
  Retention,
  RetentionRefusal,
  'RETENTION_CHANGED' | 'CONFIGURATION_TOO_LARGE'
> = {
  rowKey: RETENTION_ROW.key,
  read: (storage) => readRetention(storage),
  valueOf: ({ settings, before, changedAt }) => ({ settings, before, changedAt }),
  tooLarge: 'CONFIGURATION_TOO_LARGE',
  refusals: {
    CHANGED: {
      code: 'RETENTION_CHANGED',
      problem: 'PRECONDITION_FAILED',
      detail: 'Another admin changed how long rows are kept. Reload the page, then try again.',
    },
    CONFIGURATION_TOO_LARGE: {
      code: 'CONFIGURATION_TOO_LARGE',
      problem: 'CONFIGURATION_FULL',
      detail: 'The settings are too large.',
    },
  },
};

/** Pure. */
export function editRetention(change: RetentionChange, now: Date) {
  return (current: Retention): ConfigurationEdit<Retention, RetentionRefusal> => {
    const names = RETENTION_NAMES.filter(
      (name) => change[name] !== undefined && change[name] !== current.settings[name],
    );
    if (names.length === 0) return { outcome: 'unchanged' };
    const settings = mapRules((_rule, name) => change[name] ?? current.settings[name]);
    return {
      outcome: 'changed',
      next: { ...current, settings, before: appliedRetention(current, now), changedAt: now.toISOString() },
      ...difference(current.settings, settings),
    };
  };
}

function mapRules<T>(map: (rule: RetentionRule, name: RetentionName) => T): Record<RetentionName, T> {
  return {
    endedKeys: map(RETENTION.endedKeys, 'endedKeys'),
    endedRuns: map(RETENTION.endedRuns, 'endedRuns'),
    resolvedFindings: map(RETENTION.resolvedFindings, 'resolvedFindings'),
    deletedPages: map(RETENTION.deletedPages, 'deletedPages'),
    levelHistory: map(RETENTION.levelHistory, 'levelHistory'),
    auditEvents: map(RETENTION.auditEvents, 'auditEvents'),
  };
}
