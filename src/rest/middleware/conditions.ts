import { type Exchange, headerValues } from '../exchange';

/** Conditional requests (RFC 9110, section 13) on the ETag of a record; undefined = the record does not exist. */
export type Condition = (etag: string | undefined) => boolean;

/**
 * `If-Match` and `If-None-Match` of a write request; undefined if neither was sent. `*` matches any existing record, so
 * `If-None-Match: *` means "only if none exists". A malformed condition never matches, because the client wanted a
 * condition.
 */
export function writeCondition(exchange: Headers): Condition | undefined {
  return conditionOf({ ifMatch: textOf(exchange, 'if-match'), ifNoneMatch: textOf(exchange, 'if-none-match') });
}

/** The condition of one entry among several, which sends it in members of the body. */
export function conditionOf(texts: {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}): Condition | undefined {
  const ifMatch = readTags(texts.ifMatch);
  const ifNoneMatch = readTags(texts.ifNoneMatch);
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined;
  if (ifMatch === 'unreadable' || ifNoneMatch === 'unreadable') return () => false;
  return (etag) =>
    (ifMatch === undefined || includes(ifMatch, etag)) &&
    (ifNoneMatch === undefined || !includes(weakly(ifNoneMatch), etag));
}

type Headers = Pick<Exchange, 'headers'>;

type Tags = 'any' | readonly string[];

const TAG = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';
const TAGS = new RegExp(`^${TAG}(?:[ \\t]*,[ \\t]*${TAG})*$`);

function textOf(exchange: Headers, header: string): string | undefined {
  const values = headerValues(exchange, header);
  return values.length === 0 ? undefined : values.join(',').trim();
}

function readTags(text: string | undefined): Tags | 'unreadable' | undefined {
  if (text === undefined) return undefined;
  if (text === '*') return 'any';
  return TAGS.test(text) ? (text.match(new RegExp(TAG, 'g')) ?? []) : 'unreadable';
}

/** If-None-Match compares weakly. Our tags are all strong, so a weak one never passes If-Match. */
function weakly(tags: Tags): Tags {
  return tags === 'any' ? tags : tags.map((tag) => tag.replace(/^W\//, ''));
}

function includes(tags: Tags, etag: string | undefined): boolean {
  return etag !== undefined && (tags === 'any' || tags.includes(etag));
}
