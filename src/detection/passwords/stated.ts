import type { Candidate } from '../detector';
import { identifierOf, isStartOfCell } from './label';
import { letterPattern } from '../text/letters';
import { isDescription, patternOf, wordsOf } from '../vocabulary/secrets';
import { isPlaceholderWord, isStandIn, isWordAboutPasswords } from './stand-ins';
import { isEnclosed, isPunctuated, isRichInSigns, leadOf } from './value';

/** Checks whether a plain word, a number or a common password is the password, according to the text around it. */

/** The whole name of a password, in any language. Shorter names first: the rest of a longer one says what the password is for. */
export const NAME_OF_PASSWORD = patternOf(wordsOf('stated', 'names', 'short'));

const WORDS = String.raw`(?:[ _-]\(?[\p{L}\d.'’]{1,20}\)?){0,6}`;
const IS =
  '(?:is|lautet|ist|est|es|är|é|è|to|jest|er|on|je)(?: (?:still|now|noch|immer|jetzt|toujours|encore|sempre|siempre|ancora|nog|nadal|fortfarande))?';

const ASSIGNED_IN_QUOTES = new RegExp(
  String.raw`^${NAME_OF_PASSWORD}["'\x60\])]{0,3}\s{0,3}(?:(?::=|=>|->|→|[:=：])\s{0,16}[bu@]?|\s{1,3}value\s?=\s?)["'\x60“„«「‘‚]\s?$`,
  'i',
);
const SAID_IN_QUOTES = letterPattern(
  String.raw`^${NAME_OF_PASSWORD}(?:${WORDS} ${IS}[ :]{1,3}|[はが는은이가是为為]\s?)["'\x60“„«「‘‚]\s?$`,
  'iu',
);
const SAID = letterPattern(
  String.raw`^${NAME_OF_PASSWORD}(?:et|en)?(?: [\p{L}\d'’]{1,20}){0,6} (?:(?:is|lautet|ist|est|es|är|é|è|jest)(?: \p{Ll}{3,8})?|(?<=^has[lł]o [^:]{0,100})to)[ :]{1,3}$`,
  'iu',
);
/** A word that continues a sentence after a password. */
const CAPITALIZED = letterPattern(String.raw`^\p{Lu}\p{Ll}`, 'u');
const PLAIN_WORD = letterPattern(String.raw`^\p{L}\p{Ll}{5,23}$`, 'u');
const WORD_OR_NAME = letterPattern(String.raw`^\p{L}[\p{L}\d_-]+$`, 'u');
const FOR = letterPattern(
  String.raw`^ (?:for|until|on|pour|jusqu|para|hasta|per|fino|até|voor|tot|dla|do|för|til)(?![\p{L}])`,
  'u',
);
/** Only space between the name and words with a number. */
const DIRECTLY = new RegExp(`^${NAME_OF_PASSWORD}[ :]{1,2}["'“„«]?$`, 'i');
/** A password of several words. */
const OF_WORDS = /phrase|frase?|satz|zin/i;
/** A sentence about any password. */
export const IN_CONDITION =
  /\b(?:if|when|until|once|unless|wenn|falls|sobald|si|quand|lorsque|cuando|se|quando|als|wanneer|je[sś]li|gdy|om|när)\b[^.]*$/i;
const ASSIGNED = new RegExp(`^${NAME_OF_PASSWORD}=$`, 'i');
const ELEMENT = new RegExp(`^${NAME_OF_PASSWORD}>$`, 'i');
/** A label at the start of a line. */
const ON_LINE = letterPattern(
  String.raw`^[\s*•>–-]*(?:[\p{L}\d.()'’/-]{1,24}[ \t]){0,5}[\p{L}.-]{0,20}${NAME_OF_PASSWORD}${WORDS}(?: ?\([^()\n]{1,48}\))?["'\x60*)]{0,3}[ \t]{0,2}[:：][ \t]{0,4}\*{0,2}$`,
  'iu',
);
/** A setting on a line of its own, among others: `admin_user = root`, `admin_password = …`. */
const IN_SETTINGS = new RegExp(String.raw`(?<![\w.-])\w{1,24}[_.-]${NAME_OF_PASSWORD} = $`, 'i');
const OTHER_SETTING = /^\n?[\w.-]{2,32} = [^\s()]{1,64}(?:\n|$)/;
/** "mot de passe « libellule »": typographic quotation marks directly after the name. In straight ones, a name in code may follow. */
const NAMED_IN_QUOTES = new RegExp(String.raw`^${NAME_OF_PASSWORD}[ \u00a0]{1,2}[“„«][ \u00a0\u202f]?$`, 'i');
const AFTER_OPERATOR = /[:=]\s{0,16}$/;

/**
 * True if a word is the password according to the text: in quotes after the name of a password, in a sentence, on a
 * line of its own, or as a value of a configuration.
 */
export function isStated(candidate: Candidate, value: string): boolean {
  const lead = leadOf(candidate, value);
  if (lead === '' && isStartOfCell(candidate.before)) return isWordInCell(candidate, value);
  if (isEnclosed(candidate)) {
    if (isPunctuated(value)) return new Set(value).size >= 5;
    if (isCountryCode(candidate)) return false;
    if (candidate.groups['compared'] !== undefined) return false;
    if (NAMED_IN_QUOTES.test(lead)) return isWordOfPerson(value, lead);
    const isWord = isPlainWord(value) || isPassphrase(value);
    return isWord && (ASSIGNED_IN_QUOTES.test(lead) || SAID_IN_QUOTES.test(lead)) && !isSwitch(candidate);
  }
  if ((/\d/.test(value) || OF_WORDS.test(lead)) && DIRECTLY.test(lead) && isPassphrase(value)) return true;
  const rest = candidate.match.slice(lead.length + value.length) + candidate.after;
  if (isRichInSigns(candidate.value) && AFTER_OPERATOR.test(lead)) return /^[\s"'`,;]|^$/.test(rest);
  if (isWordOfPerson(value, lead) || isPassphrase(value)) {
    // "The password is Marigold for every machine". German nouns have a capital as well.
    if (CAPITALIZED.test(value) && SAID.test(lead) && FOR.test(rest) && !/wort/i.test(lead)) return true;
    if (SAID.test(lead) && /^(?:[.,;!]|\s*$|\s[–(-])/.test(rest)) return !IN_CONDITION.test(candidate.before);
    if (isInSettings(candidate, lead, rest)) return !isSwitch(candidate);
    if (isOnLine(candidate, lead) && /^\s*(?:\n|$|\()/.test(rest)) return !isSwitch(candidate);
  }
  return (
    isPlainWord(value) &&
    value !== value.toUpperCase() &&
    ((ASSIGNED.test(lead) && /^(?:[\s;&]|$)/.test(rest)) || (ELEMENT.test(lead) && rest.startsWith('</'))) &&
    !isSwitch(candidate)
  );
}

/**
 * True if a common password with a digit is really used according to the text: on a line of its own, in a cell, or
 * beside words such as "current" and "production". An example is marked as one.
 */
export function isStatedStandIn(candidate: Candidate, value: string): boolean {
  const { before, after, headers } = candidate;
  const lead = leadOf(candidate, value);
  const around = `${before} ${lead} ${headers.join(' ')} ${after.slice(0, 30)}`;
  if (!/\d/.test(value) || value.length < 6 || SAID_AS_EXAMPLE.test(around)) return false;
  if (lead === '' && isStartOfCell(before)) return headers.some((header) => isNameOfPassword(header, ''));
  return isOnLine(candidate, lead) || IN_USE.test(around);
}

const SAID_AS_EXAMPLE =
  /e\.g\.|\b(?:example|such as|like|weak|common|simple|never|avoid|reject|invalid|placeholder|minimum|at least|type|enter|try|guess)\b|z\. ?b\.|\bwie\b|beispiel|schwach|mindestens|abgelehnt|exemple|\bcomme\b|\btels?\b|faible|[ée]vite|\bcomo\b|ejemplo|d[ée]bil|\bcome\b|esempio|debol|exemplo|fraca|voorbeeld|bijv|zwak|\bnp\.|przyk[lł]ad|s[lł]ab|exempel|t\.ex|svag|d[åa]lig|例|のよう|单|弱/i;

const IN_USE =
  /\b(?:actual|current|real|really|live|prod|production|used by|still)\b|tats[äa]chlich|aktuell|derzeit|echte[sn]?\b|produktiv|r[ée]el|vrai|actuel|\breal|actual|producci[óo]n|attual|effettiv|produzion|atual|produ[çc][ãa]o|huidig|echte|aktualn|prawdziw|produkcyj|nuvarande|riktiga|現在|本番|実際/i;

function isOnLine({ before }: Candidate, lead: string): boolean {
  // "Pass: 12" counts tests.
  return !/^pass[^a-z]/i.test(lead) && ON_LINE.test(before.slice(before.lastIndexOf('\n') + 1) + lead);
}

function isInSettings({ before }: Candidate, lead: string, rest: string): boolean {
  const lines = (before + lead).split('\n');
  if (!IN_SETTINGS.test(lines.at(-1) ?? '') || !/^(?:\n|$)/.test(rest)) return false;
  return OTHER_SETTING.test(lines.at(-2) ?? '') || OTHER_SETTING.test(rest);
}

/** True for a word in the column or the row "Password", but not in its column "Type". */
function isWordInCell({ headers }: Candidate, value: string): boolean {
  return (
    (isWordOfPerson(value, headers.join(' ')) || isPassphrase(value)) &&
    !headers.some((header) => ABOUT_ROW.test(header)) &&
    headers.some((header) => isNameOfPassword(header, OWNER))
  );
}

/** Columns that describe the setting of their row. */
const ABOUT_ROW =
  /^(?:data ?)?(?:type|typ|tipo|art|kind|soort|rodzaj|format|since|meaning|bedeutung|notes?|comments?|remarks?|bemerkung|required|mandatory|pflicht|status)$|descri|beschreib|omschrijving|^opis|beskriv/i;

const HEADER = letterPattern(
  String.raw`^(?<owner>(?:[\p{L}\d-]{1,24} ){0,2})[\p{L}-]{0,16}${NAME_OF_PASSWORD}(?: ?\([^()]{1,24}\)| (?:for|of|für|des|der|vom|du|de|del|do|da|per|voor|van|do|till) .{2,40}| (?<kind>\p{L}{1,16}))?$`,
  'iu',
);
const OWNER = 'owner';

/** @param owner whether other words may precede the name: "Router password" */
function isNameOfPassword(header: string, owner: 'owner' | ''): boolean {
  const found = HEADER.exec(header);
  const kind = found?.groups?.['kind'] ?? 'current';
  return (
    found !== null &&
    (owner === OWNER || found.groups?.['owner'] === '') &&
    !SAID_AS_EXAMPLE.test(header) &&
    (IN_USE.test(kind) || INITIAL.test(kind))
  );
}

const INITIAL = /^(?:default|initial|temporary|standard|iniziale|inicial|initiale?|tempor|provis|początk)/i;

/** A word or a number that a person chooses, which is no answer to a question about passwords. */
function isWordOfPerson(value: string, label: string): boolean {
  if (isLongNumber(value)) return true;
  return PLAIN_WORD.test(value) && isPlainWord(value) && !isStandIn(value) && !isDescription(value, label);
}

/** `TurnipThimbleScarecrow`, `kirsche-regenschirm-dackel`: at least three words, none of which describes a password or a program. */
function isPassphrase(value: string): boolean {
  if (!/^[A-Za-zÀ-ɏ](?:[-._]?[A-Za-zÀ-ɏ]|[-._]\d{1,4}(?=[-._])){13,63}\d{0,2}$/.test(value)) return false;
  const words = value.replace(/([a-zß-ɏ])([A-ZÀ-Þ])/g, '$1-$2').match(/[A-Za-zÀ-ɏ]+/g) ?? [];
  return (
    words.length >= 3 &&
    words.every(
      (word) =>
        /^[A-Za-zÀ-ɏ][a-zß-ɏ]{3,}$/.test(word) &&
        !isPlaceholderWord(word) &&
        !isWordAboutPasswords(word) &&
        !IN_PROGRAMS.test(word) &&
        !/(?:[a-z]ed|iert|bar|lich)$/.test(word),
    )
  );
}

/** Words of names in programs, of rules and of references: "Settings-Account2". */
export const IN_PROGRAMS = letterPattern(
  String.raw`(?<!\p{L})(?:polic(?:y|ies)|zeichen|confluence|reports?|rapport|bericht|informe|form(?:ular)?|building|kostenstelle|ubuntu|server|node|windows|office|chrome|firefox|version|siehe|unten|oben|below|above|voir|zie|patrz|vedi|verse?|stored|vault|tresor|safe|bitwarden|keepass|view|button|form|page|title|error|errors|message|messages|controller|provider|handler|manager|source|entry|items?|list|class|object|schema|model|module|component|config\w*|settings?|options?|params?|props|crypt|hash|state|store|event|function|method|request|response|should|must|with|from|then|when|that|this|only|have|been|will|does|into|more|than|minimum|maximum|length|char\w*|digits?|letters?|symbols?|upper|lower|case|sensitive)(?!\p{L})`,
  'iu',
);

/** True for a number, also with some letters, that is too long for a count. */
export function isLongNumber(value: string): boolean {
  return /^\d{5,12}[a-z]{0,3}$/.test(value) && value.length >= 6;
}

/** True for the code of Palau among those of other countries: `"PT": "Portugal", "PW": "Palau"`. */
function isCountryCode(candidate: Candidate): boolean {
  return identifierOf(candidate) === 'PW' && /(["'])[A-Z]{2}\1\s?:\s?\1[^"'\n]{1,60}\1,\s*\1$/.test(candidate.before);
}

function isPlainWord(value: string): boolean {
  return WORD_OR_NAME.test(value) && !/[a-z][A-Z]/.test(value) && !isWordAboutPasswords(value);
}

/** Names of functions, switches and texts of forms: "showPassword", "forgot_password", "OLDPWD". */
function isSwitch(candidate: Candidate): boolean {
  return /(?:^|[_. -])(?:show|hide|has|is|use|no|need|requires?|reset|forgot|change|save|remember|enable|allow|confirm|toggle|view|invalid|wrong|old)[_ -]?pass|^(?:OLD)?PWD$/i.test(
    identifierOf(candidate),
  );
}
