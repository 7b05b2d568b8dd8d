import { type OfContent, ofContent } from '../classification/content-type';
import type { FindingRecord } from '../findings/model';
import { readFindings, readScan } from '../findings/scan/scan-store';
import { lineListOf } from '../keys/key-line';
import type { Storage } from '../platform/storage';
import { createRun, type RunCreation, type RunRequest } from '../runs/create-run';
import type { RunOwner } from '../runs/run-owner';
import type { MarkerStyle } from './page/cut';
import { REDACTIONS } from './redaction-kind';
import type { FailedFinding, RedactionPage, RedactionRecord } from './run-model';

/** The named findings, or the open ones of a page. */
export type RedactionOrder =
  | { readonly findingIds: readonly string[] }
  | {
      readonly pageId: string;
      /** Omitted: all. */
      readonly detectorIds?: readonly string[] | undefined;
    };

export interface RedactionRequest extends Pick<
  RunRequest<RedactionRecord>,
  'idempotencyKey' | 'requestId' | 'installationId'
> {
  readonly owner: RunOwner;
  /** The page on which a person started it, who needs no admin rights. Omitted: in the admin area, or with a key. */
  readonly startPageId?: string;
  readonly order: RedactionOrder;
  /** The findings of a page that the redaction skips, because they are excluded or observed. Omitted: none. */
  readonly isExcluded?: (finding: FindingRecord) => boolean;
  /** The named findings whose pages the owner can currently see. A finding on another page is treated as not found. */
  readonly visible: ReadonlyMap<string, { readonly record: FindingRecord; readonly page: OfContent }>;
  readonly dryRun: boolean;
  /** The marker that replaces the values. */
  readonly marker: MarkerStyle;
  /**
   * True if older versions with the values are deleted. If so, findings that were redacted before can be named as well.
   */
  readonly cleanHistory: boolean;
}

/** @returns `none` if the page has no such open finding @throws StorageUnavailableError, CorruptRecordError */
export function createRedaction(
  context: Parameters<typeof createRun>[0],
  request: RedactionRequest,
): Promise<RunCreation<RedactionRecord> | { readonly outcome: 'none' }> {
  const { owner, idempotencyKey, order, dryRun, cleanHistory, marker, requestId, installationId } = request;
  const { isExcluded = () => false, visible, startPageId } = request;
  const options = { cleanHistory: cleanHistory ? true : undefined, marker: marker === 'block' ? undefined : marker };
  return createRun(context, REDACTIONS, {
    creator: owner,
    idempotencyKey,
    requestId,
    installationId,
    order: [
      order,
      dryRun,
      ...(cleanHistory ? ['cleanHistory'] : []),
      ...(marker === 'block' ? [] : [marker]),
      ...(startPageId === undefined ? [] : [`on page ${startPageId}`]),
    ],
    build: async ({ members, data, keyId }) => {
      const targets =
        'pageId' in order
          ? await findOfPage(context.storage, order, isExcluded)
          : findNamed(visible, order.findingIds, cleanHistory);
      const isOfPage = 'pageId' in order || startPageId !== undefined;
      if (isOfPage && targets.pages.length === 0) return 'none';
      return {
        record: {
          ...members,
          lineList: owner.kind === 'key' ? lineListOf(owner.key, 'redactions') : undefined,
          data: { ...data, keyId, startPageId, ...options, dryRun, ...targets, stalled: 0 },
        },
      };
    },
  });
}

interface Targets {
  readonly pages: RedactionPage[];
  readonly unknown: FailedFinding[];
}

async function findOfPage(
  storage: Storage,
  { pageId, detectorIds }: Extract<RedactionOrder, { readonly pageId: string }>,
  isExcluded: (finding: FindingRecord) => boolean,
): Promise<Targets> {
  const scan = (await readScan(storage, pageId)).record?.data;
  const findings = await readFindings(storage, scan?.findingIds ?? []);
  const isMeant = (finding: FindingRecord) =>
    finding.status === 'open' && (detectorIds?.includes(finding.detectorId) ?? true) && !isExcluded(finding);
  const findingIds = [...findings].flatMap(([findingId, finding]) => (isMeant(finding) ? [findingId] : []));
  const page = { pageId, ...ofContent(scan?.contentType), findingIds, named: 0, isBegun: false };
  return { pages: findingIds.length === 0 ? [] : [page], unknown: [] };
}

function findNamed(findings: RedactionRequest['visible'], named: readonly string[], cleanHistory: boolean): Targets {
  const unknown: FailedFinding[] = [];
  const pages = new Map<string, RedactionPage>();
  for (const findingId of named) {
    const { record, page } = findings.get(findingId) ?? {};
    const isMeant = record?.status === 'open' || (cleanHistory && record?.status === 'redacted');
    if (record === undefined || !isMeant) unknown.push({ findingId, reason: 'not-found' });
    else {
      const { pageId } = record;
      const findingIds = [...(pages.get(pageId)?.findingIds ?? []), findingId];
      const named = findingIds.length;
      pages.set(pageId, { pageId, ...ofContent(page?.contentType), findingIds, named, isBegun: false });
    }
  }
  return { pages: [...pages.values()], unknown };
}
