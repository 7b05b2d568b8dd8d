import { readLevels } from '../../classification/level-store';
import {
  type CommentsAndAttachments,
  readCommentsAndAttachmentsAsApp,
  scansCommentsOrAttachments,
} from '../../findings/scan/comments-and-attachments';
import { readPageLabels } from '../../findings/exclusions/page-labels';
import { listContentsAs, type PageContent } from '../../findings/scan/page-content';
import {
  type AffectedPages,
  type ConditionsChange,
  type ConfigurationPreview,
  previewConfiguration,
  type SampledPage,
} from '../../findings/preview/preview-configuration';
import { awaitAll } from '../../platform/await-all';
import { APP, ImpersonationRefusedError } from '../../platform/confluence';
import { joinIds } from '../../platform/confluence-id';
import { estimateFor, estimateScanOf, MAX_SPACES, type ScanOffer } from './count-pages-to-scan';
import { requirePeppers } from '../keys/require-peppers';
import { listFindingsFor, type Question } from '../findings/visible-findings';
import { findPagesWithLevels } from '../visible-pages';
import type { AdminRequest } from '../operation';

/** Tries a change on a sample of the pages that the admin sees now: pages with findings, and the pages that were edited last. */

export interface SamplePreview extends ConfigurationPreview {
  /** `nothing`: the change affects no finding, so no page was scanned. */
  readonly affects: 'site' | 'spaces' | 'pages' | 'nothing';
  /**
   * The number of pages from which the sample was taken, as the search of Confluence counts them for the admin. Omitted: not
   * known.
   */
  readonly total?: number;
  /** The scan that applies the change. Omitted: it needs none, or the number of pages is not known. */
  readonly scan?: ScanOffer;
}

/** The number of pages with findings of the affected detectors, and of the pages that were edited last. */
const PAGES_OF_A_KIND = 25;
/**
 * With more characters in all bodies and comments, the invocation could run out of memory. Further pages are not scanned, and
 * no further comments are read.
 */
const MAX_CHARACTERS = 8_000_000;
/** The number of pages whose comments and attachments are read, and the lists of comments of each. */
const WITH_CONTENTS = { pages: 10, lists: 4, atOnce: 2 } as const;

const NONE = { total: 0, byDetector: [], examples: [] };

export const NOTHING_CHANGES: SamplePreview = {
  affects: 'nothing',
  scanned: 0,
  partly: 0,
  withContents: 0,
  notScanned: 0,
  appearing: NONE,
  disappearing: NONE,
  changing: NONE,
  levels: [],
};

/**
 * @param detectorIds the detectors that the change affects; undefined = possibly all
 * @throws Refusal PEPPER_MISSING, HostError, StorageUnavailableError, CorruptRecordError
 */
export async function previewOnSample(
  request: AdminRequest,
  change: ConditionsChange,
  affected: AffectedPages,
  detectorIds: readonly string[] | undefined,
): Promise<SamplePreview> {
  const { storage, clock, installationId } = request;
  if (isNothing(affected)) return NOTHING_CHANGES;
  const peppers = requirePeppers(request);
  const [levels, contents, scan] = await awaitAll([
    readLevels(storage, installationId),
    findContents(request, affected, detectorIds),
    estimateOf(request, affected),
  ] as const);
  const sample = await describeSample(request, change, contents);
  const preview = await previewConfiguration({ clock, installationId, peppers, levels }, change, sample);
  const affects = affected === 'site' ? affected : 'spaceIds' in affected ? 'spaces' : 'pages';
  const total = scan === undefined || affects === 'pages' ? {} : { total: Math.max(scan.pages, sample.length) };
  return { affects, ...total, ...(scan === undefined ? {} : { scan }), ...preview };
}

function isNothing(affected: AffectedPages): boolean {
  if (affected === 'site') return false;
  return ('spaceIds' in affected ? affected.spaceIds : affected.pageIds).length === 0;
}

async function estimateOf(request: AdminRequest, affected: AffectedPages): Promise<ScanOffer | undefined> {
  if (affected !== 'site' && 'spaceIds' in affected)
    return estimateScanOf(request, affected.spaceIds.slice(0, MAX_SPACES));
  if (affected === 'site' || affected.pageIds.length >= PAGES_OF_A_KIND) return estimateScanOf(request, 'site');
  const pages = affected.pageIds.length;
  return { pages, ...(await estimateFor(request, pages)) };
}

/** The pages may include some that the admin does not see. */
async function findContents(
  request: AdminRequest,
  affected: AffectedPages,
  detectorIds: readonly string[] | undefined,
): Promise<readonly PageContent[]> {
  if (affected !== 'site' && 'pageIds' in affected) return listContents(request, idsQuery(affected.pageIds));
  const isInSpace = (spaceId: string) => affected === 'site' || affected.spaceIds.includes(spaceId);
  const inSpaces = affected === 'site' ? {} : { 'space-id': joinIds(affected.spaceIds.slice(0, MAX_SPACES)) };
  const [withFindings, edited] = await awaitAll([
    findPagesWithFindings(request, { detectorIds, isInSpace }),
    listContents(request, { ...inSpaces, sort: '-modified-date', limit: String(PAGES_OF_A_KIND) }),
  ] as const);
  const known = new Set(edited.map(({ page }) => page.pageId));
  const others = withFindings.filter((pageId) => !known.has(pageId));
  if (others.length === 0) return edited;
  return [...(await listContents(request, idsQuery(others))), ...edited];
}

interface PagesWithFindings {
  /** Undefined: all detectors. */
  readonly detectorIds: readonly string[] | undefined;
  readonly isInSpace?: (spaceId: string) => boolean;
  /** The current level of the pages. Omitted: any, or none. */
  readonly levelId?: string;
}

/**
 * Pages that the admin sees, with open findings. These include findings that exclusions or observed detectors hide,
 * because the change may open them.
 */
export async function findPagesWithFindings(
  request: AdminRequest,
  { detectorIds, isInSpace = () => true, levelId }: PagesWithFindings,
): Promise<readonly string[]> {
  const [only] = detectorIds?.length === 1 ? detectorIds : [];
  const newestOfPage = new Map<string, string>();
  // One finding of each page, so that a page with many findings does not replace the others. A list may read a row twice.
  const isAsked: Question['isAsked'] = ({ pageId, spaceId, detectorId, fingerprint, data: { location } }) => {
    if (!isInSpace(spaceId) || detectorIds?.includes(detectorId) === false) return false;
    const finding = [detectorId, fingerprint, location.contentId, location.occurrence].join(' ');
    const newest = newestOfPage.get(pageId) ?? finding;
    newestOfPage.set(pageId, newest);
    return newest === finding;
  };
  const filter = { status: 'open', ...(only === undefined ? {} : { detectorId: only }) } as const;
  const question = {
    filter,
    status: undefined,
    withObserved: true,
    levelIds: levelId === undefined ? undefined : [levelId],
    isAsked,
    after: undefined,
  };
  const { results } = await listFindingsFor(request, question, PAGES_OF_A_KIND);
  return results.map(({ page }) => page.pageId);
}

function idsQuery(pageIds: readonly string[]) {
  return { id: joinIds(pageIds), limit: String(pageIds.length) };
}

/** Pages with their bodies, as the admin or, if the platform does not let the app act for the admin, as the app. */
async function listContents(
  { confluence, accountId }: AdminRequest,
  query: Readonly<Record<string, string>>,
): Promise<readonly PageContent[]> {
  try {
    return (await listContentsAs(confluence, { kind: 'person', accountId }, query)).contents;
  } catch (error) {
    if (!(error instanceof ImpersonationRefusedError)) throw error;
    return (await listContentsAs(confluence, APP, query)).contents;
  }
}

/** Keeps the pages that the admin sees now, and adds what exclusions and scans need to know about them. */
async function describeSample(
  request: AdminRequest,
  { before, after }: ConditionsChange,
  contents: readonly PageContent[],
): Promise<readonly SampledPage[]> {
  const { confluence, now } = request;
  const pageIds = contents.map(({ page }) => page.pageId);
  const [seen, labels] = await awaitAll([
    pageIds.length === 0 ? new Map<string, never>() : findPagesWithLevels(request, pageIds),
    readPageLabels(confluence, [...before.exclusions, ...after.exclusions], pageIds, now),
  ] as const);
  let characters = 0;
  const sample = contents.flatMap((content): SampledPage[] => {
    const { pageId } = content.page;
    const visible = seen.get(pageId) ?? 'hidden';
    if (visible === 'hidden') return [];
    characters += typeof content.body === 'string' ? 0 : content.body.value.length;
    return [
      {
        content: characters > MAX_CHARACTERS ? { ...content, body: 'too-large' } : content,
        levelId: visible.level?.levelId,
        labels: labels.get(pageId),
      },
    ];
  });
  const targets = {
    comments: before.config.targets.comments || after.config.targets.comments,
    attachmentNames: before.config.targets.attachmentNames || after.config.targets.attachmentNames,
  };
  if (!scansCommentsOrAttachments(targets)) return sample;
  const attached = new Map<string, CommentsAndAttachments>();
  const readable = sample.filter(({ content }) => typeof content.body !== 'string');
  const first = readable.slice(0, WITH_CONTENTS.pages).map(({ content }) => content.page.pageId);
  for (let start = 0; start < first.length && characters <= MAX_CHARACTERS; start += WITH_CONTENTS.atOnce) {
    const read = await awaitAll(
      first.slice(start, start + WITH_CONTENTS.atOnce).map(async (pageId) => {
        const contents = await readCommentsAndAttachmentsAsApp(confluence, { pageId }, targets, WITH_CONTENTS.lists);
        attached.set(pageId, contents);
        return contents.parts;
      }),
    );
    characters += read.flat().reduce((sum, { source }) => sum + source.length, 0);
  }
  return sample.map((page) => {
    const contentsOfPage = attached.get(page.content.page.pageId);
    return contentsOfPage === undefined ? page : { ...page, attached: contentsOfPage };
  });
}
