import type { Candidate, Validator } from '../detector';
import { isPlaceholder } from './stand-ins';
import { isWordlike } from './strength';

/** Validates digits after a word for a code. The label must contain a word for what the code opens, in any language. */
export const judgeAccessCode: Validator = (candidate) => {
  const { match, before, value, headers, headerRow, groups } = candidate;
  if (isPlaceholder(value)) return { verdict: 'invalid' };
  // "The access codes of 2024"
  if (groups['loose'] !== undefined && YEAR.test(value)) return { verdict: 'invalid' };
  if (groups['loose'] !== undefined && isRange(candidate)) return { verdict: 'invalid' };
  const isCell = match === value;
  const label = isCell
    ? `${headers.join(' ')} ${/[ck]ombina/i.test(headers[0] ?? '') ? headerRow : ''}`
    : phraseBefore(candidate);
  return (isCell
    ? PIN_IN_CELL.test(label)
    : (groups['loose'] === undefined || isAfterPin(match)) && isPin(match, before)) ||
    (CODE.test(label) && OPENS.test(label) && !OTHER_CODE.test(label))
    ? { verdict: 'unknown' }
    : { verdict: 'invalid' };
};

/** True for one end of a range: "passcodes between 995 and 1005". */
function isRange({ match, value, after }: Candidate): boolean {
  return (
    /\d{3}/.test(match.slice(0, match.lastIndexOf(value))) ||
    /^ ?(?:[-–]|\.{2,3}|to|and|bis|und|à|et|a|al|y|e|tot|en|do|i|till|och) ?\d/.test(after)
  );
}

const YEAR = /^(?:19|20)\d\d$/;
const PIN_IN_CELL = /\b(?:PIN|PUK)\b|暗証番号/;

/** "pin: 1200" is a contact of a chip. */
function isPin(match: string, before: string): boolean {
  return (
    /^(?:PIN|PUK|Pin(?= ?:)|暗証番号)/.test(match) && !/\w$|(?:gpio|chip|connector|header|jumper) ?$/i.test(before)
  );
}

/** "tablet PIN 90417". "PIN 560001" is a postcode in India. */
function isAfterPin(match: string): boolean {
  return /^P(?:IN|UK)(?: (?:for|of|to|für|der|des|du|de|del|della|do|da|van|voor|do|till|this|last|dieser|dieses|ce|este|questo|deze)(?: (?!gpio|chip|header|row|connector|jumper)[\p{L}'’-]{1,16}){1,4})?(?: (?:is|lautet|ist|est|es|è|é|jest|är|er))? (?:\d{4,5}|\d{7,8})#?$/iu.test(
    match,
  );
}

const CODE = /code|kod|c[óo]digo|codice|koodi|[ck]ombina/i;

/** Parts of words for what a code opens: doors, alarms, safes, access. */
const OPENS =
  /pass\s?code|\bpin-?code|\bdoor|\bgate|alarm|\bsafe\b|access|\bentr(?:y|ance)|(?<![bc])lock|garage|tür|tuer|\btor\b|tor-?code|tresor|zugang|zutritt|eingang|einlass|schlo(?:ss|ß)|schlie(?:ss|ß)|haus|schranke|\bporte\b|portail|acc[eè]s|coffre|immeuble|digicode|entr[ée]e|puerta|acceso|caja fuerte|entrada|port[óo]n|portal\b|\bporta\b|accesso|allarme|cassaforte|cancello|ingresso|acesso|cofre|port[ãa]o|deur|toegang|kluis|poort|drzwi|\bbram[ay]|dost[ęe]p|sejf|wej[śs]ci|d[öo]rr|\blarm|kassask[åa]p|\bport-?kod|\bovi|dør|zámek|dve[řr]|sperr|sblocco|desbloq|d[ée]verrouill|ontgrendel|odblok|uppl[åa]s|cupboard|cabinet|\bpanel|supervisor|mailbox|messagerie|locker\b|taquilla|schrank|\bskab|armoire|armadi|key ?box|schl[üu]sselkasten|sleutelkast|kassalade|\bsalle\b|slot\b|\bsafe\b|tresor|解錠|解除/i;
const OTHER_CODE =
  /postal|postcode|\bpost|zip|error|fehler|erreur|errore|\berro\b|exit|status|https?|country|l[äa]nder|fiscal|support|product|export|import|airport|transport|report|source|quell|seriennummer|\bbug\b/i;

/**
 * Validates a recovery code. Its label must be a word for such codes, in any language. Also validates four words as the
 * password of an app.
 */
export const judgeRecoveryCode: Validator = (candidate) => {
  const { value } = candidate;
  const parts = value.split(/[ -]/);
  const words = parts.filter((part) => /^[a-z]+$/i.test(part) && isWordlike(part)).length;
  const isCode = /\d/.test(value) ? words === 0 && RECOVERY.test(phraseBefore(candidate)) : parts.length - words >= 2;
  return isCode ? { verdict: 'unknown' } : { verdict: 'invalid' };
};

const RECOVERY =
  /recover|back-?up|wiederherst|notfall|ersatz|secours|r[ée]cup|respaldo|recupe|emergencia|herstel|nood|zapasow|odzysk|[åa]terst|reserv|2fa|リカバリー|バックアップ|恢复|복구/i;

/** The words of the same phrase before a value. */
function phraseBefore({ before, match, value }: Candidate): string {
  return (/[^.;:,(){}!?\n]*$/.exec(before.slice(-60))?.[0] ?? '') + match.slice(0, match.lastIndexOf(value));
}
