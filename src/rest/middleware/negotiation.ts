import { parse } from 'content-type';
import Negotiator from 'negotiator';
import { type Exchange, headerValues } from '../exchange';
import { Problem } from '../problem';

/**
 * A client that accepts only JSON still gets a file, because automation rules always send `Accept: application/json`.
 * @param file the media type of the response. Default: JSON.
 * @throws Problem 406 if Accept excludes the file and both JSON types that the API returns
 */
export function checkAccept(exchange: Exchange, file?: 'text/csv'): void {
  const accept = readAccept(exchange);
  if (accept.trim() === '') return;
  const types = ['application/json', 'application/problem+json', ...(file === undefined ? [] : [file])];
  if (negotiatorOf(accept).mediaTypes(types).length === 0) {
    throw new Problem('NOT_ACCEPTABLE', {
      detail: `Send Accept: ${file ?? 'application/json'}, or no Accept header.`,
    });
  }
}

/** Automation rules send `Accept: application/json` and accept nothing else. */
export function prefersPlainJson(exchange: Pick<Exchange, 'headers'>): boolean {
  const accepted = negotiatorOf(readAccept(exchange).toLowerCase()).mediaTypes();
  return (
    accepted.includes('application/json') && !accepted.includes('*/*') && !accepted.includes('application/problem+json')
  );
}

/** A charset in Accept does not affect JSON, which is always UTF-8; negotiator would treat it as a condition. */
function readAccept(exchange: Pick<Exchange, 'headers'>): string {
  return headerValues(exchange, 'accept')
    .join(',')
    .replace(/;\s*charset\s*=[^;,]*/gi, '');
}

function negotiatorOf(accept: string): Negotiator {
  return new Negotiator({ headers: { accept } });
}

/** @throws Problem 415 unless the body is declared as JSON in UTF-8 */
export function checkContentType(exchange: Exchange): void {
  if (!isPlainJson(headerValues(exchange, 'content-type')) || headerValues(exchange, 'content-encoding').length > 0) {
    throw new Problem('UNSUPPORTED_MEDIA_TYPE', {
      detail: 'Send Content-Type: application/json, once; a charset, if given, must be utf-8.',
      headers: { 'Accept-Post': 'application/json' },
    });
  }
}

function isPlainJson([value, ...others]: readonly string[]): boolean {
  // content-type 2 skips what it cannot parse; accept a header only if all of it is well formed.
  if (value === undefined || others.length > 0 || !WELL_FORMED.test(value)) return false;
  const { type, parameters } = parse(value);
  const charset = parameters['charset'];
  return type.toLowerCase() === 'application/json' && (charset === undefined || charset.toLowerCase() === 'utf-8');
}

/**
 * RFC 9110 section 8.3.1: a media type with parameters. A trailing semicolon is common and harmless. White space
 * matches in only one way; otherwise the time to refuse a header would double with every semicolon.
 */
const WELL_FORMED =
  /^[ \t]*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+(?:[ \t]*;(?:[ \t]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"[^"\\]*"))?)*[ \t]*$/;
