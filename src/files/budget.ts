import { type CommonPlace, type FilePart, PartWriter } from './file-part';

/** Why text of a file may be missing. */
export type FileReason =
  /** It has images, or pages without text. Nothing recognizes text in images. */
  | 'no-text'
  /** It needs a password. */
  | 'encrypted'
  /** It is not what its format demands. Other parts of it may have been read. */
  | 'damaged'
  /** It is larger than MAX_FILE_BYTES. Nothing was read. */
  | 'too-large'
  /** No parser reads it, or a file in it. */
  | 'unsupported-type'
  /** It has more text, pages, cells, files or unpacked bytes than the limits. The beginning was read. A retry reads no more. */
  | 'over-budget'
  /** The caller's time ended. The beginning was read. A retry can read more. */
  | 'out-of-time'
  /** An archive in an archive was not read. */
  | 'too-deep'
  /** Its encoding or a font does not say which characters it has. */
  | 'unknown-characters';

/** Each is for the whole file, with all files in it. */
export const LIMITS = {
  fileBytes: 20 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  /** The limit for each stream of a PDF. Pictures and fonts may have four times as much. */
  streamBytes: 8 * 1024 * 1024,
  /** Characters of text. Markup costs more, because the search needs most memory for cells and paragraphs. */
  characters: 6_000_000,
  /** Cells, paragraphs, pages and elements. */
  steps: 3_000_000,
  members: 1000,
  pages: 2000,
  /** Elements of XML and groups of RTF inside each other. */
  depth: 1000,
};

export interface FileLimits extends Partial<typeof LIMITS> {
  /** Asked often. True: the caller has no time left. Default: never. */
  readonly shouldStop?: () => boolean;
}

/** Ends the reading of a file from anywhere inside a parser, which may be code of a package. The text so far is kept. */
export class ReadingStop extends Error {
  constructor(readonly reason: FileReason) {
    super(reason);
  }
}

const STEPS_PER_CHECK = 2000;

/** The text of one file so far, the reasons why text is missing, and what reading it may still cost. */
export class Budget {
  readonly limits: typeof LIMITS;
  readonly reasons = new Set<FileReason>();
  readonly parts: FilePart[] = [];
  private readonly left: typeof LIMITS;
  private readonly shouldStop: () => boolean;
  private untilCheck = STEPS_PER_CHECK;

  constructor({ shouldStop = () => false, ...limits }: FileLimits) {
    this.limits = { ...LIMITS, ...limits };
    this.left = { ...this.limits };
    this.shouldStop = shouldStop;
  }

  /** @throws ReadingStop */
  spend(resource: keyof typeof LIMITS, amount = 1): void {
    this.left[resource] -= amount;
    if (this.left[resource] < 0) throw new ReadingStop('over-budget');
    if (--this.untilCheck <= 0) this.checkTime();
  }

  leftOf(resource: keyof typeof LIMITS): number {
    return this.left[resource];
  }

  checkTime(): void {
    this.untilCheck = STEPS_PER_CHECK;
    if (this.shouldStop()) throw new ReadingStop('out-of-time');
  }

  /** Spends the characters of a text. Returns the part of it that the limit allows. */
  take(text: string, cost = 1): string {
    const taken = text.slice(0, this.left.characters / cost);
    if (taken.length < text.length) this.report('over-budget');
    this.spend('characters', taken.length * cost);
    return taken;
  }

  report(reason: FileReason): void {
    this.reasons.add(reason);
  }

  /** Adds a part. The text written to it is kept, even if a later part fails. */
  openPart(common: CommonPlace): PartWriter {
    const part = new PartWriter(common, (characters) => {
      this.spend('steps');
      this.spend('characters', characters);
    });
    this.parts.push(part);
    return part;
  }
}

/** Runs a piece of the work. Its damage is reported, and the other pieces are still read. */
export async function isolate(budget: Budget, work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof ReadingStop) throw error;
    budget.report('damaged');
  }
}
