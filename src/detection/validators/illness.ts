import type { Candidate, Validator, Verdict } from '../detector';
import { FREQUENT_ILLNESS_WORDS, ILLNESS_PARTS, ILLNESS_WORDS } from '../detectors/health/illness-words';
import { foldText } from '../text/fold';
import { namesPerson, personNear } from './person-evidence';

/**
 * Recognizes the illness or treatment of a person in a text. The name of an illness alone is no finding, because
 * articles, guidelines and courses have many. A text about a person must stand beside it (person-evidence.ts).
 */

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const NAMES = String.raw`(?:${ILLNESS_PARTS.map((part) => escape(foldText(part))).join('|')})|(?<!\p{L})(?<word>${[...ILLNESS_WORDS, ...FREQUENT_ILLNESS_WORDS].join('|')})(?!\p{L})`;
const ILLNESS = new RegExp(NAMES, 'u');
const ILLNESSES = new RegExp(NAMES, 'gu');

/** "Diagnosis", "Vorerkrankungen", "Reason for absence". */
const LABEL = new RegExp(
  String.raw`diagnos|rozpoznani|\ballerg|\balerg|unvertraglich|intoleran|vorerkrank|krankheit|erkrank|\billness|\bdisease|\bconditions?\b|medical history|past history|absence reason|reason (?:for|of) absence|abwesenheit|fehlgrund|` +
    'antecedent|pathologi|patologi|maladie|motif|enfermedad|motivo|malattia|anamnesi|doenca|aandoening|situatie|choroba|sjukdom|problem|befund|behandlung|behandeling|treatment|診断|病名|既往|アレルギー|症状',
);
/** The same, where the value may be any words. */
const CERTAIN_LABEL =
  /^(?:(?:primary|main|admission|working|secondary|haupt|neben|aufnahme|entlass\w+)? ?-?diagnos\p{L}{0,5}|rozpoznanie|allerg\p{L}{0,8}|alerg\p{L}{0,8}|vorerkrankungen?|unvertraglichkeiten|antecedents?(?: medicaux)?|pathologies?|patologia|treatment|behandlung|behandeling|tratamiento|traitement|terapia|therapie|therapy|eingriff|leczenie|behandling|傷?病名|診断名?|既往歴|アレルギー|治療|手術)(?: \((?:known|bekannt|connues)\))?$/u;
/** The topic of a talk, a course or a catalog, in a header or near the illness. */
const ABOUT = new RegExp(
  String.raw`(?<!\p{L})(?:talks?|lecture|training|course|study|studies|trial|paper|article|guideline|research|workshop|webinar|conference|campaign|clinic|charity|topic|title|indication|leaflet|specialit\p{L}+|department|policy|covers|` +
    String.raw`vortrag|schulung|kurs|seminar|studie|leitlinie|thema|forsch\p{L}+|fachgebiet|abteilung|sprechstunde|broschure|kampagne|formation|etude|conference|sujet|brochure|charla|curso|estudio|ponencia|tema|folleto|corso|studio|convegno|congresso|argomento|opuscolo|` +
    String.raw`palestra|folheto|cursus|onderwerp|onderzoek|szkoleni\p{L}+|ulotka|badani\p{L}+|kursen|forelasning|amne|donat\p{L}+|indikation|indication|wirkstoff)(?!\p{L})|研修|講演|予防`,
  'u',
);

/** Words that end the name of an illness on its left: articles, prepositions, verbs. */
const STOPS = new Set(
  (
    'a an the with of from for by has have had is was are been being on in at to and or as about into after since until till while because who which that his her their my our he she they it also still now not no than ' +
    'mit an am im ein eine einer einem einen eines der die das den dem des wegen seit nach bei aus von vom zum zur unter uber gegen auf und oder als ist war wurde wird hat hatte sich noch nur nicht bis festgestellt diagnostiziert behandelt leidet krankgeschrieben ' +
    'de du des d la le les l un une avec pour par depuis est a ont ete sa son ses et ou en au aux dans sur qui souffre presente jusqu ' +
    'con por para desde hace fue es esta tiene el los las una su sus y o que del al se sufre padece hasta presenta ' +
    'di del della dello dei da dal con per il lo gli uno e ha suo sua affetto affetta soffre fino come ' +
    'com por do da dos das no na ao um uma e tem foi sofre ate ha desde ' +
    'met aan van het een voor sinds door is heeft zijn haar en of als tot lijdt wegens ' +
    'na z ze w od do i oraz jest ma choruje cierpi przez jako u ' +
    'med av for sen ett en och har ar fick diagnosen lider sedan om till i pa ' +
    'diagnosed suffers suffering signed off sick treated admitted recovering underwent tested started said told returns'
  ).split(' '),
);
/** After the name of an illness, these may join it with a part of the body. */
const JOINS = new Set('of the des der du de del della di do da i w et and und y e och en'.split(' '));
/** "allergic to penicillin", "positive for hepatitis C", "14 weeks pregnant". */
const JOINED_BEFORE =
  /(?:positive for|allergic to|allergisch (?:gegen|auf|voor)|allergique (?:a|aux)|al[l]?ergic[oa] (?:a|al|ai|alla)|allergisk mot|uczulon[ya] na|verdacht auf|history of|\d{1,2} weeks|cancer of(?: the)?|fracture of(?: the)?|maladie d[eu]|morbo di|enfermedad de|doenca d[eo]) ?$/;

/** Verbs and prepositions before a short name: "has gout", "wegen Gicht". */
const STATED =
  /(?<!\p{L})(?:suffers?|suffering|diagnosed|has|had|with|leidet|hat|erkrankt|wegen|einer|einem|souffre|atteinte?|pour|padece|sufre|tiene|por|affett[oa]|soffre|ha|per|da|sofre|tem|com|lijdt|heeft|met|choruje|cierpi|ma|na|har|lider|positive|negative|allergic to) (?:\p{L}{1,12} ){0,2}$/u;
/** Values that say that there is nothing, or where it is. */
const NO_VALUE =
  /^(?:none|no(?:ne)? known.*|unknown|pending|open|yes|no|n\/?a|see .*|tbd|keine?.*|unbekannt|offen|siehe .*|ja|nein|nein.*|aucune?.*|neant|voir .*|oui|non|ningun[oa].*|ver .*|si|no .*|nessun[oa].*|vedi .*|nenhum[oa]?.*|sem .*|geen.*|zie .*|nee|brak.*|inga?.*|なし|無し|特になし|-+)$/u;
/** Capitalized words within a name of an illness: "Diabetes mellitus Typ 2", "Morbus Crohn", "type 1". */
const NAME_PARTS = new Set('morbus typ type tipo diabetes herpes status stadium grad grade stage stade'.split(' '));
/** "allergic to", "allergisch gegen". */
const TO = /^(?:all?erg\p{L}*|uczulon[ya]|intoleran\p{L}*) (?:to|gegen|auf|a|au|aux|al|ai|alla|ao|voor|na|mot)$/u;
const PREFIX = /^(?:d|l|un|qu|dell|all|nell|sull)'(?=\p{L})/u;

const MAX_FIELD = 70;
const MAX_WORDS_LEFT = 3;
const MAX_WORDS_RIGHT = 5;
const NEAR = 60;
const INVALID: Verdict = { verdict: 'invalid' };

export const validateIllness: Validator = (candidate) => {
  const { value, before, after } = candidate;
  const folded = foldText(value);
  const context = foldText(before);
  const label = labelOf(candidate);
  const isCertainLabel = label !== undefined && CERTAIN_LABEL.test(label);
  // The label itself.
  if (/^\s*[:：=]/.test(after) || CERTAIN_LABEL.test(folded)) return INVALID;
  const isField = isWholeField(candidate);
  const isLabeled = label !== undefined && (LABEL.test(label) || (isField && namesPerson(before)));
  const found = [...folded.matchAll(ILLNESSES)].find(
    ({ index, groups }) => groups?.['word'] === undefined || isLabeled || STATED.test(context + folded.slice(0, index)),
  );
  if ((found === undefined && !isCertainLabel) || isAbout(candidate)) return INVALID;
  const at = found?.index ?? 0;
  const texts = { ...near(candidate), before: before + value.slice(0, at), after: value.slice(at) + after };
  const person = personNear(texts, label !== undefined && /[:：]\s*$/.test(before));
  if (person === undefined) return INVALID;
  if (found === undefined) return person === 'patient' && isField ? unknownIllness(folded) : INVALID;
  const place =
    isLabeled && isField
      ? fieldOf(folded, isCertainLabel || (person === 'patient' && candidate.row !== ''))
      : phraseAround(value, folded, found);
  return { verdict: 'unknown', evidence: ['format:illness'], confidence: isLabeled ? 0.7 : 0.6, ...place };
};

/** Batteries, stocks and prices are no treatment of a person. */
const NO_TREATMENT = /batter|\bakku|\bstock|\bprice|preis\b|\blager|lieferbar|leverbaar|\bstudy\b|\bboxes\b|packung/;

/** A medicine without words that it is taken is a finding beside a person only. */
export const validateMedicine: Validator = (candidate) => {
  if (candidate.groups['medicine'] === undefined) return { verdict: 'unknown' };
  const { before, after, value } = candidate;
  if (personNear(candidate, /[:：]\s*$/.test(before)) === undefined || isAbout(candidate)) return INVALID;
  if (NO_TREATMENT.test(foldText(`${before.slice(-NEAR)}${value}${after.slice(0, NEAR)}`))) return INVALID;
  return { verdict: 'unknown', evidence: ['format:medicine'] };
};

/** The texts for the evidence of a person, besides those before and after. */
const near = ({ surroundings, headerRow, headers }: Candidate) => ({ surroundings, headerRow, headers });

/** The label directly before the value, or the header of its cell that names an illness, without accents. */
function labelOf({ before, headers }: Candidate): string | undefined {
  const inline = /([^\n:：;.,(]{2,40}) ?[:：=][ "']{0,3}$/.exec(before)?.[1];
  if (inline !== undefined) return foldText(inline).trim();
  if (before.trim() !== '') return undefined;
  const folded = headers.map((header) =>
    foldText(header)
      .trim()
      .replace(/ ?[:：]$/, ''),
  );
  return folded.find((header) => CERTAIN_LABEL.test(header)) ?? folded.find((header) => LABEL.test(header));
}

function isAbout({ before, value, after, headers, headerRow }: Candidate): boolean {
  const header = headerRow === '' ? '' : (headers[0] ?? '');
  return ABOUT.test(foldText(`${before.slice(-NEAR)}${value}${after.slice(0, NEAR)} ${header}`));
}

/** True if the value is all of a short cell or of a line after its label. */
function isWholeField({ value, before, after }: Candidate): boolean {
  return (
    value.length <= MAX_FIELD &&
    value.split(' ').length <= 8 &&
    /(?:^|[:：=;>"'(])[ "']*$/.test(before) &&
    /^[ "'.)]*(?:$|[\n;<("',}])/.test(after)
  );
}

/** All of a field that has nothing else; otherwise the parts with an illness. */
function fieldOf(folded: string, isWhole: boolean): { start: number; length: number } {
  if (isWhole) return { start: 0, length: folded.length };
  let end = 0;
  let start = -1;
  for (let at = 0; at <= folded.length;) {
    const comma = folded.indexOf(',', at);
    const to = comma < 0 ? folded.length : comma;
    if (ILLNESS.test(folded.slice(at, to))) {
      if (start < 0) start = at + (/^ */.exec(folded.slice(at))?.[0].length ?? 0);
      end = to;
    }
    at = to + 1;
  }
  return { start: Math.max(0, start), length: end - Math.max(0, start) };
}

function unknownIllness(folded: string): Verdict {
  if (NO_VALUE.test(folded) || !/\p{L}{4}|\p{Script=Han}{2}/u.test(folded) || /\d{3}/.test(folded)) return INVALID;
  return { verdict: 'unknown', evidence: ['format:illness-field'], confidence: 0.55 };
}

/** The name of an illness in a sentence: its word, the adjectives beside it, and a part of the body. */
function phraseAround(value: string, folded: string, found: RegExpExecArray): { start: number; length: number } {
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(found[0])) return wordAround(value, found);
  const words = [...folded.matchAll(/[^\s,.;!?]+/g)].map(({ index, 0: text }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
  let first = words.findIndex(({ end }) => end > found.index);
  let last = words.findIndex(({ end }) => end >= found.index + found[0].trimEnd().length);
  const isApart = (one: number) => folded.slice(words[one]?.end, words[one + 1]?.start).trim() !== '';
  const isStop = (at: number) => {
    const { text = '', start = 0 } = words[at] ?? {};
    const isName = /^\p{Lu}\p{Ll}/u.test(value.slice(start)) && !NAME_PARTS.has(text) && !ILLNESS.test(text);
    return isName || STOPS.has(text.replace(/'.*/s, ''));
  };
  for (let count = 0; count < MAX_WORDS_LEFT && first > 0; count++) {
    if (isApart(first - 1) || isStop(first - 1)) break;
    first--;
  }
  for (let count = 0; count < MAX_WORDS_RIGHT && last + 1 < words.length; count++) {
    if (isApart(last)) break;
    let next = last + 1;
    if (last === first && TO.test(`${words[last]?.text ?? ''} ${words[next]?.text ?? ''}`)) next++;
    while (JOINS.has(words[next]?.text ?? '') && next < words.length - 1 && !isApart(next)) next++;
    const isJoined = JOINS.has(words[last + 1]?.text ?? '');
    const isList = /^(?:and|und|et|y|e|i|och|en)$/.test(words[last + 1]?.text ?? '');
    if (isStop(next) || JOINS.has(words[next]?.text ?? '')) break;
    if (isJoined && isList && !ILLNESS.test(words[next]?.text ?? '')) break;
    last = next;
  }
  const { start: from = 0, text = '' } = words[first] ?? {};
  const start = from + (PREFIX.exec(text)?.[0].length ?? 0);
  const joined = JOINED_BEFORE.exec(folded.slice(0, start))?.[0].length ?? 0;
  const end = words[last]?.end ?? folded.length;
  return { start: start - joined, length: end - start + joined };
}

/** In a script without spaces: the same script around it. */
function wordAround(value: string, found: RegExpExecArray): { start: number; length: number } {
  const end = found.index + found[0].length;
  const left = /[\p{Script=Han}ァ-ヶー]*$/u.exec(value.slice(0, found.index))?.[0].length ?? 0;
  const right = /^[\p{Script=Han}ァ-ヶー]*/u.exec(value.slice(end))?.[0].length ?? 0;
  return { start: found.index - left, length: end - found.index + left + right };
}
