import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MEDICINE_STEMS } from '../src/detection/detectors/health/illness-words';
import { foldText } from '../src/detection/text/fold';
import { printTable } from './support';

/**
 * Measures the stems of medicines on medical word lists. `DETECTION_WORDLISTS` is a folder with lists of Hunspell (`.dic`), such as those of
 * Debian's hunspell-de-med and hunspell-en-med; a list whose name contains `med` is medical, and others have everyday words. Reports how
 * many of the words with a stem of the WHO are found, and how many words in all.
 */

/** Stems of the WHO ("The use of stems in the selection of international nonproprietary names") that end a name, also with the German ending. */
const WHO =
  /(?:pril|olol|sartan|statin|prazole?|conazole?|cillin|mycin|micin|floxacin|cycline?|azepam|azolam|barbital|oxetine?|triptyline?|pramine?|gliptin|gliflozin|glitazone?|gliclazide?|semide?|thiazide?|dipine?|parin|xaban|gatran|dogrel|profen|coxib|fenac|oxicam|triptan|setron|tidine|lukast|terol|tropium|sone|solone|onide|dronate|mab|tinib|platin|taxel|rubicin|fosfamide?|vir|vudine?|caine|curonium|tadine|astine|zosin|afil|gestrel|estradiol)$/;

const folder = process.env['DETECTION_WORDLISTS'];
const files = folder === undefined ? [] : readdirSync(folder).filter((file) => file.endsWith('.dic'));
if (files.length === 0) console.log('DETECTION_WORDLISTS names no folder with word lists: nothing to measure.');

const stems = MEDICINE_STEMS.map(foldText);
const share = (part: number, whole: number) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`);
const rows = files.sort().map((file) => {
  const lines = readFileSync(join(folder ?? '', file), 'latin1').split('\n');
  const words = [...new Set(lines.map((line) => foldText(line.replace(/\/.*$/, '').trim())))].filter((word) =>
    /^[a-z]{5,}$/.test(word),
  );
  const found = words.filter((word) => stems.some((stem) => word.includes(stem)));
  const named = words.filter((word) => WHO.test(word));
  const namedAndFound = named.filter((word) => found.includes(word));
  return [
    file,
    String(words.length),
    String(named.length),
    share(namedAndFound.length, named.length),
    String(found.length),
    share(found.length, words.length),
  ];
});
if (rows.length > 0)
  printTable(['list', 'words', 'with a stem of the WHO', 'of these found', 'found in all', 'share of all'], rows);
