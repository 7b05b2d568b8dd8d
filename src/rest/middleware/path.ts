/**
 * Checks the raw text of a path before anything decodes or normalizes it: no empty or dot segments, no backslash, no encoded
 * slash, backslash, semicolon or NUL, and valid percent-encoding.
 */
export type PathVerdict = 'ok' | 'not-found' | 'bad-encoding';

export function checkPath(path: string): PathVerdict {
  if (path === '') return 'not-found';
  // A path contains no matrix parameters, query or fragment. NUL, slash and backslash are refused in encoded form as
  // well.
  if (/[;?#\\]|%00|%2f|%5c|%3b/i.test(path)) return 'not-found';
  for (const segment of path.slice(1).split('/')) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(segment);
    } catch {
      return 'bad-encoding';
    }
    if (decoded === '' || decoded === '.' || decoded === '..') return 'not-found';
  }
  return 'ok';
}
