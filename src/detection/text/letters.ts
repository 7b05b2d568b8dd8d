/**
 * Letters as ranges of a character class. The JavaScript engine takes up to 45 ms to compile a pattern with `\p{L}`, which has hundreds of
 * ranges, and the first page of a process waits for it. These few ranges also contain the marks and digits of scripts that the app has no
 * labels in.
 */
export const LETTERS = String.raw`A-Za-zªµºÀ-ÖØ-öø-\u02ff\u0370-\u1fff\u2c00-\u2dff\u3005\u3006\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u318e\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ud7ff\uf900-\ufdfb\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc`;

const VIETNAMESE = 'ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ';

/** Capitals of the Latin, Greek and Cyrillic scripts. */
export const CAPITALS =
  'A-ZÀ-ÖØ-ÞĀĂĄĆĊČĎĐĒĖĘĚĞĠĢĦĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŴŶŸŹŻŽȘȚƠƯẞΆΈ-ΏΑ-ΫЀ-Я' + VIETNAMESE.toUpperCase();

/** Small letters of the same scripts. */
export const SMALL_LETTERS = 'a-zß-öø-ÿāăąćċčďđēėęěğġģħīįıķĺļľłńņňōőœŕřśşšţťūůűųŵŷźżžșțơưά-ώа-џ' + VIETNAMESE;

const RANGES: Readonly<Record<string, string>> = {
  '\\p{L}': LETTERS,
  '\\p{Lu}': CAPITALS,
  '\\p{Ll}': SMALL_LETTERS,
  '\\p{Script=Han}': String.raw`\u2e80-\u2fd5\u3005\u3007\u3021-\u3029\u3400-\u9fff\uf900-\ufaff`,
};
const PROPERTIES = /\\p\{\w+(?:=\w+)?\}/g;
const CLASSES_AND_PROPERTIES = /\[(?:\\.|[^\]\\])*\]|\\p\{\w+(?:=\w+)?\}|\\./g;

/**
 * A pattern with ranges in place of `\p{L}`, `\p{Lu}`, `\p{Ll}` and `\p{Script=Han}`. In a literal, the JavaScript engine would look up
 * their characters whenever it reads, parses or compiles the code and the pattern, which delays the first page.
 */
export function letterPattern(source: string, flags: string): RegExp {
  const ranges = source.replace(CLASSES_AND_PROPERTIES, (part) =>
    part.startsWith('[') ? part.replace(PROPERTIES, rangesOf) : part.startsWith('\\p') ? `[${rangesOf(part)}]` : part,
  );
  return new RegExp(ranges, flags);
}

function rangesOf(property: string): string {
  return RANGES[property] ?? property;
}
