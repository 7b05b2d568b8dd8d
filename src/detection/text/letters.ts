/**
 * Letters as ranges of a character class, for patterns without the flag `u`. The JavaScript engine takes up to 45 ms to compile a
 * pattern with `\p{L}`, which has hundreds of ranges, and the first page of a process waits for it. These few ranges also contain the marks
 * and digits of scripts that the app has no labels in.
 */
export const LETTERS = String.raw`A-Za-zªµºÀ-ÖØ-öø-\u02ff\u0370-\u1fff\u2c00-\u2dff\u3005\u3006\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u318e\u31f0-\u31ff\u3400-\u4dbf\u4e00-\ud7ff\uf900-\ufdfb\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc`;

/** Capitals of the Latin, Greek and Cyrillic scripts. */
export const CAPITALS = 'A-ZÀ-ÖØ-ÞĀĂĄĆĊČĎĐĒĖĘĚĞĠĢĦĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŴŶŸŹŻŽȘȚẞΆΈ-ΏΑ-ΫЀ-Я';

/** Small letters of the same scripts. */
export const SMALL_LETTERS = 'a-zß-öø-ÿāăąćċčďđēėęěğġģħīįıķĺļľłńņňōőœŕřśşšţťūůűųŵŷźżžșțά-ώа-џ';
