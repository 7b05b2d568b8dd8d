import { isDeepStrictEqual } from 'node:util';
import { ofContent } from '../../classification/content-type';
import type { FilePlace, Part } from '../../detection/finding';
import type { FilePart } from '../../files/file-part';
import { monotonicMs } from '../../platform/clock';
import { APP, HostError, route } from '../../platform/confluence';
import { retryOnConflict } from '../../platform/retry-on-conflict';
import { type FileScan, type FileScanReason, isOnSite, MAX_FINDINGS_OF_PAGE, type PageScanRecord } from '../model';
import { raiseToRequired } from '../required-level/raise-levels';
import {
  awaitsFiles,
  awaitsScan,
  filesAfterList,
  type FilesOfPage,
  type ListedFile,
  namePartsOf,
  scanReasonOf,
  scansFilesOf,
} from './files-to-scan';
import { listFiles } from './comments-and-attachments';
import { coversSettings } from './freshness';
import type { IdentifiedFinding } from './identify';
import type { Attempt } from './page-content';
import type { FindingChange } from './reconcile-scan';
import { type PageOutcome, reconcileWithStored, type ScanOutcome } from './record-scan';
import type { ScanContext } from './scan-page';
import { commitScan, readListedFindings, readScan } from './scan-store';

/**
 * Scans the files of the attachments of a page, each version once. Each file is downloaded, read, searched and forgotten before the
 * next one. Results are written after a few files, so an interrupted step continues after them.
 */

export interface FilesScan {
  /** False: the time of the step did not suffice for all files. */
  readonly isDone: boolean;
  /** Undefined: nothing was written. */
  readonly outcome: FilesOutcome | undefined;
}

export interface FilesOutcome {
  readonly pageId: string;
  readonly before: PageScanRecord;
  readonly after: PageScanRecord;
  readonly changes: readonly FindingChange[];
}

/** The time of a step for files. */
const BUDGET_MS = 120_000;
const FILES_PER_WRITE = 10;
/** From this attempt on, a file that ends the step does not keep the others waiting. */
const SKIP_FROM = 2;

export interface PageWithFiles {
  readonly pageId: string;
  /** Undefined: they are listed first. */
  readonly listed: readonly ListedFile[] | undefined;
}

/** True if files of the scanned page wait for a scan. */
export function leavesFiles(scanned: ScanOutcome): boolean {
  return scanned.outcome === 'written' && awaitsFiles(scanned.record);
}

/** The attachments that the scan of a page has listed. Undefined: it has not listed all of them. */
export function listedIn(scanned: PageOutcome['outcome']): readonly ListedFile[] | undefined {
  const isInspected = scanned.outcome === 'written' && scanned.observation.kind === 'inspected';
  return isInspected ? scanned.observation.files?.listed : undefined;
}

/**
 * Scans the files of pages, as far as the time of a step suffices.
 * @returns `left`: the pages of the next step
 * @throws HostError, StorageUnavailableError, CorruptRecordError
 */
export async function scanFilesOfPages(
  context: ScanContext,
  pages: readonly PageWithFiles[],
  attempt: Attempt,
): Promise<{ readonly outcomes: readonly FilesOutcome[]; readonly left: readonly string[] }> {
  const time = openFilesTime(attempt);
  const outcomes: FilesOutcome[] = [];
  for (const [place, { pageId, listed }] of pages.entries()) {
    const attachments = listed ?? (await listFilesOf(context, pageId));
    const { isDone, outcome } = await scanFiles(context, pageId, attachments, time);
    if (outcome !== undefined) outcomes.push(outcome);
    if (!isDone) return { outcomes, left: pages.slice(place).map((one) => one.pageId) };
  }
  return { outcomes, left: [] };
}

async function listFilesOf({ storage, confluence }: ScanContext, pageId: string): Promise<readonly ListedFile[]> {
  const { record } = await readScan(storage, pageId);
  return (await listFiles(confluence, { pageId, ...ofContent(record?.data.contentType) })).files;
}

export interface FilesTime {
  readonly endsAtMs: number;
  readonly attempt: Attempt;
  /** True until a file was opened. */
  isFirst: boolean;
}

export function openFilesTime(attempt: Attempt): FilesTime {
  return { endsAtMs: monotonicMs() + BUDGET_MS, attempt, isFirst: true };
}

/**
 * @param listed attachments of the page, with their current versions
 * @param inSpace if the page is in another space, nothing is scanned. Undefined: in any space
 * @throws StorageUnavailableError, CorruptRecordError, HostError: a repeated call continues with the remaining files
 */
export async function scanFiles(
  context: ScanContext,
  pageId: string,
  listed: readonly ListedFile[],
  time: FilesTime,
  inSpace?: string,
): Promise<FilesScan> {
  const { storage, scanner } = context;
  const { record } = await readScan(storage, pageId);
  // The scan of the page comes first.
  if (record === undefined || !isOnSite(record)) return { isDone: true, outcome: undefined };
  const { spaceId, configHash, data } = record;
  const isWanted = scansFilesOf(scanner.files, spaceId) && (inSpace === undefined || spaceId === inSpace);
  if (!isWanted || !coversSettings(configHash, scanner.configHash(spaceId)))
    return { isDone: true, outcome: undefined };
  const entries = filesAfterList(data.files, listed, scanner.files, true);
  const isNew = ({ id }: ListedFile) => entries[id] !== undefined && !isDeepStrictEqual(entries[id], data.files?.[id]);
  const writer = new FilesWriter(context, record, pageId, await readListedFindings(storage, data.findingIds));
  if (scanner.targets.attachmentNames) for (const file of listed.filter(isNew)) await writer.addName(file);
  // Files that failed before come last, and no step is repeated for them alone.
  const hasFailed = ({ id }: ListedFile) => entries[id]?.reasons?.includes('file-not-downloaded') === true;
  const awaiting = listed.filter(({ id }) => awaitsScan(entries[id]));
  const waiting = [...awaiting.filter((file) => !hasFailed(file)), ...awaiting.filter(hasFailed)];
  for (const file of listed.filter(isNew)) writer.addEntry(file.id, entries[file.id]);
  let isDone = true;
  try {
    for (const file of waiting) {
      if (!isDone || monotonicMs() >= time.endsAtMs) {
        isDone = hasFailed(file);
        break;
      }
      const read = await readAttachedFile(context, pageId, file, time);
      if (read === 'later') isDone = false;
      else if (read !== 'gone') await writer.addFile(file, read, time.attempt);
      if (writer.size >= (time.attempt.failedBefore > 0 ? 1 : FILES_PER_WRITE)) await writer.write();
    }
  } finally {
    await writer.write();
  }
  const outcome = writer.outcome();
  // An attempt before may have ended between its writes and this.
  if (outcome !== undefined || time.attempt.failedBefore > 0) await raiseToRequired(context, [pageId]);
  return { isDone, outcome };
}

interface ReadFile {
  readonly parts: readonly FilePart[];
  readonly reasons: readonly FileScanReason[];
}

/** @returns later: the time was too short; gone: this version no longer exists @throws HostError */
async function readAttachedFile(
  { confluence, scanner }: ScanContext,
  pageId: string,
  { id, name, mediaType, version }: ListedFile,
  time: FilesTime,
): Promise<ReadFile | 'later' | 'gone'> {
  const isFirst = time.isFirst;
  time.isFirst = false;
  const { failedBefore, ranOutOfMemory } = time.attempt;
  // The attempts before ended while they read this file, each time.
  if (isFirst && ranOutOfMemory && failedBefore >= SKIP_FROM) return { parts: [], reasons: ['file-over-budget'] };
  const maxBytes = scanner.files.maxMegabytes * 1024 * 1024;
  let file;
  try {
    file = await confluence.download(
      APP,
      route`/wiki/rest/api/content/${pageId}/child/attachment/${id}/download?version=${String(version)}`,
      maxBytes,
    );
  } catch (error) {
    // The next scan tries again. During an outage, the lists fail as well, and the scan waits.
    if (!(error instanceof HostError) || error.kind === 'quota') throw error;
    return { parts: [], reasons: ['file-not-downloaded'] };
  }
  const { status, bytes } = file;
  if (status === 400 || status === 404) return 'gone';
  if (status !== 200) return { parts: [], reasons: ['file-not-downloaded'] };
  if (bytes === undefined) return { parts: [], reasons: ['file-too-large'] };
  const { readFile } = await import('../../files/read-file');
  const reading = await readFile({ name, mediaType, bytes }, { shouldStop: () => monotonicMs() >= time.endsAtMs });
  if (reading.reasons.includes('out-of-time') && !isFirst) return 'later';
  return { parts: reading.parts, reasons: reading.reasons.map(scanReasonOf) };
}

/** Collects the results of some files, and writes them together. */
class FilesWriter {
  size = 0;
  #findings: IdentifiedFinding[] = [];
  #files: Record<string, FileScan> = {};
  #contentIds: string[] = [];
  readonly #degraded = new Set<string>();
  readonly #changes: FindingChange[] = [];
  /** The open findings of the page, with those that are not written yet: the attachment whose file has it, or '' for others. */
  readonly #fileOf = new Map<string, string>();
  #after: PageScanRecord;

  constructor(
    private readonly context: ScanContext,
    private readonly before: PageScanRecord,
    private readonly pageId: string,
    stored: Awaited<ReturnType<typeof readListedFindings>>,
  ) {
    this.#after = before;
    for (const [findingId, { data }] of stored) {
      const { field, contentId = '' } = data.location;
      this.#fileOf.set(findingId, field === 'attachment-content' ? contentId : '');
    }
  }

  addEntry(id: string, entry: FileScan | undefined): void {
    if (entry !== undefined) this.#files[id] = entry;
  }

  async addName(file: ListedFile): Promise<void> {
    const { findings, degraded } = await this.#search(namePartsOf(file), this.#room());
    this.#add(findings, '');
    this.#contentIds.push(file.id);
    for (const one of degraded) this.#degraded.add(one);
  }

  async addFile({ id, version, versionAt }: ListedFile, { parts, reasons }: ReadFile, { failedBefore }: Attempt) {
    const texts = parts.map((part) => partOf(id, part));
    const found = await this.#search(texts, this.#room(id)).catch((error: unknown) => {
      if (failedBefore < SKIP_FROM) throw error;
      return undefined;
    });
    if (found === undefined) {
      this.addEntry(id, { version, versionAt, reasons: ['file-damaged'] });
      return;
    }
    this.#add(found.findings, id);
    const all = new Set(reasons);
    if (found.isTruncated) all.add('file-too-many-findings');
    if (found.degraded.length > 0) all.add('file-detectors-over-budget');
    for (const { reason } of found.notInspected) all.add(reason === 'too-large' ? 'file-over-budget' : 'file-damaged');
    this.#files[id] = { version, versionAt, ...(all.size === 0 ? {} : { reasons: [...all] }) };
    this.size += 1;
  }

  /** @throws StorageUnavailableError, CorruptRecordError */
  async write(): Promise<void> {
    const { pageId, context } = this;
    const { storage, scanner, clock } = context;
    const files: FilesOfPage = this.#files;
    if (Object.keys(files).length === 0) return;
    const observation = {
      kind: 'files',
      findings: this.#findings,
      files,
      contentIds: this.#contentIds,
      detectorsOverBudget: [...this.#degraded],
    } as const;
    const written = await retryOnConflict(async () => {
      const before = await readScan(storage, pageId);
      const at = clock().toISOString();
      const reconciled = await reconcileWithStored({ storage, scanner }, { pageId, before, observation, at });
      if (reconciled.do === 'nothing') return reconciled;
      return (await commitScan(storage, pageId, before, reconciled)) === 'conflict' ? 'conflict' : reconciled;
    });
    if (written === 'conflict') throw new HostError('failure', 'others scanned the same page at every attempt');
    [this.#findings, this.#files, this.#contentIds, this.size] = [[], {}, [], 0];
    if (written.do === 'nothing') return;
    this.#changes.push(...written.changes);
    this.#after = written.scan;
  }

  outcome(): FilesOutcome | undefined {
    const { pageId, before } = this;
    return this.#after === before ? undefined : { pageId, before, after: this.#after, changes: this.#changes };
  }

  /** How many findings the page may have besides those of other parts. @param id of the file that is scanned again */
  #room(id?: string): number {
    const others = [...this.#fileOf.values()].filter((one) => id === undefined || one !== id).length;
    return Math.max(0, MAX_FINDINGS_OF_PAGE - others);
  }

  #search(parts: readonly Part[], room: number) {
    const { pageId, before, context } = this;
    return context.scanner.scanAttachment({ pageId, spaceId: before.spaceId }, parts, context.clock(), room);
  }

  #add(findings: readonly IdentifiedFinding[], fileId: string): void {
    this.#findings.push(...findings);
    for (const { findingId } of findings) this.#fileOf.set(findingId, fileId);
  }
}

function partOf(contentId: string, part: FilePart): Part {
  return {
    field: 'attachment-content',
    contentId,
    representation: part.representation,
    source: part.source,
    placeAt: (position) => withoutText(part.placeAt(position)),
  };
}

/** The names of sheets and of files in archives are text of the file, and are not stored. */
function withoutText({ kind, number, column, sheet, member }: FilePlace): FilePlace {
  return {
    kind,
    number,
    ...(column === undefined ? {} : { column }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(member === undefined ? {} : { member }),
  };
}
