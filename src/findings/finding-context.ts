import * as z from 'zod';
import { parse } from '../classification/page-lookup';
import { readDetection } from '../detection/configuration/configuration-store';
import type { DetectionConfig } from '../detection/configuration/model';
import { PAGE_BUDGET, prepareCustomSearch } from '../detection/custom/custom-search';
import { builtInEngine } from '../detection/engine/engine';
import { selectDetectors } from '../detection/engine/policy';
import type { Part } from '../detection/finding';
import { detectors } from '../detection/detectors';
import { findContextInSteps, hasValuesInSteps, type ScanOptions } from '../detection/scan-page';
import { awaitAll } from '../platform/await-all';
import { type Actor, type Confluence, HostError, ImpersonationRefusedError, route } from '../platform/confluence';
import { runSteps } from '../platform/steps';
import type { Invocation } from '../quota/invocation';
import type { FindingRecord } from './model';
import { namePartsOf } from './scan/files-to-scan';
import { isOfVersion } from './scan/freshness';
import { identify } from './scan/identify';
import { readContentAs } from './scan/page-content';
import { openPageScanner, scannedParts } from './scan/scan-content';
import { readScan } from './scan/scan-store';

/** The words around one value, for a person who opens its finding. They are read from Confluence, shown and forgotten. */

type StoredLocation = FindingRecord['data']['location'];

/** Never store or log it, and never return it for more than one finding. */
export type FindingContext =
  | { readonly state: 'shown'; readonly text: string }
  /** The text or the settings are not those of the last scan of the page. */
  | { readonly state: 'changed' }
  /** The person cannot see the text now, or Confluence does not return it. */
  | { readonly state: 'unavailable' }
  /** Files are not read again for a person, and the app has no name of an attachment. */
  | {
      readonly state: 'attachment';
      /** The name of the file, if it has no value. */
      readonly name?: string;
      readonly place?: NonNullable<StoredLocation['place']>;
      /** The path of the page's list of attachments, where people replace files and delete their versions. */
      readonly path?: string;
    };

interface Reader extends Pick<Invocation, 'storage' | 'now' | 'installationId' | 'peppers'> {
  /** Its calls are charged to the person. */
  readonly confluence: Confluence;
}

/**
 * Reads the page as the person, usually with one call, and with another one the comment of a finding in a comment. Masks the value and
 * every other value of both.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readFindingContext(
  reader: Reader,
  accountId: string,
  findingId: string,
  { pageId, spaceId, data: { location } }: FindingRecord,
): Promise<FindingContext> {
  const { storage, confluence, now, installationId, peppers } = reader;
  const known = peppers();
  if (known === undefined) return { state: 'unavailable' };
  const person: Actor = { kind: 'person', accountId };
  if (isOfAttachment(location)) return contextInAttachment(reader, known, person, { pageId, spaceId }, location);
  const [seen, comment, scan, { config }] = await awaitAll([
    readContentAs(confluence, person, pageId).catch(unlessFault),
    readComment(confluence, person, location).catch(unlessFault),
    readScan(storage, pageId),
    readDetection(storage),
  ] as const);
  if (seen?.kind !== 'page' || comment === undefined) return { state: 'unavailable' };
  const { content } = seen;
  if (scan.record === undefined || !isOfVersion(scan.record, content.page)) return { state: 'changed' };
  const scanner = openPageScanner({ installationId, peppers: known, config, exclusions: [] });
  const { targets } = scanner;
  // Occurrences are counted over the scanned parts, so the others come last. They are searched for values to mask.
  const others = scannedParts(content, { title: !targets.title, body: !targets.body });
  const parts = [...scannedParts(content, targets), ...comment, ...others];
  const context = findContextInSteps(
    parts,
    scanner.scanOptions(content.page.spaceId, now),
    everyDetector(config),
    (found) =>
      found.location.field === location.field &&
      identify(installationId, pageId, [found]).some((one) => one.findingId === findingId),
  );
  const text = await runSteps(context);
  return text === undefined ? { state: 'changed' } : { state: 'shown', text };
}

/** All detectors, in every region and with any confidence. */
function everyDetector({ custom, targets }: DetectionConfig): Pick<ScanOptions, 'selection' | 'openCustomSearch'> {
  const policy = {
    minConfidence: 0,
    detectors: Object.fromEntries(detectors.map(({ id }) => [id, { enabled: true }])),
  };
  return {
    selection: selectDetectors(builtInEngine, policy),
    openCustomSearch: prepareCustomSearch(
      { policy: { minConfidence: 0, detectors: {} }, custom, targets },
      PAGE_BUDGET,
    ),
  };
}

/** Details of a finding without its context are better than an error, unless the person can wait for points. */
function unlessFault(error: unknown): undefined {
  if ((error instanceof HostError && error.kind !== 'quota') || error instanceof ImpersonationRefusedError)
    return undefined;
  throw error;
}

function isOfAttachment({ field }: StoredLocation): boolean {
  return field === 'attachment-content' || field === 'attachment-name' || field === 'attachment-comment';
}

const attachmentBody = z.object({
  id: z.string(),
  title: z.string(),
  webuiLink: z.string().startsWith('/').optional(),
  version: z.object({ number: z.int() }),
});

async function contextInAttachment(
  { storage, confluence, now, installationId }: Reader,
  peppers: NonNullable<ReturnType<Reader['peppers']>>,
  person: Actor,
  { pageId, spaceId }: Pick<FindingRecord, 'pageId' | 'spaceId'>,
  { contentId = '', place }: StoredLocation,
): Promise<FindingContext> {
  const [answer, scan, { config }] = await awaitAll([
    confluence.get(person, route`/wiki/api/v2/attachments/${contentId}`).catch(unlessFault),
    readScan(storage, pageId),
    readDetection(storage),
  ] as const);
  if (answer?.status !== 200) return { state: 'unavailable' };
  const { id, title: name, webuiLink, version } = parse(attachmentBody, answer.body);
  // The place is one in the version that was scanned.
  if (place !== undefined && scan.record?.data.files?.[contentId]?.version !== version.number)
    return { state: 'changed' };
  const scanner = openPageScanner({ installationId, peppers, config, exclusions: [] });
  const options = { ...scanner.scanOptions(spaceId, now), ...everyDetector(config) };
  const hasValues = await runSteps(hasValuesInSteps(namePartsOf({ id, name, comment: '' }), options));
  return {
    state: 'attachment',
    ...(hasValues ? {} : { name }),
    ...(place === undefined ? {} : { place }),
    ...(webuiLink === undefined ? {} : { path: withoutName(webuiLink) }),
  };
}

/** A link to an attachment has its name, which can be a value. */
function withoutName(link: string): string {
  const { pathname, searchParams } = new URL(`/wiki${link}`, 'https://site.invalid');
  const pageId = searchParams.get('pageId');
  return pageId === null ? pathname : `${pathname}?${new URLSearchParams({ pageId }).toString()}`;
}

const commentBody = z.object({ body: z.object({ storage: z.object({ value: z.string() }) }) });

/** @returns the comment of the finding; none = the finding is on the page itself; undefined = hidden */
async function readComment(
  confluence: Confluence,
  person: Actor,
  { field, contentId }: StoredLocation,
): Promise<readonly Part[] | undefined> {
  if (contentId === undefined) return [];
  const { status, body } = await (field === 'footer-comment'
    ? confluence.get(person, route`/wiki/api/v2/footer-comments/${contentId}?body-format=storage`)
    : confluence.get(person, route`/wiki/api/v2/inline-comments/${contentId}?body-format=storage`));
  if (status !== 200) return undefined;
  return [{ field, contentId, representation: 'storage', source: parse(commentBody, body).body.storage.value }];
}
