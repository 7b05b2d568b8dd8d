/**
 * The texts that a detector finds and ignores. `‹` and `›` surround the exact value to find. `·` is removed. It is inserted into
 * text that looks like a secret, so that scanners of repositories do not report it:
 *
 *     { detector: 'github-token', finds: ['token: ‹ghp·_16C7e42F292c6912E7710c838347Ae178B4a›'], ignores: ['ghp_short'] }
 */
export interface Rows {
  readonly detector: string;
  /** Found with a confidence of .50 at least. */
  readonly finds: readonly string[];
  /** Found, but below .50. */
  readonly suspects?: readonly string[];
  /** Not found by this detector, whatever the confidence. */
  readonly ignores: readonly string[];
  /** The regions that are configured for these rows. Default: all. */
  readonly regions?: readonly string[];
}

export interface Row {
  readonly text: string;
  readonly expected: readonly { readonly start: number; readonly end: number }[];
}

/** Takes the marks out of a text. @throws where they do not pair */
export function readRow(marked: string): Row {
  let text = '';
  let open: number | undefined;
  const expected: { start: number; end: number }[] = [];
  for (const character of marked.replaceAll('·', '')) {
    if (character === '‹') {
      if (open !== undefined) throw new Error(`A mark is opened twice: ${marked}`);
      open = text.length;
    } else if (character === '›') {
      if (open === undefined) throw new Error(`A mark is closed that is not open: ${marked}`);
      expected.push({ start: open, end: text.length });
      open = undefined;
    } else text += character;
  }
  if (open !== undefined) throw new Error(`A mark is left open: ${marked}`);
  return { text, expected };
}
