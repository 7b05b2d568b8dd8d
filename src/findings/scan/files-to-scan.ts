import * as z from 'zod';
import type { DetectionConfig } from '../../detection/configuration/model';
import type { Part } from '../../detection/finding';
import { FILE_KINDS, fileKindOf } from '../../files/file-kinds';
import { type FileReason, isReadableFile } from '../../files/read-file';
import type { FileScan, FileScanReason, PageScanRecord } from '../model';

/** Decides which attached files of a page are scanned, by their versions. Pure. */

/** An attachment as Confluence lists it. Its name is never stored. */
export interface ListedFile {
  readonly id: string;
  readonly name: string;
  readonly comment: string;
  readonly mediaType: string;
  /** In bytes. */
  readonly size: number;
  readonly version: number;
  readonly versionAt: string;
}

export type FileSettings = DetectionConfig['attachmentContents'];
export type FilesOfPage = NonNullable<PageScanRecord['data']['files']>;

/** An attachment in a list of Confluence. */
export const listedAttachment = z.object({
  id: z.string().min(1).max(50),
  title: z.string(),
  comment: z.string().nullish(),
  mediaType: z.string().nullish(),
  fileSize: z.number().nullish(),
  version: z.object({ number: z.int(), createdAt: z.iso.datetime({ offset: true }) }),
});

export function toListedFile(body: z.infer<typeof listedAttachment>): ListedFile {
  const { id, title, comment, mediaType, fileSize, version } = body;
  return {
    id,
    name: title,
    comment: comment ?? '',
    mediaType: mediaType ?? '',
    // Without a size, the length of the download decides.
    size: fileSize ?? 0,
    version: version.number,
    versionAt: new Date(version.createdAt).toISOString(),
  };
}

/** The name and the comment of an attachment, to be searched. */
export function namePartsOf({ id, name, comment }: Pick<ListedFile, 'id' | 'name' | 'comment'>): readonly Part[] {
  const part = { contentId: id, representation: 'plain' } as const;
  const ofName = { ...part, field: 'attachment-name', source: name } as const;
  return comment === '' ? [ofName] : [ofName, { ...part, field: 'attachment-comment', source: comment }];
}

export function scansFilesOf({ enabled, spaceIds }: FileSettings, spaceId: string): boolean {
  return enabled && (spaceIds.length === 0 || spaceIds.includes(spaceId));
}

export function listsEveryFile({ enabled, kinds, spaceIds }: FileSettings): boolean {
  return enabled && spaceIds.length === 0 && FILE_KINDS.every((kind) => kinds.includes(kind));
}

/**
 * The files of a page after its attachments were listed.
 * @param isCovered false: the known files were scanned with other settings of the detectors
 */
export function filesAfterList(
  known: FilesOfPage | undefined,
  listed: readonly ListedFile[],
  settings: FileSettings,
  isCovered: boolean,
): FilesOfPage {
  const entries = listed.flatMap((file): [string, FileScan][] => {
    const { id, version, versionAt } = file;
    const reasons = reasonsBefore(file, settings);
    if (reasons === undefined) return [];
    const before = known?.[id];
    const isKnown = isCovered && before?.version === version && before.versionAt === versionAt;
    return [[id, isKnown && !isDecided(reasons, before) ? before : { version, versionAt, reasons }]];
  });
  return Object.fromEntries(entries);
}

/** The files of a page whose attachments were not listed. */
export function filesWithoutList(known: FilesOfPage | undefined, isCovered: boolean): FilesOfPage {
  if (isCovered || known === undefined) return known ?? {};
  const again = Object.entries(known).map(([id, { version, versionAt }]): [string, FileScan] => [
    id,
    { version, versionAt, reasons: ['file-not-scanned'] },
  ]);
  return Object.fromEntries(again);
}

/** True if a scan of the file has to download it. */
export function awaitsScan(file: FileScan | undefined): boolean {
  return file?.reasons?.some((reason) => reason === 'file-not-scanned' || reason === 'file-not-downloaded') ?? false;
}

/** True if files of the page wait for a scan. */
export function awaitsFiles(record: PageScanRecord | undefined): boolean {
  return Object.values(record?.data.files ?? {}).some(awaitsScan);
}

/** Why the files of a page were not scanned, or not completely. */
export function reasonsOfFiles(files: FilesOfPage | undefined): readonly FileScanReason[] {
  return [...new Set(Object.values(files ?? {}).flatMap(({ reasons = [] }) => reasons))];
}

/** @param reason of the room that reads files. `out-of-time` is for the next step, or too much for any */
export function scanReasonOf(reason: FileReason): FileScanReason {
  return reason === 'out-of-time' ? 'file-over-budget' : `file-${reason}`;
}

/** The reasons that are known before a download. Undefined: the admin has not chosen files of this kind. */
function reasonsBefore(file: ListedFile, { kinds, maxMegabytes }: FileSettings): FileScan['reasons'] {
  const readable = isReadableFile(file.name, file.mediaType, file.size);
  // Files without text stay known, because no scan of the page is complete.
  if (readable === 'no-text' || readable === 'unsupported-type') return [scanReasonOf(readable)];
  if (!kinds.includes(fileKindOf(file.name))) return undefined;
  if (readable !== true) return [scanReasonOf(readable)];
  return [file.size > maxMegabytes * 1024 * 1024 ? 'file-too-large' : 'file-not-scanned'];
}

/** True if the settings decide now about a file that was scanned, or the other way round. */
function isDecided(reasons: FileScan['reasons'], before: FileScan): boolean {
  const awaits = reasons?.includes('file-not-scanned') === true;
  return awaits ? before.reasons?.includes('file-too-large') === true : true;
}
