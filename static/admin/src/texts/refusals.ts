import { PROBLEM_GUIDE } from '../../../../src/rest/problem-guide';

const refusals: ReadonlyMap<string, string> = new Map(
  Object.entries(PROBLEM_GUIDE).map(([code, { cause, cure }]) => [code, plainText(`${cause} ${cure}`)]),
);

/** Why requests with a key were rejected, and how to fix it. undefined: a code of another app version. */
export function refusalText(code: string): string | undefined {
  return refusals.get(code);
}

/** Removes Markdown for code and emphasis. */
function plainText(markdown: string): string {
  return markdown.replaceAll('`', '').replaceAll(/\*(\w[^*]*)\*/g, '$1');
}
