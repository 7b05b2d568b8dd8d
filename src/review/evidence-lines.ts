import { SYSTEM } from '../audit/event';
import { findLevel, type Levels } from '../classification/level-store';
import { readPageLevels, type StoredPageLevel } from '../classification/page-level-store';
import type { SeenPage } from '../classification/pages-lookup';
import { type Candidate, type Found, listVisibleRows, type VisibleRows } from '../classification/visible-list';
import { awaitAll } from '../platform/await-all';
import { FIRST, type Position } from '../platform/rows-by-time';
import type { Storage } from '../platform/storage';
import { type Campaign, type CampaignPage, readParts } from './campaign-store';
import { type EvidenceKey, signEvidence, type SignedEvidence } from './evidence';
import type { EvidenceHeader, EvidenceLine } from './evidence-model';
import { readReviewRules } from './rules';

/** The evidence of a campaign, as the person who exports it sees its pages now. */

interface EvidenceReader {
  readonly storage: Pick<Storage, 'read' | 'readMany' | 'list'>;
  readonly levels: Levels;
}

interface LinesQuestion {
  readonly after: Position | undefined;
  readonly limit: number;
  readonly see: (pageIds: readonly string[]) => Promise<ReadonlyMap<string, SeenPage | 'hidden'>>;
}

export interface EvidencePart extends VisibleRows<EvidenceLine, Position | undefined> {
  readonly header: EvidenceHeader;
  /** The header and these lines. */
  readonly files: SignedEvidence;
}

/**
 * One part of the evidence of a campaign, with its signed files.
 * @param about `site`: the id of the installation
 * @throws StorageUnavailableError, CorruptRecordError, and what `see` throws
 */
export async function readEvidence(
  reader: EvidenceReader,
  campaign: Campaign,
  question: LinesQuestion,
  about: { readonly site: string; readonly now: Date; readonly key: EvidenceKey },
): Promise<EvidencePart> {
  const [header, rows] = await awaitAll([
    readHeader(reader.storage, campaign, about),
    listLines(reader, campaign, question),
  ] as const);
  return { ...rows, header, files: signEvidence(about.key, header, rows.results) };
}

interface LineCandidate extends Candidate {
  readonly page: CampaignPage;
  readonly level: StoredPageLevel | undefined;
}

/** The parts that one read takes. */
const PARTS_AT_ONCE = 3;

/** In the order of the pages of the campaign. @throws StorageUnavailableError, CorruptRecordError, and what `see` throws */
function listLines(
  { storage, levels }: EvidenceReader,
  campaign: Campaign,
  question: LinesQuestion,
): Promise<VisibleRows<EvidenceLine, Position | undefined>> {
  return listVisibleRows<LineCandidate, SeenPage | 'hidden', EvidenceLine, Position | undefined>({
    ...{ after: question.after, limit: question.limit },
    find: async (from) => {
      const { items, next, hasMore } = await readCampaignPages(storage, campaign, from);
      const stored = await readPageLevels(
        storage,
        items.map(({ pageId }) => pageId),
      );
      const withLevels = items.map((item) => {
        const level = stored.get(item.pageId);
        return { ...item, level: level === 'unreadable' ? undefined : level };
      });
      return { items: withLevels, next, hasMore, isShortAnyway: true };
    },
    see: (candidates) => question.see(candidates.map(({ pageId }) => pageId)),
    show: ({ page, level }, seen) =>
      seen === 'hidden' ? undefined : lineOf(levels, campaign, page, level, seen.spaceId),
  });
}

/** A position has the number of its part and the page. */
export async function readCampaignPages(
  storage: Pick<Storage, 'readMany'>,
  { campaignId, record }: Campaign,
  from: Position | undefined,
): Promise<Found<Candidate & { readonly page: CampaignPage }, Position>> {
  const start = Number(from?.time ?? FIRST);
  const all = record.data.firsts.length;
  const numbers = Array.from({ length: Math.min(PARTS_AT_ONCE, all - start) }, (_none, index) => start + index);
  const parts = await readParts(storage, campaignId, numbers);
  const items = parts.flatMap((pages, index) =>
    pages.map((page) => ({ pageId: page.pageId, at: { time: String(start + index), key: page.pageId }, page })),
  );
  const end = start + numbers.length;
  return {
    items: items.filter(({ at }) => from === undefined || at.time !== from.time || isAfter(at.key, from.key)),
    next: { time: String(end), key: '' },
    hasMore: end < all,
  };
}

/** Pages are in the order of their ids as text, the last first. */
const isAfter = (pageId: string, last: string) => last === '' || pageId < last;

/** A person who changed the level during the campaign has answered with it. */
function lineOf(
  levels: Levels,
  { record: { sort, data } }: Campaign,
  page: CampaignPage,
  level: StoredPageLevel | undefined,
  spaceId: string,
): EvidenceLine {
  const { pageId, answer, answeredAt, exposure } = page;
  const changedAt = level?.changedAt ?? '';
  const isChanged =
    changedAt > sort &&
    (data.endedAt === undefined || changedAt <= data.endedAt) &&
    level?.lastChange?.classifierId !== SYSTEM &&
    (answer !== 'still-right' || changedAt > (answeredAt ?? ''));
  const levelId = answer === 'still-right' && !isChanged ? page.levelId : level?.record?.levelId;
  const levelName = levelId === undefined ? undefined : findLevel(levels, levelId)?.name;
  const facts = { pageId, spaceId, levelId, levelName };
  if (isChanged) return { ...facts, answer: 'changed', answeredAt: changedAt };
  return answer === undefined ? { ...facts, answer: 'open' } : { ...facts, answer, answeredAt, exposure };
}

const MINUTE_MS = 60_000;

async function readHeader(
  storage: EvidenceReader['storage'],
  campaign: Campaign,
  { site, now }: { readonly site: string; readonly now: Date },
): Promise<EvidenceHeader> {
  const { campaignId, record } = campaign;
  const { name, filter, endedAt, pages, firsts } = record.data;
  const [{ rules }, parts] = await awaitAll([
    readReviewRules(storage),
    readParts(storage, campaignId, [...firsts.keys()]),
  ] as const);
  const times = parts
    .flat()
    .flatMap(({ answer, answeredAt }) => (answer === 'still-right' && answeredAt !== undefined ? [answeredAt] : []))
    .toSorted();
  const isFast = (time: string, index: number) =>
    index > 0 && Date.parse(time) - Date.parse(times[index - 1] ?? time) < MINUTE_MS;
  return {
    ...{ site, campaignId, name, filter, rules, createdAt: record.sort, exportedAt: now.toISOString() },
    ...(endedAt === undefined ? {} : { endedAt }),
    coverage: { pages, answered: times.length, answeredWithinAMinute: times.filter(isFast).length },
    notMeasured: NOT_MEASURED,
  };
}

const NOT_MEASURED = [
  'Pages that the person who exports cannot see now have no line; coverage.pages counts them.',
  'The app does not know if a reviewer read the page, and how many pages no reviewer can see.',
  'coverage.answered counts the answers still-right. A line says if the level was changed instead.',
  'A level that was changed during the campaign and again after its end counts as open.',
  'Public links and copies of a page are not part of the exposure.',
];
