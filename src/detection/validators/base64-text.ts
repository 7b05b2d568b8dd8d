/**
 * The text that base64 or base64url stands for, or undefined where it is neither or decodes to bytes that are no
 * printable UTF-8 text.
 */
export function decodeBase64(encoded: string): string | undefined {
  if (encoded.length < 4 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.length > 0 && !NOT_TEXT.test(text) ? text : undefined;
}

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const NOT_TEXT = /[\0-\x08\x0e-\x1f\x7f\uFFFD]/;
