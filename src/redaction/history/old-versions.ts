import * as z from 'zod';
import { folderOf } from '../../classification/content-type';
import { parse } from '../../classification/page-lookup';
import type { Part } from '../../detection/finding';
import { blockHashOf } from '../../detection/report/fingerprint';
import type { ScanOptions } from '../../detection/scan-page';
import { bodyOf, cursorOf, links } from '../../findings/scan/page-content';
import { type HostResponse, HostError, route } from '../../platform/confluence';
import type { CommentName } from '../page/comment-editing';
import type { ValueToRemove } from '../page/copies';
import { redactParts } from '../page/redact-parts';
import type { PageWork } from '../page-work';
import type { UncertainPlaces } from '../run-model';
import { namePlaces, NO_PLACES } from '../page/uncertain-places';

/** The versions of a page or a comment, and which of them hold a value. */

/** A comment; undefined = the page. */
export type Content = CommentName | undefined;

export interface OldVersion {
  readonly number: number;
  readonly createdAt: string;
  readonly isCurrent: boolean;
  readonly message?: string | null | undefined;
  /** Title, body and message of the version; undefined = the version cannot be read completely. */
  readonly parts: readonly Part[] | undefined;
}

/** Versions are read with bodies, which may be large. */
const AT_ONCE = '10';

const entity = z
  .object({ title: z.string().nullish(), body: z.object({ storage: z.object({ value: z.string() }).optional() }) })
  .optional();
const list = z.object({
  results: z.array(
    z.object({
      number: z.int(),
      createdAt: z.string(),
      message: z.string().nullish(),
      page: entity,
      blogpost: entity,
      comment: entity,
    }),
  ),
  _links: links,
});
type Listed = z.infer<typeof list>['results'][number];

/**
 * Reads the versions in batches as the person sees them, the current one first.
 * @returns the first result of `look` that is not undefined; `hidden` if the person cannot see the content
 * @throws HostError, ImpersonationRefusedError
 */
export async function searchOldVersions<T>(
  work: PageWork,
  comment: Content,
  look: (versions: readonly OldVersion[]) => T | undefined,
): Promise<T | 'end' | 'hidden'> {
  let cursor: string | undefined;
  let current: number | undefined;
  do {
    const query = new URLSearchParams({
      'body-format': 'storage',
      sort: '-modified-date',
      limit: AT_ONCE,
      ...(cursor && { cursor }),
    });
    const { status, body } = await ask(work, comment, query);
    if (status === 403 || status === 404) return 'hidden';
    if (status !== 200) throw new HostError('failure', `Confluence returned ${status} for a list of versions`);
    const { results, _links } = parse(list, body);
    current ??= results[0]?.number;
    const said = look(results.map((version) => oldVersionOf(version, comment, version.number === current)));
    if (said !== undefined) return said;
    cursor = cursorOf(_links);
  } while (cursor !== undefined);
  return 'end';
}

function ask(
  { confluence, person, pageId, contentType }: PageWork,
  comment: Content,
  query: URLSearchParams,
): Promise<HostResponse> {
  if (comment === undefined)
    return confluence.get(person, route`/wiki/api/v2/${folderOf(contentType)}/${pageId}/versions?${query}`);
  const { field, commentId } = comment;
  return field === 'footer-comment'
    ? confluence.get(person, route`/wiki/api/v2/footer-comments/${commentId}/versions?${query}`)
    : confluence.get(person, route`/wiki/api/v2/inline-comments/${commentId}/versions?${query}`);
}

function oldVersionOf(
  { number, createdAt, message, page, blogpost, comment }: Listed,
  of: Content,
  isCurrent: boolean,
): OldVersion {
  const source = of === undefined ? (page ?? blogpost) : comment;
  const body = bodyOf(source?.body.storage?.value, 'storage');
  if (typeof body === 'string') return { number, createdAt, isCurrent, message, parts: undefined };
  // A comment has the title of its page.
  const plain = [of === undefined ? source?.title : undefined, message];
  return {
    number,
    createdAt,
    isCurrent,
    message,
    parts: [
      { field: 'body', representation: 'storage', source: body.value },
      ...plain.flatMap((source) =>
        source === undefined || source === null ? [] : [{ field: 'title', representation: 'plain', source } as const],
      ),
    ],
  };
}

/** Identifies a version. The same content has the same mark, and the mark does not reveal the content. */
export function markOf({ parts = [] }: OldVersion, { fingerprintKey }: ScanOptions): string {
  return blockHashOf(fingerprintKey, JSON.stringify(parts.map(({ source }) => source)));
}

export interface Holding {
  /** `values`: a value or a certain copy of one. `unknown`: the version cannot be read completely. */
  readonly holds: 'values' | 'none' | 'unknown';
  /** Places in the version that only resemble a value. */
  readonly uncertain: UncertainPlaces;
}

/**
 * Finds the versions that hold one of the values, in any spelling that its detector recognizes. Pure.
 * @param known the values of all versions
 * @returns in the order of the versions
 */
export function holdingsOf(
  versions: readonly OldVersion[],
  fingerprints: ReadonlySet<string>,
  options: ScanOptions,
  comment: Content,
  known: readonly ValueToRemove[],
): readonly Holding[] {
  const redact = (parts: readonly Part[]) => redactParts(parts, fingerprints, options, 'block', known);
  const whole = redact(versions.flatMap(({ parts = [] }) => parts));
  const of = comment && { field: comment.field, contentId: comment.commentId };
  return versions.map(({ number, parts }): Holding => {
    if (parts === undefined) return { holds: 'unknown', uncertain: NO_PLACES };
    const redaction = whole.outcome === 'not-possible' ? redact(parts) : whole;
    if (redaction.outcome === 'not-possible')
      return { holds: redaction.reason === 'remains' ? 'values' : 'unknown', uncertain: NO_PLACES };
    const places = redaction.uncertain.filter(({ part }) => parts.includes(part));
    const isHolder = redaction.outcome === 'redacted' && redaction.parts.some(({ before }) => parts.includes(before));
    return { holds: isHolder ? 'values' : 'none', uncertain: namePlaces(places, { ...of, version: number }) };
  });
}
