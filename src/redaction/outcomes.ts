import type { ContentType } from '../classification/content-type';
import type {
  DeletedVersion,
  Failure,
  History,
  Method,
  OtherChanges,
  PageResult,
  RedactionRun,
  ShownCut,
  RemainingPlace,
  UncertainPlaces,
} from './run-model';
import { joinPlaces, NO_PLACES } from './page/uncertain-places';

/** The result of each finding and page of a redaction, as its owner sees it. Pure. */

export interface FindingOutcome {
  readonly findingId: string;
  /** Omitted: not known yet, or not visible to the owner. */
  readonly pageId?: string;
  readonly status: 'waiting' | 'redacted' | 'would-be-redacted' | 'failed';
  readonly reason?: Failure;
  readonly field?: RemainingPlace;
}

export interface PageOutcome {
  readonly pageId: string;
  readonly contentType: ContentType;
  readonly places: PageResult['places'];
  /** Only in a dry run: the first cuts of the redaction, with their excerpts. */
  readonly cuts?: readonly ShownCut[] | undefined;
  /** Places in the current version and in older ones that only resemble a value. They stay. */
  readonly uncertainPlaces: UncertainPlaces;
  readonly versionBefore?: number;
  readonly versionAfter?: number;
  /** The method that removed the values from title and body, if a version of the page was written. */
  readonly method?: Method | undefined;
  /** The comments that were written. */
  readonly comments: NonNullable<PageResult['comments']>;
  /** The inline comments that keep a value of the page as their selected text. */
  readonly inlineSelections: readonly string[];
  /** Changes beside the cuts. Omitted: none. */
  readonly otherChanges?: OtherChanges;
  /** Older versions that were deleted, or would be. */
  readonly versionsDeleted: readonly DeletedVersion[];
  /** True if older versions of the page, or of the comments, still have the values, or may have. */
  readonly historyExposed: boolean;
  /** The reason, if they were to be deleted. */
  readonly historyReason?: History['exposed'];
}

export interface RedactionOutcomes {
  readonly findings: readonly FindingOutcome[];
  readonly pages: readonly PageOutcome[];
}

/**
 * @param isVisible whether the reader can currently see a page. A named finding on another page looks like one
 *   that does not exist; the other findings of that page are omitted.
 */
export function outcomesOf(
  { record: { data } }: RedactionRun,
  isVisible: (pageId: string) => boolean,
): RedactionOutcomes {
  const { pages, unknown, dryRun, cleanHistory = false } = data;
  const done = dryRun ? 'would-be-redacted' : 'redacted';
  const visible = pages.filter(({ pageId }) => isVisible(pageId));
  const hidden = pages.filter(({ pageId }) => !isVisible(pageId));
  const notFound = [
    ...unknown.map(({ findingId }) => findingId),
    ...hidden.flatMap(({ findingIds, named }) => findingIds.slice(0, named)),
  ];
  return {
    findings: [
      ...visible.flatMap(({ pageId, findingIds, result }) =>
        findingIds.map((findingId): FindingOutcome => {
          if (result === undefined) return { findingId, status: 'waiting' };
          const visiblePage = result.isSeen ? { pageId } : {};
          const failure = result.failed.find((one) => one.findingId === findingId);
          if (failure === undefined) return { findingId, ...visiblePage, status: done };
          const { reason, field } = failure;
          return { findingId, ...visiblePage, status: 'failed', reason, ...(field === undefined ? {} : { field }) };
        }),
      ),
      // The order does not show which of them exist.
      ...notFound.sort().map((findingId): FindingOutcome => ({ findingId, status: 'failed', reason: 'not-found' })),
    ],
    pages: visible.flatMap(({ pageId, contentType = 'page' as const, findingIds, result, history }) => {
      if (result === undefined || !result.isSeen) return [];
      const { places, cuts, versionBefore, versionAfter, method, comments = [], inlineSelections = [] } = result;
      const uncertainPlaces = joinPlaces([result.uncertainPlaces ?? NO_PLACES, history?.uncertainPlaces ?? NO_PLACES]);
      const versions = versionBefore === undefined || versionAfter === undefined ? {} : { versionBefore, versionAfter };
      // Applies also if another redaction was faster. The page no longer has the value, but its history does.
      const isGone = !dryRun && findingIds.some((id) => !result.failed.some(({ findingId }) => findingId === id));
      const isWritten = versionAfter !== undefined || comments.length > 0;
      const versionsDeleted = history?.deleted ?? [];
      // The versions were not searched for the values of findings that failed.
      const isSearched = result.failed.every(({ reason }) => reason === 'not-found');
      const historyExposed = cleanHistory ? !isSearched || isExposed(history, dryRun) : isWritten || isGone;
      const { otherChanges } = result;
      const changes = otherChanges === undefined ? {} : { otherChanges };
      const shown = { places, cuts, uncertainPlaces, ...versions, method, comments, inlineSelections, versionsDeleted };
      return [{ pageId, contentType, ...shown, ...changes, historyExposed, historyReason: history?.exposed }];
    }),
  };
}

/** Values may stay as long as the result is unknown. */
function isExposed(history: History | undefined, dryRun: boolean): boolean {
  if (history?.isOver !== true) return true;
  return history.exposed !== undefined || (dryRun && history.deleted.length > 0);
}
