import { findLevel, type Levels } from '../classification/level-store';
import { type CsvColumns, csvLine, csvPart } from '../platform/csv';
import { NOT_MEASURED } from './audience';
import type { ListedPageExposure } from './reads';
import { PUBLIC_LINKS, REASON_NAMES } from './words';

/** The list of pages as CSV (RFC 4180), for the admin area and for keys. Like every answer, it says what is not measured. */

/** `verdict`: verdicts, reasons and times. `numbers`: also numbers of people. `admin`: also names, causes and reasons of exceptions. */
export type CsvContent = 'verdict' | 'numbers' | 'admin';

export interface CsvOptions {
  readonly levels: Levels;
  readonly content: CsvContent;
  /** Before the header line, in the first part of a file. Undefined: a later part. The parts joined together are one file. */
  readonly head: readonly (readonly string[])[] | undefined;
  /** The name of a subject of the audit log. Omitted: the file has no names. */
  readonly nameOf?: (subject: string) => string;
}

type About = [ListedPageExposure, Pick<CsvOptions, 'levels' | 'nameOf'>];

const inFile = (count: number | undefined) => (count === undefined ? '' : String(count));

const COLUMNS: readonly (readonly [CsvContent, ...CsvColumns<About>[number]])[] = [
  ['verdict', 'pageId', ({ page }) => page.pageId],
  ['admin', 'title', ({ page }, { nameOf }) => nameOf?.(`page:${page.pageId}`) ?? ''],
  ['verdict', 'spaceId', ({ page }) => page.spaceId],
  ['admin', 'spaceName', ({ page }, { nameOf }) => nameOf?.(`space:${page.spaceId}`) ?? ''],
  ['verdict', 'level', ({ exposure }, { levels }) => findLevel(levels, exposure.levelId)?.name ?? ''],
  ['verdict', 'verdict', ({ exposure }) => exposure.judgment.verdict],
  ['verdict', 'reason', ({ exposure }) => reasonOf(exposure)],
  ['admin', 'decidedBy', ({ exposure }) => (exposure.gateId === undefined ? 'space' : 'restriction')],
  ['numbers', 'peopleAtLeast', ({ exposure }) => inFile(exposure.audience?.people.atLeast)],
  ['numbers', 'peopleAtMost', ({ exposure }) => inFile(exposure.audience?.people.atMost)],
  ['numbers', 'guestsAtLeast', ({ exposure }) => inFile(exposure.audience?.guests.atLeast)],
  ['numbers', 'guestsAtMost', ({ exposure }) => inFile(exposure.audience?.guests.atMost)],
  ['verdict', 'checkedAt', ({ exposure }) => exposure.checkedAt ?? ''],
  ['admin', 'overSince', ({ exposure }) => exposure.overSince ?? ''],
  ['verdict', 'exceptionUntil', ({ exposure }) => exposure.exception?.until ?? ''],
  ['admin', 'exceptionReason', ({ exposure }) => exposure.exception?.reason ?? ''],
  ['verdict', 'notMeasured', () => NOT_MEASURED.join(' ')],
];

/** The worst one. Empty: within the rule. */
function reasonOf({ judgment: { reasons } }: ListedPageExposure['exposure']): string {
  const [reason] = reasons;
  return reason === undefined ? '' : REASON_NAMES[reason];
}

const CONTENTS: Readonly<Record<CsvContent, readonly CsvContent[]>> = {
  verdict: ['verdict'],
  numbers: ['verdict', 'numbers'],
  admin: ['verdict', 'numbers', 'admin'],
};

/** In the head of every file. */
export const NOT_MEASURED_LINE = ['notMeasured', PUBLIC_LINKS] as const;

export function exposureCsv(pages: readonly ListedPageExposure[], { content, head, ...others }: CsvOptions): string {
  const columns = COLUMNS.flatMap(([of, ...column]) => (CONTENTS[content].includes(of) ? [column] : []));
  return (head ?? []).map(csvLine).join('') + csvPart(columns, pages, head !== undefined, others);
}
