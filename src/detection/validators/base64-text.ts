/** Decodes base64 or base64url. Returns undefined if the text is neither, or if the bytes are not printable UTF-8 text. */
export function decodeBase64(encoded: string): string | undefined {
  if (encoded.length < 4 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.length > 0 && !NOT_TEXT.test(text) ? text : undefined;
}

// eslint-disable-next-line no-control-regex -- matches control characters on purpose
const NOT_TEXT = /[\0-\x08\x0e-\x1f\x7f\uFFFD]/;
