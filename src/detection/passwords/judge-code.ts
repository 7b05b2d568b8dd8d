import type { Candidate, Validator } from '../detector';
import { ASKS_FOR_CODE } from './forms';
import { isLabelOfSecret, linesAbove } from './label';
import { isPlaceholder } from './stand-ins';
import { letterPattern } from '../text/letters';
import { isWordlike } from './strength';

/** Validates digits after a word for a code. The label must contain a word for what the code opens, in any language. */
export const judgeAccessCode: Validator = (candidate) => {
  const { match, before, value, headers, headerRow, groups } = candidate;
  if (isPlaceholder(value.replace(/[A-Z]/gi, ''))) return { verdict: 'invalid' };
  // "The access codes of 2024"
  if (groups['loose'] !== undefined && YEAR.test(value) && !/[#*]$/.test(match)) return { verdict: 'invalid' };
  if (groups['loose'] !== undefined && isRange(candidate)) return { verdict: 'invalid' };
  if (groups['answered'] !== undefined)
    return isAnswered(candidate) ? { verdict: 'unknown', confidence: 0.6 } : { verdict: 'invalid' };
  if (groups['typed'] !== undefined)
    return isTyped(candidate) ? { verdict: 'unknown', confidence: 0.6 } : { verdict: 'invalid' };
  if (groups['unlocked'] !== undefined)
    return OTHER_CODE.test(match) ? { verdict: 'invalid' } : { verdict: 'unknown', confidence: 0.6 };
  const isCell = match === value;
  const label = isCell
    ? `${headers.join(' ')} ${/[ck]ombina|^(?:code|kod[en]?|c[óo]digo|codice)$/i.test(headers[0] ?? '') ? headerRow : ''}`
    : phraseBefore(candidate);
  const opened = OPENED.exec(candidate.after)?.[0] ?? '';
  const isPinOfPlace = /P(?:IN|UK)/.test(label) && !(groups['loose'] !== undefined && value.length === 6);
  if (
    (CODE.test(label) || isPinOfPlace) &&
    OPENS.test(label + (IS.test(label) ? before : placeOf(candidate, label)) + opened) &&
    !OTHER_CODE.test(label + opened)
  )
    return { verdict: 'unknown', confidence: 0.8 };
  const isOfPin = isCell
    ? PIN_IN_CELL.test(label) && !/pin[ -]?(?:count|header|out|number)/i.test(label)
    : (groups['loose'] === undefined || isAfterPin(match, before)) && isPin(match, before);
  return isOfPin ? { verdict: 'unknown', confidence: 0.6 } : { verdict: 'invalid' };
};

/** True for digits below a line about a code of a door or a PIN, which no other words name. */
function isAnswered(candidate: Candidate): boolean {
  const { before, value } = candidate;
  const asked = linesAbove(candidate).findLast((line) => ASKS_FOR_CODE.test(line)) ?? '';
  const isOther = OTHER_CODE.test(asked + before) || IN_FIELD.test(before) || OF_PLACE.test(before) || YEAR.test(value);
  return asked !== '' && !isOther && (OPENS.test(asked + before) || PIN_IN_CELL.test(asked));
}

/** True for digits that are typed at a door, a keypad or an alarm, according to the sentence. */
function isTyped({ before, match, after, value }: Candidate): boolean {
  const sentence = `${before.split(/[.!?\n]/).at(-1) ?? ''}${match} ${after.split(/[.!?;\n]/)[0] ?? ''}`;
  // "Cost center code": the verb is a part of a word.
  return !/[A-Za-zÀ-ɏ]$/.test(before) && TYPED_AT.test(sentence) && !IN_FIELD.test(sentence) && !YEAR.test(value);
}

const TYPED_AT =
  /keypad|\bpanel\b|key ?box|bedienfeld|tablet|tableta|klávesnic|kluis|裏口|入口|ドア|扉|金庫|暗証|\bSIM\b|\b(?:cod|kod)[a-z]{0,4} (?:for|to|für|vom|zu[mr]|d[aeu]|di|del|van|voor|do|till?) |c[óo]digo d|\bdoor\b|\bgate\b|larm|locker|grind|暗証|\bsafe\b|\bPINs?\b|tastenfeld|ziffern|t[üu]r\b|schranke|schloss|tresor|digicode|clavier|\bporte\b|portail|coffre|teclado|puerta|caja fuerte|tastier|cancell|\bporta\b|cassaforte|port[ãa]o|armário|cofre|codeslot|cijferslot|\bdeur|poort|kluis|klawiatur|drzwi|\bbram|sejf|knappsats|d[öo]rren|porten|kodl[åa]s|tastatur|d[øo]ren|l[åa]sen|tastefelt/i;
const IN_FIELD =
  /\bfield|(?<!key ?)\bbox\b|amount|number|\bfeld|nummer|betrag|champ|num[ée]ro|casilla|campo|\bveld|\bpol[eu]|f[äa]lt|felt|\bnúmero|extension|\bport(?![\wÀ-ɏ])|nebenstelle|menu|option/i;
const OF_PLACE = /\broom\b|ticket|\bpage\b|zimmer|seite|\bsala\b/i;

/** True for one end of a range: "passcodes between 995 and 1005". */
function isRange({ match, value, after }: Candidate): boolean {
  return (
    /\d{3}/.test(match.slice(0, match.lastIndexOf(value))) ||
    /^ ?(?:[-–]|\.{2,3}|to|and|bis|und|à|et|a|al|y|e|tot|en|do|i|till|och) ?\d/.test(after)
  );
}

const YEAR = /^(?:19[5-9]|20[0-3])\d$/;
const PIN_IN_CELL = /\b(?:PIN|PUK)s?\b|暗証番号/;

/** "pin: 1200" is a contact of a chip. */
function isPin(match: string, before: string): boolean {
  return (
    /^(?:PIN|PUK|Pin(?= ?:)|暗証番号)/.test(match) && !/\w$|(?:gpio|chip|connector|header|jumper) ?$/i.test(before)
  );
}

/** "tablet PIN 90417", "the PIN 704 318". "Mysuru, PIN 560001" is a postcode in India. */
function isAfterPin(match: string, before: string): boolean {
  const digits = AFTER_PIN.exec(match)?.[1] ?? '';
  return digits !== '' && (!/^\d{3} ?\d{3}$/.test(digits) || ARTICLE.test(before));
}

const AFTER_PIN = letterPattern(
  String.raw`^P(?:IN|UK)(?: (?:for|of|to|on|für|vom|von|zum|zur|am|der|des|du|de|del|della|do|da|van|voor|do|till|this|last|dieser|dieses|ce|este|questo|deze)(?: (?!gpio|chip|header|row|connector|jumper)[\p{L}'’-]{1,24}){1,4})?(?:, (?:which|die|der|que|che))?(?: (?:is|lautet|ist|est|es|è|é|jest|är|er))? (\d{4,8}|\d{3} \d{3}|\d\d(?: \d\d){2,3})#?$`,
  'iu',
);
const ARTICLE = letterPattern(
  String.raw`(?<!\p{L})(?:code|c[óo]digo|codice|the|an?|her|his|my|new|die|der|eine?|neue|meine?|le|mon|votre|el|un|mi|il|lo|o|um|de|een|din|en) $`,
  'iu',
);

/** "Code 4471 opens the gate": a verb of opening after the code, and what it opens. */
const OPENED = letterPattern(
  String.raw`^#? (?:opens?|unlocks?|disarms?|for|für|pour|para|per|voor|do|till?|öffnet|entsperrt|ouvre|déverrouille|abre|desbloquea|apre|sblocca|opent|ontgrendelt|gaat|otwiera|öppnar|låser|åbner|åpner|otevírá|avaa)(?: (?!port[ .,])[\p{L}'’-]{1,20}){1,4}`,
  'iu',
);

/** The end of a sentence that states the code. An earlier clause may name the door. */
const IS = / (?:is|ist|lautet|är|er|est|es|è|é|jest|je|to)[ :]+$/;
const CODE = /code|k[oó]d|コード|keypad|tastenfeld|zahlenschlo|cijferslot|c[óo]digo|codice|koodi|[ck]ombina/i;

/** Parts of words for what a code opens: doors, alarms, safes, access. */
const OPENS =
  /pass\s?code|\bpin-?[ck]od|(?:code|c[óo]digo|codice) PIN|\bdoor|\bgate|alarm|\bsafe\b|access|\bentr(?:y|ance)|(?<![bc])lock|garage|tür|tuer|\btor\b|tor-?code|tresor|zugang|zutritt|eingang|einlass|schlo(?:ss|ß)|schlie(?:ss|ß)|haus|schranke|\bporte\b|portail|acc[eè]s|coffre|immeuble|digicode|entr[ée]e|puerta|acceso|caja fuerte|entrada|port[óo]n|portal\b|\bporta\b|accesso|allarme|cassaforte|cancello|ingresso|acesso|cofre|port[ãa]o|deur|toegang|kluis|poort|drzwi|\bbram[ayęo]|dost[ęe]p|sejf|wej[śs]ci|d[öo]rr|\blarm|kassask[åa]p|\bport-?kod|\bovi|dør|zámek|dve[řr]|sperr|sblocco|desbloq|d[ée]verrouill|ontgrendel|odblok|uppl[åa]s|cupboard|cabinet|\bpanel|supervisor|manager(?:code| pin)|mailbox|messagerie|locker\b|taquilla|schrank|spind|(?:garten|hof|roll|garagen|seiten|einfahrts)tor|badge|\broom\b|raum\b|zimmer|cuarto|habitaci|stanza|kamer|rummet|m[íi]stnost|会議室|部屋|kopi(?:er|ator|ark)|copier|\bskab|armoire|armadi|key ?box|schl[üu]sselkasten|sleutelkast|kassalade|\bsalle\b|slot\b|\bsafe\b|tresor|解錠|解除|keypad|tastenfeld|zahlenschlo|digicode|codeslot|cijferslot|kodl[åa]s|kodel[åa]s|teclado|clavier|tastier|cancell|klawiatur|arm[áa]rio|sk[åa]p(?!\w*plan)|pengeskab|caja fuerte|bat[ie]ment|cancell|garaż|szaf|cellar|keller|kelder|k[äæ]l[ld]|piwnic|trastero|cantina|\bporten\b|seitentor|hoftor|\bgrind|br[áa]n[au]|hälyt|voicemail|\bSIM\b|mailbox|buz[óo]n|segreteria|correio de voz|poczty|r[öo]stbrev|telefonsvar/i;
const OTHER_CODE =
  /postal|postcode|\bpost|zip|error|fehler|erreur|errore|\berro\b|exit|status|https?|country|l[äa]nder|fiscal|support|product|export|import|airport|transport|report|source|quell|cost (?:cent|unit)|kostenstelle|centre de co[ûu]t|centro de cost|kostenplaats|seriennummer|\bbug\b|artikel|article|parcel|paket|model/i;

/**
 * Validates a recovery code. Its label must be a word for such codes, in any language. Also validates four words as the
 * password of an app.
 */
export const judgeRecoveryCode: Validator = (candidate) => {
  const { value } = candidate;
  const parts = value.split(/[ -]/);
  // Each group of a BitLocker recovery password is a multiple of 11.
  if (candidate.groups['bitlocker'] !== undefined)
    return parts.every((part) => Number(part) % 11 === 0) ? { verdict: 'valid' } : { verdict: 'invalid' };
  if (value.length > 42) return isLabelOfSecret(candidate) ? { verdict: 'unknown' } : { verdict: 'invalid' };
  const words = parts.filter((part) => /^[a-z]+$/i.test(part) && isWordlike(part)).length;
  const isCode = /\d/.test(value)
    ? words === 0 && (candidate.groups['listed'] !== undefined || RECOVERY.test(phraseBefore(candidate)))
    : parts.length - words >= 2;
  return isCode ? { verdict: 'unknown' } : { verdict: 'invalid' };
};

const RECOVERY =
  /one-?time|einmal|usage unique|solo uso|monouso|uso [úu]nico|eenmalig|jednoraz|eng[åa]ngs|recover|back-?up|wiederherst|notfall|ersatz|secours|r[ée]cup|respaldo|recupe|emergencia|herstel|nood|zapasow|odzysk|[åa]terst|reserv|2fa|リカバリー|バックアップ|恢复|복구/i;

const PLACE = letterPattern(String.raw`[^.;:(){}!?\n]{3,40}(?=[:,–-] ?\p{L}*$)`, 'u');
const ONE_WORD = letterPattern(String.raw`^\s*\p{L}+\s*[:=]?\s*$`, 'u');

/** The phrase before a label of one word: "Back door: code 4711". */
function placeOf({ before }: Candidate, label: string): string {
  return ONE_WORD.test(label) ? (PLACE.exec(before.slice(-60))?.[0] ?? '') : '';
}

/** The words of the same phrase before a value. */
function phraseBefore({ before, match, value }: Candidate): string {
  return (/[^.;:,(){}!?\n]*$/.exec(before.slice(-60))?.[0] ?? '') + match.slice(0, match.lastIndexOf(value));
}
