/** Splits a comma-separated list, so that long word lists take few lines. */
export function list(words: string): readonly string[] {
  return words.trim().split(/,\s+/);
}
