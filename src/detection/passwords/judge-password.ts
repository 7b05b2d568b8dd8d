import type { Candidate, Validator, Verdict } from '../detector';
import {
  identifierOf,
  isLabelOfSecret,
  isStartOfCell,
  isMisspelledName,
  isSecondOfPair,
  labelOf,
  wordOf,
  linesAbove,
} from './label';
import { foldText } from '../text/fold';
import { letterPattern } from '../text/letters';
import { ACCOUNT_NAMES, KEY_WORDS, PASSWORD_TITLES, patternOf } from '../vocabulary/secrets';
import { TITLE } from './forms';
import { isExample, isStandIn, isTemplate, isWordAboutPasswords } from './stand-ins';
import { CLASSIFIED_LENGTH, characterKindsIn, isOtherNotation, isPartOfText, leadOf, trimmedValue } from './value';
import { IN_CONDITION, IN_PROGRAMS, NAME_OF_PASSWORD, isLongNumber, isStated, isStatedStandIn } from './stated';
import { shareOfUsualPairs, valueStrength } from './strength';

/**
 * Validates the text after a word for a password. The confidence depends on its characters and on how explicit the label is.
 * Words, numbers and references are rejected. Trailing punctuation is not part of the value.
 */
export const judgePassword: Validator = (candidate) => {
  if (candidate.groups['phrase'] !== undefined) return judgePhrase(candidate);
  const value = withoutExclamation(candidate, trimmedValue(candidate));
  if (value.length < MIN_LENGTH) return INVALID;
  const strength = strengthOf(value.slice(0, CLASSIFIED_LENGTH));
  // Most candidates are words. They are rejected here, before the expensive checks.
  if (strength === 'word' && !isStated(candidate, value)) return INVALID;
  if (WORD.test(value) && !isStated(candidate, value) && !AFTER_SIGN.test(leadOf(candidate, value))) return INVALID;
  if (isNotMeant(candidate, value.slice(0, CLASSIFIED_LENGTH)) || isOther(candidate, value)) return INVALID;
  if (isPartOfText(candidate, value) || isNameInCode(candidate, value) || isField(candidate, value)) return INVALID;
  if (!isLabelOfSecret(candidate) || isNameOrUser(candidate, value)) return INVALID;
  if (candidate.before === '' && ABOUT_ITEM.test(leadOf(candidate, value))) return INVALID;
  const { user, address, account, misspelled, changed, loose, inColumn, member, stated } = candidate.groups;
  if (inColumn !== undefined && !candidate.headers.some(isMisspelledName)) return INVALID;
  if (changed !== undefined && !isStrong(value)) return INVALID;
  if (misspelled !== undefined && !isMisspelledName(wordOf(candidate))) {
    // Other rules find the same value after a correct name.
    if (!HAS_NAME.test(labelOf(candidate)) || /[/:|]/.test(value)) return INVALID;
  }
  // Without a label, and in pairs, the value alone must look like a password, and not like a path.
  const isEvident = (isStrong(value) && !value.includes('/')) || SUGGESTED.test(value);
  const isComposed = isEvident || COMPOSED_WORD.test(value);
  if (loose !== undefined && !isComposed) return INVALID;
  if (stated !== undefined && !isComposed && !isGenerated(value) && !(stated !== '' && /[a-z]\d-[a-z]/i.test(value)))
    return INVALID;
  if (candidate.groups['answer'] !== undefined && !(isComposed && isAnswer(candidate))) return INVALID;
  if (candidate.groups['opened'] !== undefined && !(isComposed && LOCKED.test(candidate.before))) return INVALID;
  if (member !== undefined) {
    const isPair = isEvident && member.toLowerCase() !== value.toLowerCase() && ACCOUNTS.test(candidate.surroundings);
    return isPair ? found(value, 0.55) : INVALID;
  }
  if (address !== undefined) {
    if (isEvident) return found(value, 0.75);
    return /^[A-Za-z\d]{8,}$/.test(value) && characterKindsIn(value) === 3 ? found(value, 0.5) : INVALID;
  }
  if (account !== undefined) {
    // `x / radian)^2`
    if (/^\w+\)[\^*/+-]/.test(value)) return INVALID;
    const isPair =
      account === ''
        ? isEvident && isPairOfItsOwn(candidate)
        : isComposed && isSecondOfRow(candidate, value, isEvident);
    return isPair ? found(value, isEvident ? 0.6 : 0.5) : INVALID;
  }
  // "Password: Tansy7-bracken": a label with a sign after it, or the header of a cell.
  const isAfterName = loose === undefined && user === undefined && AFTER_SIGN.test(leadOf(candidate, value));
  if (!isAfterName && !isStrong(value) && IN_PROGRAMS.test(value)) return INVALID;
  const isOfAdmin = ADMIN.test(user ?? '') && WORD_AND_NUMBER.test(value);
  if (
    user !== undefined &&
    !isSecondOfPair(candidate) &&
    strength !== 'random' &&
    !isComposed &&
    !isOfAdmin &&
    !isGenerated(value)
  )
    return INVALID;
  switch (strength) {
    case 'random':
      return found(value, 0.85);
    case 'chosen':
      return found(value, isStrong(value) || characterKindsIn(value) >= 3 || (isComposed && isAfterName) ? 0.8 : 0.55);
    case 'mixed-words':
    case 'word':
      return found(value, 0.5);
  }
};

/** Words of other languages are a phrase, unless they say what to do or what a phrase must be. */
function judgePhrase({ value, before }: Candidate): Verdict {
  const isOther = INSTRUCTION.test(foldText(value)) || HAS_NAME.test(value) || isExample(value);
  return isOther || IN_CONDITION.test(before.split(/[,;]/).at(-1) ?? '') ? INVALID : { verdict: 'unknown' };
}

const INSTRUCTION = letterPattern(
  String.raw`(?<!\p{L})(?:must|should|shall|may|can|please|see|ask|use|used|enter|never|not|too|or|do|expired|faut|pas|no|non|nao|ikke|at least|stored|kept|required|words?|characters|passphrase|muss|soll|darf|bitte|siehe|nicht|mindestens|worter|doit|peut|voir|demander|mots?|debe|puede|pedir|palabras|deve|puo|parole|chiedere|vedi|palavras|moet|mag|zie|niet|woorden|musi|moze|zob|nie|slow|maste|kan|fraga|inte|ord)(?!\p{L})`,
  'u',
);

/** "Your password is changed!": in a sentence, the sign after a word is not part of the value. */
function withoutExclamation(candidate: Candidate, value: string): string {
  return WORD_AND_EXCLAMATION.test(value) && !AFTER_SIGN.test(leadOf(candidate, value))
    ? value.replace(/!+$/, '')
    : value;
}

const WORD_AND_EXCLAMATION = letterPattern(String.raw`^\p{L}\p{Ll}+!{1,3}$`, 'u');
const MIN_LENGTH = 5;
const INVALID: Verdict = { verdict: 'invalid' };

function found(value: string, confidence: number): Verdict {
  return { verdict: 'unknown', length: value.length, confidence };
}

type Strength = 'random' | 'chosen' | 'mixed-words' | 'word';

/** As valueStrength, but words of other languages are words, and words with digits count. */
function strengthOf(value: string): Strength {
  if (WORD.test(value)) {
    const letters = withoutAccents(value);
    // Other scripts have no table of pairs. A short word may have an unusual pair.
    if (/[^A-Za-z]/.test(letters)) return 'word';
    return shareOfUsualPairs(letters) >= (value.length < 8 ? 0.4 : 0.6) ? 'word' : 'chosen';
  }
  const strength = valueStrength(withoutAccents(value));
  if (strength !== 'plain') return strength;
  return WORD_WITH_DIGITS.test(value) || WORDS_WITH_SIGN.test(value) ? 'mixed-words' : 'word';
}

/** Letters without capitals after the first. */
const WORD = letterPattern(String.raw`^\p{L}\p{Ll}+$`, 'u');
const WORD_WITH_DIGITS = /^(?=.*(?:[A-Za-z]\d|\d[A-Za-z]))\w{6,20}$/;
/** `tree#House`: a sign between words, and both letter cases. */
const WORDS_WITH_SIGN = /^(?=.*[a-z])(?=.*[A-Z])\w{2,20}[!#$%*?^+~§€]\w{2,20}$/;

function withoutAccents(value: string): string {
  return /[^\0-\x7f]/.test(value) ? value.normalize('NFD').replace(/\p{M}/gu, '') : value;
}

/** True for templates, examples, and words in place of a password unless they meet the usual rules for passwords. */
function isNotMeant(candidate: Candidate, value: string): boolean {
  if (
    isTemplate(value) ||
    isExample(value) ||
    SQL_TYPE.test(value) ||
    TICKET.test(value) ||
    (ANSWER.test(value) && isWordAboutPasswords(value)) ||
    candidate.headers.some(isExample)
  )
    return true;
  return isStandIn(value) && !meetsRules(value) && !isDefault(candidate, value) && !isStatedStandIn(candidate, value);
}

/** `INC0048213`, `CHG-20417` */
const TICKET = /^[A-Z]{2,8}-?\d{4,12}$/;
const SQL_TYPE = /^(?:n?var)?char2?(?:\(\d+\))?$/i;
/** "required-2", a word with a number. */
const ANSWER = letterPattern(String.raw`^\p{L}+[-_]\d{1,2}$`, 'u');

/** True for other notations, but not for a number that is stated as the password. */
function isOther(candidate: Candidate, value: string): boolean {
  if (!isOtherNotation(value) || (isLongNumber(value) && isStated(candidate, value))) return false;
  // In quotation marks in a cell, signs are no code.
  const { headers, before } = candidate;
  return !(isStrong(value) && headers.length > 0 && before !== '' && isStartOfCell(before));
}

/** Devices and systems are delivered with such passwords, as in "Default password: admin123". */
function isDefault(candidate: Candidate, value: string): boolean {
  return /[a-z]\d{2}/i.test(value) && DEFAULT.test(labelOf(candidate) + candidate.headers.join(' '));
}

const DEFAULT = /default|factory|initial|standard|werk|défaut|defecto|predefinit|padr[ãa]o|domy[śs]ln|初期|默认|기본/i;

/** True for three of lower case, upper case, digits and signs, as rules for passwords demand. */
function meetsRules(value: string): boolean {
  return (
    value.length >= 8 &&
    /\d/.test(value) &&
    /[a-z]/.test(value) &&
    (isStrong(value) || /^[A-Z][a-z]+\d{3,}$/.test(value))
  );
}

/** Letters, digits, and signs that names and paths do not contain. */
function isStrong(value: string): boolean {
  return value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value) && /[!#$%&*?@^+~=§€£]/.test(value);
}

/** In a table cell, the lead is empty. */
const AFTER_SIGN = /(?:^|[:=：＝→>|~])[\s*_]*["'`“„«(\\]{0,3}\s*$/;

const HAS_NAME = new RegExp(`(?<![a-z])${NAME_OF_PASSWORD}(?![a-z])|passw(?:or[dt]|d)`, 'i');

const WORD_AND_NUMBER = letterPattern(String.raw`^\p{Lu}\p{Ll}{4,}\d{2,4}$`, 'u');
const ADMIN = new RegExp(`^(?:${ACCOUNT_NAMES.join('|')})$`, 'i');

/** "witqar-Tucme5-miqwoh": the passwords that browsers suggest. */
const SUGGESTED = /^(?=.*[A-Z])(?=.*\d)[A-Za-z\d]{6}(?:-[A-Za-z\d]{6}){2}$/;

/**
 * "Gravel7Tram", "WalnutCrane17", or "Sl4te-Heron", "Almendra.58": both letter cases, a digit, and a sign between or a digit
 * inside a word.
 */
const COMPOSED_WORD = letterPattern(
  String.raw`^(?:(?!Base|Http|OAuth|Office|Windows)(?:\p{Lu}\p{Ll}{3,}\d{1,3}\p{Lu}\p{Ll}{2,}\d*|(?:\p{Lu}\p{Ll}{2,}){2,}\d{2,4})|(?=.{8})(?!\p{L}+-(?:\d$|\p{Lu}{2,3}\d))(?=.*[A-Z])(?=.*[a-z]{3})(?=.*\d)[\wÀ-ɏ.,=-]*(?:[a-zß-ɏ][-_.,=][\wÀ-ɏ]|[A-Za-z]\d[a-z]|[a-z]\d-[A-Za-z][a-z]{3})[\wÀ-ɏ.,=-]*)$`,
  'u',
);

/** Things that open with a password. */
const LOCKED = letterPattern(
  String.raw`\b(?:zip|7z|rar|pdf|archiv\p{L}*|file|datei|fichier|arquivo|bestand|plik\p{L}*|filen?|vault|backup|dump|usb|stick|laptop|disk|container|excel|xlsx?)(?!\p{L})`,
  'iu',
);

/** True if the line before asks for a password. */
function isAnswer(candidate: Candidate): boolean {
  const line = linesAbove(candidate).at(-1) ?? '';
  return HAS_NAME.test(line) && QUESTION.test(line);
}

const QUESTION = /\?|what|which|wie |quel|cu[aá]l|qual|welk|jakie|vad |hvad/i;

/** `rT6kMw2pXz`: both letter cases, and digits in two places. */
function isGenerated(value: string): boolean {
  return /^(?=.*[A-Z])(?=.*[a-z])[A-Za-z\d]{8,}[-!?*#$%]?$/.test(value) && /[A-Za-z]\d+[A-Za-z]+\d/.test(value);
}

/** True if the value is the name of the user or a word of the label, or the user of "User / password: jane / …". */
function isNameOrUser(candidate: Candidate, value: string): boolean {
  const { groups, before, after, match } = candidate;
  const lower = value.toLowerCase();
  if (groups['user']?.toLowerCase() === lower) return true;
  // Before "as the password", the value itself would be a part of the name.
  const name = match.includes(value) ? identifierOf(candidate).toLowerCase() : '';
  const word = lower.replace(/^[@$:%&*]|\d+$/g, '');
  if (name.includes(lower) || (word !== '' && name.endsWith(word))) return true;
  if (groups['user'] !== undefined) return false;
  // "ID/PW: name/password" has a rule of its own, which knows which of the two is the password.
  if (/[/(]\s?$/.test(before) && /[^/(]{2}[/(]/.test(value)) return true;
  return (
    isSecondOfPair(candidate) &&
    (/^[\w.@-]{2,40}[/:|]\S{4}/.test(value) || /^[ \t]{0,3}(?:\/\/?|[|:])[ \t]{0,3}\S{4}/.test(after))
  );
}

/** `pass = lists[i]`, `pass = module.member`: a variable after an equals sign. */
function isNameInCode(candidate: Candidate, value: string): boolean {
  const base = /^([A-Za-z_$][\w$]*)(?:\.[A-Za-z_$][\w$]*)*(?:\[[\w$.]+\]?)?[;,]?$/.exec(value)?.[1];
  return (
    base !== undefined &&
    base.length < value.length &&
    /=\s*$/.test(leadOf(candidate, value)) &&
    valueStrength(base) === 'plain'
  );
}

/** True for a field of a record: `pw_uid:pw_gid:pw_shell`. */
function isField(candidate: Candidate, value: string): boolean {
  const prefix = /^[a-z]{2,12}_/i.exec(value)?.[0];
  return (
    prefix !== undefined &&
    candidate.after.startsWith(':') &&
    leadOf(candidate, value).endsWith(':') &&
    identifierOf(candidate).startsWith(prefix)
  );
}

/** Words near pairs of a user and a password. */
const ACCOUNTS =
  /user|account|login|credential|creds|auth|passw|pwd|benutzer|nutzer|konto|konten|kennw|compte|utilisateur|cuenta|usuari|utent|contas?\b|gebruiker|użytk|konta|användar/i;

/** True for a user and a password after a host or in brackets. Elsewhere, the password must have both letter cases. */
function isSecondOfRow({ before }: Candidate, value: string, isEvident: boolean): boolean {
  if (!isEvident && !/^[A-Z]/.test(value)) return false;
  return (
    /(?:^|[–>:|(-])[ \t]{0,2}[\w.@+-]{2,31}$/.test(before) || (isEvident && /[a-z]/.test(value) && /[A-Z]/.test(value))
  );
}

/** True if a name and a password without a label are an item of their own, also after a short name, or follow an address. */
function isPairOfItsOwn({ before }: Candidate): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (/[\w./@\\-]$/.test(line)) return false;
  return PAIR_LEAD.test(line) || ADDRESS.test(line);
}

const PAIR_LEAD = letterPattern(
  String.raw`^[\s*•–-]*(?:(?:[\p{L}\d.()-]{1,24}[ \t:]{1,3}){0,3}|(?:[\p{L}\d.()-]{1,24}[ \t]){0,6}[\p{L}\d)]{1,24}:[ \t]{1,3})["'\x60(]?$`,
  'u',
);
const ADDRESS =
  /\d{1,3}(?:\.\d{1,3}){3}|:\/\/|[\w-]\.(?:local|lan|corp|home|intern(?:al)?|intra(?:net)?|com|net|org|io|dev|cloud|[a-z]{2})\b/i;

/** Validates a word that looks like a password people choose, such as `Wren&Thistle5`, near a word for passwords or accounts. */
export function judgeLikelyPassword(candidate: Candidate): Verdict {
  const { value, before, after, groups } = candidate;
  const word = withoutPunctuation(value);
  if (groups['item'] !== undefined && !isItem(candidate, word)) return INVALID;
  if (
    word.length < MIN_LIKELY_LENGTH ||
    !isLikelyIn(candidate, word) ||
    isOfCode(word, before, after + value.slice(word.length))
  )
    return INVALID;
  if (isTemplate(word) || isExample(word) || isStandIn(word) || isOtherNotation(word)) return INVALID;
  return { verdict: 'unknown', length: word.length, confidence: isEvidentIn(candidate, word) ? 0.8 : 0.5 };
}

const MIN_LIKELY_LENGTH = 8;

/** True for a word that looks like a password enough for the pattern that found it. */
function isLikelyIn(candidate: Candidate, word: string): boolean {
  const { groups, before, after } = candidate;
  if (groups['item'] !== undefined) return true;
  if (groups['words'] !== undefined) return isWordsAndDigits(word);
  if (groups['message'] !== undefined)
    return linesAbove(candidate)
      .slice(-2)
      .some((line) => ASKED.test(line));
  const clause = before.split(/[.!?;\n] ?(?=\s|$)/).at(-1) ?? '';
  if (groups['mixed'] === undefined) return isComposed(word) || (SIGNED.test(word) && NAME_BEFORE.test(clause));
  if (IN_PROGRAMS.test(word)) return false;
  if (MIXED_WORD.test(word) || (isGenerated(word) && !/[a-z]{3}/.test(word)))
    return HAS_NAME.test(`${clause} ${after.split(/[.!?;\n](?=\s|$)/)[0] ?? ''}`);
  return JOINED_WORDS.test(word) && (NAME_BEFORE.test(clause) || (NETWORK.test(clause) && KEY_BEFORE.test(clause)));
}

/** True for a strong word in an answer, a whole answer, or a word directly after the name. */
function isEvidentIn(candidate: Candidate, word: string): boolean {
  const { groups, before } = candidate;
  return groups['message'] !== undefined || NAME_BEFORE.test(before) || (isStrong(word) && isAnswer(candidate));
}

/** "Granite7Falls", "WalnutCrane17", "Violette_93". */
const MIXED_WORD = letterPattern(
  String.raw`^(?!Argon|Bcrypt|Scrypt|Python|Java|Debian|Ubuntu|Sprint|Release|Fail2)(?:\p{Lu}\p{Ll}{3,}\d{1,3}\p{Lu}\p{Ll}{2,}\d*|(?:\p{Lu}\p{Ll}{2,}){2,}\d{2,4}|\p{Lu}\p{Ll}{3,}(?:_\d{2,4}\p{L}?|\d{2,4}\p{Ll}{2,8}))$`,
  'u',
);
/** Directly after the name only: "Dinnermoney22", "Palletjack-6-Oxide", "hush-hush-77", "tealeaves&tidewater". */
const JOINED_WORDS = letterPattern(
  String.raw`^(?:\p{Lu}\p{Ll}{6,}\d{1,4}|\p{Ll}{6,}\d{2,4}|\p{Ll}{4,}\d{1,2}\p{Lu}\p{Ll}{3,}|(?=\D*\d)(?=\S*\p{Ll}{4})[\p{L}\d]{2,}(?:-[\p{L}\d]{2,}){2,4}|(?:\p{Lu}\p{Ll}{2,}){2,}\d|(?=\D*\d)(?:\p{L}\p{Ll}{2,}[-_]){1,4}(?:\d{1,4}|\p{L}\p{Ll}{2,})(?:-\p{L}\p{Ll}{2,}|-\d{1,4}){0,3}|\p{L}\p{Ll}{3,}(?:[!&+]\p{L}\p{Ll}+){1,3})$`,
  'u',
);
/** `vqObe#NqY`: both letter cases in a word, and a sign. */
const SIGNED = /^(?=\S*[a-z][A-Z])(?=\S*[!#$%&*+?^~§@=])\S{8,}$/;
const NAME_BEFORE = new RegExp(
  String.raw`${NAME_OF_PASSWORD}(?:e?n|et)?(?:,? (?:for|für|of|vom|pour|d[eu]|para|per|voor|van|dla|do|för|til|till)(?: (?!can |kan |using|via |utiliz)[^\s,:;]{1,16}){1,4})?(?: (?:is|ist|lautet|est|es|è|é|jest|är|er|je|to)(?: \p{L}{2,10}){0,2})?[:：]? ?["'“„«]?$`,
  'iu',
);
const NETWORK = /wi-?fi|wlan|ssid/i;
const KEY_BEFORE = new RegExp(`(?:${patternOf(KEY_WORDS)}|key|clé)[^,:;]{0,16}[: ]$`, 'iu');
/** A question for a password, or the wish for one. */
const ASKED = new RegExp(
  `(?:${HAS_NAME.source}|${patternOf(KEY_WORDS)}.{1,16}wi-?fi)(?:.*(?:[?？]|please|bitte|svp|por favor|per favore|alsjeblieft|prosz)|[^ ]*(?:教えて|ですか))|[?？].*(?:${HAS_NAME.source})`,
  'iu',
);

/** True for words with digits that end an item of a list of passwords, unless the item names a rule or a program. */
function isItem(candidate: Candidate, word: string): boolean {
  const isComposed = COMPOSED_WORD.test(word) || WORDS_AND_DIGITS.test(word) || isStrong(word);
  if (!isComposed || ABOUT_ITEM.test(candidate.before)) return false;
  const lines = [...linesAbove(candidate), candidate.heading, ...candidate.headers];
  return lines.some((line) => TITLE.test(line) && NAMED_IN_TITLE.test(foldText(line)));
}

/** "Policy: ", "Tool: " */
const ABOUT_ITEM = letterPattern(
  String.raw`^(?:polic|tool|owner|version|rule|richtlinie|werkzeug|regel|polit|outil|r[èe]gle|pol[íi]tica|herramienta|regla|strumento|ferramenta|beleid|hulpmiddel|narz[ęe]dzie|verktyg)\p{L}{0,6} ?[:=–-]`,
  'iu',
);
const NAMED_IN_TITLE = new RegExp(PASSWORD_TITLES.map(foldText).join('|'));

const EXCLAMATION = letterPattern(String.raw`\p{L}!+$`, 'u');

/** A sign after a digit or a sign may be the end of a password, after a word it ends a sentence. */
function withoutPunctuation(value: string): string {
  const word = value.replace(/[.:?=]+$/, '');
  return EXCLAMATION.test(word) ? word.replace(/!+$/, '') : word;
}

/** Both letter cases, a sign inside or at the end, and a digit, unless the sign is a rare one. */
function isComposed(word: string): boolean {
  const [, sign] = INNER_SIGN.exec(word) ?? [];
  if (sign === undefined && !FINAL_SIGN.test(word)) return false;
  const letters = word.replace(NO_LETTER, '');
  if (letters.length < 4 || letters === letters.toUpperCase() || letters === letters.toLowerCase()) return false;
  return characterKindsIn(word) === 4 || TWO_WORDS.test(word);
}

const NO_LETTER = letterPattern(String.raw`[^\p{L}]`, 'gu');
const INNER_SIGN = letterPattern(String.raw`[\p{L}\d]([!#$%&*+?^~§@=]){1,2}[\p{L}\d]`, 'u');
const FINAL_SIGN = /\d[!#$*?]{1,2}$/;
/** `Kaj!Kran`: the signs hardly occur between words elsewhere. */
const TWO_WORDS = letterPattern(String.raw`^\p{Lu}[\p{L}\d]*\p{Ll}[!~^§]\p{Lu}\p{Ll}+$`, 'u');

/** `Kettle-Rowan512`, `Olivo_Rocío44`, `Cobble-Mint-405`: words without abbreviations, one of them with a capital. */
function isWordsAndDigits(word: string): boolean {
  return WORDS_AND_DIGITS.test(word) && CAPITAL.test(word) && !IN_PROGRAMS.test(word);
}

const CAPITAL = letterPattern(String.raw`\p{Lu}`, 'u');
const WORDS_AND_DIGITS = letterPattern(
  String.raw`^\p{L}\p{Ll}{2,}(?:[_.]\p{L}\p{Ll}{2,}\d|(?:[-_.]\p{L}\p{Ll}{2,}){1,2}[-_.]?\d{2,4})\p{L}?$`,
  'u',
);

/** Shortcuts, assignments, addresses, parts of URLs, versions, formats and variables. */
function isOfCode(word: string, before: string, after: string): boolean {
  return (
    SHORTCUT.test(word) ||
    ASSIGNED.test(word) ||
    NAMED.test(word) ||
    CODE.test(word) ||
    /[\w)\]}>/\\]$/.test(before) ||
    /^[\w([{/\\<]|^[=:]\S|^\.\w/.test(after)
  );
}

const SHORTCUT =
  /(?:ctrl|alt|shift|cmd|command|win|strg|umschalt|maj|super|meta|option|fn|esc|control|ctl|altgr|befehl|caps ?lock)\+|\+T?F\d{1,2}$/i;
/** `UseCache=1`, but not `Wagon=Tor15`. */
const ASSIGNED = letterPattern(String.raw`^(?!\p{Lu}\p{Ll}+=\p{Lu}\p{Ll}{2})[\w.-]+=`, 'u');
const NAMED = /^(?:pass|pwd|user|login|secret|key|token|name|id)\w*=/i;
const CODE =
  /^[\w.-]+@[a-z][\w-]*(?:\.[\w-]+)*$|^[a-z_][\w.-]*=|^[A-Z][A-Z\d_]*=|[?&][\w.-]+=|%[2-7][\dA-F]|%[sdifx](?![A-Za-z])|%\d?\$|&\w+;|\$[A-Z_{(]{2}|^[a-z]+#[a-z]|\d\.\d|\.\+|\d\+[a-z]|[a-z]\+\+|!=|==|\*\*|\.[a-z]{2,4}$/;
