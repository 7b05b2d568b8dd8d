import { isDeepStrictEqual } from 'node:util';
import { EXCERPT_VERSION } from '../../detection/report/masking';
import { type OfContent, ofContent } from '../../classification/content-type';
import type { Revision } from '../../platform/storage';
import type { IdentifiedFinding } from './identify';
import type { Field } from '../../detection/finding';
import { FILE_REASONS, type FindingRecord, isOnSite, type PageScanRecord, type ScanReason, stateAfter } from '../model';
import {
  filesAfterList,
  type FileSettings,
  type FilesOfPage,
  filesWithoutList,
  type ListedFile,
  reasonsOfFiles,
} from './files-to-scan';
import { coversSettings } from './freshness';
import { nextRecord } from '../../platform/stored-rows';
import { nextRevision } from '../../platform/storage';

/**
 * Reconciles the findings of a page scan with the stored ones: which are new, resolved, reopened or moved. Pure. A
 * repeated scan of the same page changes only the time; an older scan changes nothing.
 */

export interface StoredScan {
  readonly revision: Revision;
  readonly record: PageScanRecord | undefined;
}

/** The result of reading and inspecting a page. */
export type PageObservation = OfContent & Observation;

type Observation =
  | {
      readonly kind: 'inspected';
      readonly spaceId: string;
      readonly pageVersion: number;
      /** When the version was created. Undefined: not known. */
      readonly versionAt?: string | undefined;
      readonly levelId: string | undefined;
      readonly findings: readonly IdentifiedFinding[];
      /** True if all comments and attachments were requested. */
      readonly hasContents?: boolean;
      /** The fields that were scanned. Stored findings in other fields stay unchanged. */
      readonly fields: readonly Field[];
      /** Comments that were scanned even if the rest of their field was not. */
      readonly contentIds: readonly string[];
      /** Why the page was not scanned completely. */
      readonly reasons: readonly ScanReason[];
      readonly detectorsOverBudget: readonly string[];
      /** The content of attachments is to be scanned. Omitted: it is not. */
      readonly files?: {
        readonly settings: FileSettings;
        /** Omitted: not all attachments were listed. */
        readonly listed?: readonly ListedFile[] | undefined;
      };
    }
  /** Files of a page that a scan has seen. Everything else of the page stays as it is. */
  | {
      readonly kind: 'files';
      readonly findings: readonly IdentifiedFinding[];
      /** Their new entries, by id. */
      readonly files: FilesOfPage;
      /** The attachments whose names and comments were scanned. */
      readonly contentIds: readonly string[];
      readonly detectorsOverBudget: readonly string[];
    }
  | {
      readonly kind: 'not-inspected';
      readonly reason: ScanReason;
      /** Confluence reported that the page was moved. A deletion of its previous space no longer affects it. */
      readonly isMoved?: boolean;
      /** The space that Confluence reported. It counts only for a page that the app has never seen. */
      readonly spaceId?: string | undefined;
    }
  /** The page is in the trash. Its findings are kept, because it may be restored unchanged. */
  | { readonly kind: 'trashed'; readonly spaceId?: string | undefined }
  /** Confluence reported that the page or its space was deleted, and the app cannot see the page. */
  | { readonly kind: 'gone' };

type Inspected = Extract<PageObservation, { kind: 'inspected' }>;

export interface ScanFacts {
  readonly pageId: string;
  readonly before: StoredScan;
  /** The stored findings, by id, that the previous scan lists as open or that this scan found. */
  readonly stored: ReadonlyMap<string, FindingRecord>;
  readonly observation: PageObservation;
  /** When the page was requested, in ISO 8601. */
  readonly at: string;
  readonly configHash: string;
}

export interface FindingChange {
  readonly findingId: string;
  readonly record: FindingRecord;
  /** The previous record. Undefined: the finding is new. */
  readonly before: FindingRecord | undefined;
}

export type ScanReconciliation =
  /** A later scan is stored, or nothing needs to be stored. */
  | { readonly do: 'nothing' }
  | { readonly do: 'write'; readonly changes: readonly FindingChange[]; readonly scan: PageScanRecord };

/**
 * The space of a page that the app has never seen, or that was moved to a place that the app cannot see. No space has
 * this id.
 */
const UNKNOWN_SPACE = 'unknown';
/** Reasons for which no finding is resolved, because the missing finding may be in the part that was cut off. */
const CUTS_EVERYTHING: readonly ScanReason[] = ['too-many-findings'];

export function reconcileScan(facts: ScanFacts): ScanReconciliation {
  const { before, observation } = facts;
  if (isOlder(facts)) return { do: 'nothing' };
  switch (observation.kind) {
    case 'inspected':
      return reconcileInspected(facts, observation);
    case 'files':
      return reconcileFiles(facts, observation);
    case 'not-inspected': {
      if (before.record?.state === 'gone') return { do: 'nothing' };
      const state = { state: 'not-inspected', reasons: [observation.reason], detectorsOverBudget: [] } as const;
      const neverSeen = (before.record?.pageVersion ?? 0) === 0 ? observation.spaceId : undefined;
      const spaceId = neverSeen ?? (observation.isMoved === true ? UNKNOWN_SPACE : undefined);
      const place = spaceId === undefined ? {} : { spaceId };
      return { do: 'write', changes: [], scan: nextScan(facts, { ...state, ...place, findingIds: listedIn(before) }) };
    }
    case 'trashed': {
      const { record } = before;
      if (record?.state === 'gone' || record?.data.inTrash === true) return { do: 'nothing' };
      const { spaceId = UNKNOWN_SPACE } = observation;
      const never = { state: 'not-inspected', reasons: [], detectorsOverBudget: [], spaceId, findingIds: [] } as const;
      const { rev, ...scan } = nextScan(facts, never);
      const known = record === undefined ? scan : { ...record, scannedAt: scan.scannedAt };
      return { do: 'write', changes: [], scan: { ...known, rev, data: { ...known.data, inTrash: true } } };
    }
    case 'gone': {
      if (before.record === undefined || before.record.state === 'gone') return { do: 'nothing' };
      const changes = listedIn(before).flatMap((findingId) => resolve(facts, findingId) ?? []);
      const scan = nextScan(facts, { state: 'gone', reasons: [], detectorsOverBudget: [], findingIds: [] });
      return { do: 'write', changes, scan };
    }
  }
}

/**
 * For the same version, or without a version, the later scan counts. The creation times show which version is older.
 * Version numbers only rise, but when a version is deleted, Confluence renumbers the remaining ones, the current one
 * included.
 */
function isOlder({ before: { record }, observation, at }: ScanFacts): boolean {
  if (record === undefined) return false;
  if (observation.kind === 'inspected') {
    const observedAt = observation.versionAt;
    const knownAt = record.data.versionAt;
    const [observed, known] =
      observedAt !== undefined && knownAt !== undefined
        ? [Date.parse(observedAt), Date.parse(knownAt)]
        : [observation.pageVersion, record.pageVersion];
    if (observed !== known) return observed < known;
  }
  return at < record.scannedAt;
}

type Found = Pick<Inspected, 'findings' | 'spaceId' | 'pageVersion' | 'levelId'>;

/** The changes of findings, and the open findings of the page. */
function reconcileFindings(
  facts: ScanFacts,
  found: Found,
  isUndecided: (known: FindingRecord) => boolean,
): { readonly changes: readonly FindingChange[]; readonly findingIds: readonly string[] } {
  const { before, stored } = facts;
  const changes: FindingChange[] = [];
  const findingIds = found.findings.map(({ findingId }) => findingId);
  for (const finding of found.findings) {
    const known = stored.get(finding.findingId);
    const record = recordOf(facts, found, finding, known);
    if (known === undefined || !isSame(known, record))
      changes.push({ findingId: finding.findingId, record, before: known });
  }
  const isFound = new Set(findingIds);
  for (const findingId of listedIn(before)) {
    if (isFound.has(findingId)) continue;
    const known = stored.get(findingId);
    if (known === undefined) continue;
    if (isUndecided(known)) {
      if (known.status !== 'open') continue;
      findingIds.push(findingId);
      // The page was moved.
      const { spaceId } = found;
      if (known.spaceId !== spaceId) changes.push({ findingId, record: nextRecord(known, { spaceId }), before: known });
    } else {
      const change = resolve(facts, findingId);
      if (change !== undefined) changes.push(change);
    }
  }
  return { changes, findingIds };
}

function reconcileInspected(facts: ScanFacts, observation: Inspected): ScanReconciliation {
  const { changes, findingIds } = reconcileFindings(facts, observation, (known) => isUndecided(observation, known));
  const { detectorsOverBudget, spaceId, pageVersion, versionAt } = observation;
  const files = filesAfter(facts, observation);
  const reasons = [...observation.reasons, ...reasonsOfFiles(files)];
  const state = stateAfter(reasons);
  const scanned = state === 'not-inspected' ? {} : { version: { pageVersion, versionAt } };
  const contents = observation.hasContents === true ? { contentsAt: facts.at } : {};
  const next = { state, reasons, detectorsOverBudget, findingIds, spaceId, files, ...scanned, ...contents };
  return { do: 'write', changes, scan: nextScan(facts, next) };
}

function filesAfter(
  { before: { record }, configHash }: ScanFacts,
  { files }: Inspected,
): PageScanRecord['data']['files'] {
  if (files === undefined) return undefined;
  const known = record?.data.files;
  const isCovered = record !== undefined && coversSettings(record.configHash, configHash);
  const { listed, settings } = files;
  return listed === undefined ? filesWithoutList(known, isCovered) : filesAfterList(known, listed, settings, isCovered);
}

/** A page that a scan with other settings has seen is scanned first. */
function reconcileFiles(
  facts: ScanFacts,
  observation: Extract<PageObservation, { kind: 'files' }>,
): ScanReconciliation {
  const { record } = facts.before;
  if (record === undefined || !isOnSite(record) || !coversSettings(record.configHash, facts.configHash))
    return { do: 'nothing' };
  const isUndecided = ({ detectorId, data: { location } }: FindingRecord) => {
    const { field, contentId = '' } = location;
    if (observation.detectorsOverBudget.includes(detectorId)) return true;
    if (field !== 'attachment-content') return !observation.contentIds.includes(contentId);
    const file = observation.files[contentId];
    return file === undefined || (file.reasons ?? []).length > 0;
  };
  const { spaceId, pageVersion, data } = record;
  const found = { findings: observation.findings, spaceId, pageVersion, levelId: undefined };
  const { changes, findingIds } = reconcileFindings(facts, found, isUndecided);
  const files = { ...data.files, ...observation.files };
  const isOfFile = (reason: ScanReason) => FILE_REASONS.some((one) => one === reason);
  const reasons = [...data.reasons.filter((reason) => !isOfFile(reason)), ...reasonsOfFiles(files)];
  const state = record.state === 'complete' || record.state === 'partial' ? stateAfter(reasons) : record.state;
  const scan = nextRecord(record, { state, data: { ...data, reasons, files, findingIds } });
  return { do: 'write', changes, scan };
}

/** True if the value may still be on the page although the scan did not find it. */
function isUndecided(
  { fields, contentIds, reasons, detectorsOverBudget, files }: Inspected,
  { detectorId, data }: FindingRecord,
): boolean {
  const { field, contentId } = data.location;
  if (field === 'attachment-content') return files?.listed?.some(({ id }) => id === contentId) ?? true;
  const isScanned = fields.includes(field) || (contentId !== undefined && contentIds.includes(contentId));
  return (
    !isScanned || reasons.some((reason) => CUTS_EVERYTHING.includes(reason)) || detectorsOverBudget.includes(detectorId)
  );
}

function listedIn({ record }: StoredScan): readonly string[] {
  return record?.data.findingIds ?? [];
}

function recordOf(
  { pageId, at }: ScanFacts,
  { spaceId, pageVersion, levelId }: Found,
  { findingId: _id, detectorId, category, severity, band, fingerprint, ...rest }: IdentifiedFinding,
  known: FindingRecord | undefined,
): FindingRecord {
  const isBack = known !== undefined && known.status !== 'open';
  const { statusAt, foundInVersion = pageVersion, work } = known?.data ?? {};
  const level = known === undefined ? levelId : known.data.levelId;
  const changedAt = isBack ? at : statusAt;
  const record = {
    v: 1 as const,
    rev: nextRevision(known?.rev ?? 'absent'),
    spaceId,
    pageId,
    detectorId,
    category,
    severity,
    band,
    fingerprint,
    status: 'open' as const,
    foundAt: known?.foundAt ?? at,
    data: {
      ...rest,
      excerptVersion: EXCERPT_VERSION,
      foundInVersion,
      pageVersion,
      ...(level === undefined ? {} : { levelId: level }),
      ...(changedAt === undefined ? {} : { statusAt: changedAt }),
      ...(work === undefined ? {} : { work }),
    },
  };
  // If the location is unchanged, the stored version number remains valid.
  if (known === undefined || !isDeepStrictEqual(known.data.location, record.data.location)) return record;
  return { ...record, data: { ...record.data, pageVersion: known.data.pageVersion } };
}

function isSame(known: FindingRecord, record: FindingRecord): boolean {
  return isDeepStrictEqual({ ...record, rev: known.rev }, known);
}

/** @returns undefined if the finding is not open */
function resolve({ stored, at }: ScanFacts, findingId: string): FindingChange | undefined {
  const known = stored.get(findingId);
  if (known?.status !== 'open') return undefined;
  const { statusBy: _by, ...data } = known.data;
  const record = nextRecord(known, { status: 'resolved' as const, data: { ...data, statusAt: at } });
  return { findingId, record, before: known };
}

type NextScan = Pick<PageScanRecord, 'state'> &
  Partial<Pick<PageScanRecord, 'spaceId'>> & {
    /** Omitted: the stored version. */
    readonly version?: { readonly pageVersion: number; readonly versionAt: string | undefined };
    /** Omitted: the stored time. */
    readonly contentsAt?: string;
    readonly reasons: readonly ScanReason[];
    readonly detectorsOverBudget: readonly string[];
    readonly findingIds: readonly string[];
    /** Omitted: the stored ones. */
    readonly files?: PageScanRecord['data']['files'];
  };

function nextScan(facts: ScanFacts, next: NextScan): PageScanRecord {
  const { pageId, observation, at, configHash } = facts;
  const { revision, record } = facts.before;
  const { state, reasons, detectorsOverBudget, findingIds } = next;
  const { spaceId = record?.spaceId ?? UNKNOWN_SPACE, contentsAt = record?.data.contentsAt } = next;
  const files = 'files' in next ? next.files : record?.data.files;
  const { pageVersion, versionAt } = next.version ?? {
    pageVersion: record?.pageVersion ?? 0,
    versionAt: record?.data.versionAt,
  };
  return {
    v: 1,
    rev: nextRevision(revision),
    pageId,
    spaceId,
    pageVersion,
    scannedAt: at,
    configHash,
    state,
    data: {
      reasons,
      detectorsOverBudget,
      ...ofContent(observation.contentType ?? record?.data.contentType),
      versionAt,
      contentsAt,
      ...(files === undefined ? {} : { files }),
      findingIds,
    },
  };
}
