/** An atom, or the start or end of a group or an alternative, and how often it repeats. */
const ATOMS =
  /(\(\?(?:<?[=!]|:|<\w+>)|\\[pPu]\{[^}]*\}|\\k<\w+>|\\.|\[(?:\\.|[^\]\\])*\]|[^])(?:(?:([*+])|\{(?:\d+(,))?(\d*)\}|\?)\??)?/g;

/** An upper limit for the characters that a pattern reads before and after its start, also in look-arounds. */
export function reachOf({ source, flags }: RegExp): number {
  // For each open group: the length of its longest alternative, and of the current one.
  const longest = [0];
  const current = [0];
  for (const [, atom = '', sign, comma, times = ''] of source.matchAll(ATOMS)) {
    if (atom.startsWith('(')) {
      longest.unshift(0);
      current.unshift(0);
      continue;
    }
    const group = Math.max(longest[0] ?? 0, current[0] ?? 0);
    if (atom === '|') {
      longest[0] = group;
      current[0] = 0;
      continue;
    }
    if (atom === ')') {
      longest.shift();
      current.shift();
    }
    const isReference = /^\\[1-9k]/.test(atom);
    const length = atom === ')' ? group : isReference ? sumOf(current) : flags.includes('u') ? 2 : 1;
    const most = sign !== undefined || (comma !== undefined && times === '') ? Infinity : Number(times || 1);
    if (length > 0) current[0] = (current[0] ?? 0) + length * most;
  }
  return Math.max(longest[0] ?? 0, current[0] ?? 0);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
