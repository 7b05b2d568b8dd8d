import { Budget, type FileLimits, type FileReason, LIMITS, ReadingStop } from './budget';
import type { FilePart, MemberPlace } from './file-part';
import { type FileFormat, formatOf, formatOfName } from './formats';
import { decodeText, readCsv, readHtml, readText } from './texts';

export type { FileFormat, FileLimits, FilePart, FileReason };

/** Larger files are not read. */
export const MAX_FILE_BYTES = LIMITS.fileBytes;

export interface AttachedFile {
  readonly name: string;
  /** As Confluence returns it. It may be wrong, so only the bytes and the name decide. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface FileReading {
  /** Undefined: no format that is read. */
  readonly format: FileFormat | undefined;
  /** The text, to search part by part, like the parts of a page. */
  readonly parts: readonly FilePart[];
  /** Why text may be missing. Empty only if all text was read. */
  readonly reasons: readonly FileReason[];
}

/**
 * Reads the text of a file. Returns what can be read, and why the rest cannot. Never rejects, also for hostile files.
 * A parser is loaded with the first file of its format.
 */
export async function readFile(file: AttachedFile, limits: FileLimits = {}): Promise<FileReading> {
  const budget = new Budget(limits);
  let format: FileFormat | undefined;
  try {
    if (file.bytes.length > budget.limits.fileBytes) budget.report('too-large');
    else format = await readMember(budget, file.name, file.bytes, {}, 0);
  } catch (error) {
    budget.report(error instanceof ReadingStop ? error.reason : 'damaged');
  }
  return { format, parts: budget.parts.filter(({ hasText }) => hasText), reasons: [...budget.reasons] };
}

/** Decides from the entry of a list, before the download. True does not promise that the file can be read. */
export function isReadableFile(name: string, mediaType: string, size: number): true | FileReason {
  return size > MAX_FILE_BYTES ? 'too-large' : formatOfName(name, mediaType);
}

/** A file that a budget pays for, in at most so many files around it. */
const MAX_DEPTH = 2;

/** Reads a file, or a file in another one. Returns its format. */
async function readMember(
  budget: Budget,
  name: string,
  bytes: Uint8Array,
  at: MemberPlace,
  depth: number,
): Promise<FileFormat | undefined> {
  const format = formatOf(bytes, name);
  let members = 0;
  const readFileInside = async (path: string, inside: Uint8Array) => {
    const label = at.label === undefined ? path : `${at.label}/${path}`;
    const place = { member: at.member ?? ++members, label };
    budget.spend('members');
    budget.openPart({ ...place, kind: 'part' }).paragraph(path);
    if (depth === MAX_DEPTH) budget.report('too-deep');
    else await readMember(budget, path, inside, place, depth + 1);
  };
  switch (format) {
    case 'csv':
      readCsv(budget, decodeText(budget, bytes), at);
      return format;
    case 'html':
      readHtml(budget, decodeText(budget, bytes), at);
      return format;
    case 'text':
      readText(budget, decodeText(budget, bytes), at);
      return format;
    case 'rtf':
      (await import('./rtf')).readRtf(budget, bytes, at);
      return format;
    case 'pdf':
      await (await import('./pdf')).readPdf(budget, bytes, at, readFileInside);
      return format;
    case 'eml':
      await (await import('./mail')).readEmail(budget, bytes, at, readFileInside);
      return format;
    case 'zip':
    case 'tar':
    case 'gzip':
    case 'compound':
      return (await import('./containers')).readContainer(budget, format, name, bytes, at, readFileInside);
    case 'no-text':
    case 'unsupported-type':
      budget.report(format);
      return undefined;
  }
}
