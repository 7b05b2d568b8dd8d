import { FOLDED_NAMES } from '../vocabulary/secrets';
import { isWordlike } from './strength';

/**
 * Returns whether a value is only a placeholder of a secret, such as a template variable, a reference to a secret,
 * instructions, a mask, or a repeated or ascending sequence. Takes linear time.
 */
export function isPlaceholder(value: string): boolean {
  return isTemplate(value) || isStandIn(value);
}

/** True for a template variable, a reference, a mask or a literal of a programming language. */
export function isTemplate(value: string): boolean {
  return MASK.test(value) || TEMPLATE.test(value) || REFERENCE.test(value) || LITERALS.has(value.toLowerCase());
}

/** True for a sequence, or for words such as "password" and "test", alone or with a number. Some people use these as passwords. */
export function isStandIn(value: string): boolean {
  return isSequence(value) || consistsOfPlaceholders(value);
}

/** True if the value contains a word for an example. */
export function isExample(value: string): boolean {
  return EXAMPLE.test(value);
}

const EXAMPLE =
  /(?:^|[^a-z])(?:example|sample|beispiel[a-z]{0,10}|exemple|ejemplo|esempio|exemplo|voorbeeld|przyk[lł]ad|exempel|your|placeholder|change[-_ ]?(?:me|it|this)|dummy|fake|mock|foo(?:bar)?|insert|todo|replace)(?:[^a-z]|$)/i;

/** True for a word that answers a question about a password: its kind, whether it is required, its name in another language. */
export function isWordAboutPasswords(word: string): boolean {
  return ABOUT_PASSWORDS.has(withoutAccents(word.replace(/[-_ ]\d{1,2}$/, '')).toLowerCase());
}

/** The Polish l with a stroke has no decomposition. */
function withoutAccents(text: string): string {
  return /[^\0-\x7f]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[łŁ]/g, 'l') : text;
}

const ABOUT_PASSWORDS = new Set([
  ...FOLDED_NAMES,
  ...`
    geheim secreto segreto segredo secret hemligt tajne username benutzer benutzername utilisateur usuario utente
  gebruiker uzytkownik anvandare login connexion anmelden required optional mandatory obligatorio obligatoria
  obligatoire requis requise erforderlich notwendig pflicht pflichtfeld freiwillig optionnel facultatif opcional
  requerida requerido opzionale obbligatorio obbligatoria richiesta obrigatorio obrigatoria verplicht optioneel vereist
  wymagane wymagany opcjonalne opcjonalny obligatorisk obligatoriskt valfritt valfri invalid wrong missing incorrect
  correct weak strong medium short long ungultig falsch fehlt schwach stark leer korrekt invalide faible fort vide
  incorrecto incorrecta invalido debil fuerte vacio errata debole forte vuota incorreta fraca ongeldig onjuist zwak
  sterk nieprawidlowe slabe silne ogiltigt fel svagt starkt hidden visible masked prompt plain plaintext cleartext
  encrypted hashed encoded salted crypt basic digest bearer field label title column keychain keyring vault manual
  manually automatic auto generated random unset empty blank change changed reset forgot forgotten expired expires never
  always sometimes disabled enabled unknown unbekannt vergessen inconnu oublie desconocida olvidada strict relaxed
  native trust reject ident internal external local remote shared default standard custom inherit interactive terminal
  stdin stdout keyboard clipboard email phone token oauth kerberos ldap radius certificate config argument parameter
  variable property setting option password1 password2 none keins keine unverandert pendiente inchange saknas brak
  individual individuell indywidualne individuel parole zeichenkette texte testo cadena chaine stringa tekst modifica
  conferma annulla abbrechen andern longer shorter stronger weaker personnel personal personlich personligt verdadeiro
  verdadero wahr vrai faux vero waar onwaar prawda falsz sant falskt confidential anders klicka zorunlu gerekli gizli
  yanlis hatali gecersiz kullanici degistir belirtilmedi kotelezo szukseges titkos helytelen hibas ervenytelen hianyzik
  ismeretlen obligatoriu necesar lipseste ascuns gresit απαιτειται задължителна
`
    .trim()
    .split(/\s+/),
]);

/** Masks: `****`, `xxxx-xxxx`, `...`, `________`, `<redacted>`. */
const MASK = /^[xX*.•●█#_ -]+$|\*{4}|x{6}|X{6}|\.{3}|…|[•●█]{3}|[Rr]edacted|REDACTED|EXAMPLE/;

/** `${NAME}`, `$NAME`, `$(command)`, `{{name}}`, `{name}`, `<name>`, `%NAME%`, `%s`, `#{name}`, `[name]`, `@name@`. */
const TEMPLATE =
  /^\W{0,2}(?:\$\{[^}]*\}|\$\([^)]*\)?|\$[A-Za-z_]\w*|\{\{[^}]*\}?\}?|\{[\w. -]*\}|<[^>]*>?|%[\w.]*%|%[sdv]|%\([^)]*\)s?|%?\{[\w.:]*\}?|#\{[^}]*\}|\[[\w. -]*\]|@\w+@|:[a-z_]+)\W{0,2}$|^[$%]\{[A-Za-z_]|^<[a-z][\w -]{0,30}>|\$\{[\w.]{2,40}\}|^\$ANSIBLE_VAULT|^\$[A-Z_]{3,}&|^\$?\{\{\s{0,3}[\w.$]|\{\{-? ?[.$]|\{\{[A-Z]{3,}:/;

/** Code that reads the secret from somewhere else. */
const REFERENCE =
  /^[!&*@]?(?:process\.|import\.meta|os\.|getenv|env[.[(:]|config[.[(]|vars?\.|self\.|this\.|data\.|local\.|module\.|secrets?[.[]|params\.|props\.|req(?:uest)?\.|res(?:ponse)?\.|options\.|opts\.|settings\.|ctx\.|context\.|vault:|secret:|op:\/\/|arn:aws|file:|https?:\/\/|ref\+|ENC\[|new |await |async |function|typeof )/i;

/** Types and literals of programming languages, and answers to whether a secret is set. */
const LITERALS = new Set(
  `null nil none undefined true false string str number int integer bool boolean object array any void bytes char text
  varchar promise function required optional unknown disabled enabled default yes no empty blank n/a tbd todo never
  always on off self this class const let var enum me you same see above below below. here`.split(/\s+/),
);

/** The words of placeholder values and variable names. */
const PLACEHOLDER_WORDS = new Set([
  ...FOLDED_NAMES,
  ...`
    your you change me it this placeholder insert replace with example sample dummy fake mock lorem ipsum foo bar baz qux
  foobar todo some any enter put here goes my the a an is are of for from in to and or new old secret super top very
  token passcode pass word phrase pw api key apikey credential credentials cred creds auth user username users admin
  root client access private public login test tests testing tester demo abc xyz value string text name id not real
  strong long random hash db database app application service account server local localhost dev prod production staging
  stage bearer basic jwt data default null none type code generated must be if set get env var variable field input
  param s3cret p4ssw0rd redacted hidden oauth session refresh web site signing encryption encrypted plain plaintext
  actual valid invalid wrong correct existing current temp temporary dein deine ihr mein geheim benutzer votre mon mot
  de passe utilisateur secreta secreto usuario tua sua tuo segreta utente segredo jouw mijn gebruiker twoje moje
  uzytkownik ditt mitt secure security shared common host port url uri mysecret mypassword github gitlab slack aws azure
  google stripe
`
    .trim()
    .split(/\s+/),
]);

/** True for one of the words that placeholders consist of. */
export function isPlaceholderWord(word: string): boolean {
  return PLACEHOLDER_WORDS.has(word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''));
}

const MAX_WORD_LENGTH = Math.max(...[...PLACEHOLDER_WORDS].map((word) => word.length));

/**
 * True if the value consists of placeholder words, joined or separated (`your-api-key`, `mysecretpassword`, `test_123`), or of
 * plain words with at least one of them (`enter your passphrase`).
 */
function consistsOfPlaceholders(value: string): boolean {
  const ascii = withoutAccents(value);
  // No placeholder contains two numbers. Checked first, because it is cheap.
  if (/[^\w .:/@!-]|\d[^\d]+\d/.test(ascii)) return false;
  const parts = ascii
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])/)
    .filter((part) => part !== '');
  const words = parts.filter((part) => !/^\d+$/.test(part));
  if (words.length === 0) return false;
  const placeholders = words.filter(splitsIntoPlaceholders).length;
  if (placeholders === words.length) return true;
  return (
    placeholders > 0 &&
    words.length > 1 &&
    !/[\d@!]/.test(value) &&
    words.every((word) => PLACEHOLDER_WORDS.has(word) || isWordlike(word))
  );
}

function splitsIntoPlaceholders(letters: string): boolean {
  if (letters.length > 64) return false;
  const reachable = [true];
  for (let end = 1; end <= letters.length; end++) {
    for (let start = Math.max(0, end - MAX_WORD_LENGTH); start < end && reachable[end] !== true; start++) {
      if (reachable[start] === true) reachable[end] = PLACEHOLDER_WORDS.has(letters.slice(start, end));
    }
  }
  return reachable[letters.length] === true;
}

/** One repeated character, or a run along the alphabet, the digits or the keyboard: `abcdef…`, `123456…`, `qwerty…`. */
function isSequence(value: string): boolean {
  const letters = value.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (letters.length < 3) return letters.length === value.length;
  // Few different characters: `a3a3a3a3b3b3b3b3`.
  if (letters.length >= 12 && new Set(letters).size <= 3) return true;
  let steps = 0;
  for (let at = 1; at < letters.length; at++) {
    if (Math.abs(letters.charCodeAt(at) - letters.charCodeAt(at - 1)) <= 1) steps++;
  }
  return (
    steps >= (letters.length < 12 ? 0.8 : 0.85) * (letters.length - 1) ||
    /^(?:qwert[yz]|azerty|asdf)[a-z0-9]*$/.test(letters)
  );
}

/**
 * Returns how much a token looks like one that a person wrote as a sample. The random part of a real token has none of these
 * forms. Takes linear time.
 * - `sample`: it consists of runs along the alphabet or the digits, of words or of one repeated part, or has two characters in turn or
 *   a stand-in word;
 * - `doubtful`: it has a long run in any letter case, one repeated character, or the word "secret" or "password".
 */
export function doubtAbout(token: string): 'sample' | 'doubtful' | undefined {
  const own = token.slice(0, MAX_LENGTH).replace(HOST_AND_PATH, '');
  const body = own.replace(PREFIX, '');
  if (consistsOfRuns(body) || IN_TURN.test(body)) return 'sample';
  const period = periodOf(body);
  // Scanners of secrets report one repeated character, so that people can try them.
  if (period !== undefined) return period === 1 ? 'doubtful' : 'sample';
  if (hasStandInWord(body) || consistsOfWords(own)) return 'sample';
  return charactersInRuns(body.toLowerCase(), LONG_RUN) > 0 || NAME_OF_SECRET.test(body) ? 'doubtful' : undefined;
}

/** True if a stand-in word is inside: `wJalrXUtnFEMI/…EXAMPLEKEY`. */
export function hasStandInWord(text: string): boolean {
  return STAND_IN.test(text);
}

/** Longer values are not read to the end. */
const MAX_LENGTH = 300;

/** The address of a webhook. Its last part is random. */
const HOST_AND_PATH = /^[\w-]{1,40}(?:\.[\w-]{1,40}){0,4}\.[a-z]{2,8}\/(?:.*\/)?/i;

/** The parts before the random part, which may be words: `sb_secret_`, `sk-ant-api03-`, `dp.pt.`. */
const PREFIX = /^(?:[A-Za-z]{1,12}\d{0,2}[-_.:$]){1,5}/;

/** Stand-in words in several languages. Six random letters form a given word in less than one of a million tokens. */
const STAND_IN =
  /example|sample|dummy|placeholder|redacted|change-?me|insert|replace|foobar|beispiel|muster|ejemplo|exempl[eo]|esempio|voorbeeld|przyklad|exempel/i;

/** `abababababab` */
const IN_TURN = /(.)(?!\1)(.)(?:\1\2){5}/;

const NAME_OF_SECRET = /secret|passwor[dt]/i;

/** A sample consists of runs of this length. */
const SHORT_RUN = 6;
/** The share of a sample that consists of runs. */
const SHARE_OF_RUNS = 2 / 3;
/** One run of this length is no accident. */
const LONG_RUN = 10;

const A_AFTER_9 = 40;

/** Counts the characters in runs such as `1234567890`, `abcdefgh` and `FEDCBA`. */
function charactersInRuns(text: string, minLength: number): number {
  let sum = 0;
  let length = 1;
  let previous = 0;
  for (let at = 1; at <= text.length; at++) {
    let step = at === text.length ? 0 : text.charCodeAt(at) - text.charCodeAt(at - 1);
    // After 9 comes 0 or a.
    if ((step === -9 || step === A_AFTER_9) && previous === 1) step = 1;
    if (Math.abs(step) === 1 && (step === previous || length === 1)) length++;
    else {
      if (length >= minLength) sum += length;
      length = Math.abs(step) === 1 ? 2 : 1;
    }
    previous = step;
  }
  return sum;
}

function consistsOfRuns(text: string): boolean {
  return charactersInRuns(text, SHORT_RUN) >= SHARE_OF_RUNS * text.length;
}

/** True for text that consists of runs or repeats itself. */
export function isInvented(text: string): boolean {
  const start = text.slice(0, MAX_LENGTH);
  return consistsOfRuns(start) || periodOf(start) !== undefined;
}

const MIN_REPETITION = 12;
const MAX_PERIOD = 8;
/** The share of characters that are the same as the one a period before. Parts of a token may repeat different characters. */
const SHARE_OF_REPETITION = 0.8;

/** The period of `AAAAAAAAAAAA-BBBBBBBBBBBB` (1) and `FakeFakeFakeFake` (4). Undefined if the text does not repeat itself. */
function periodOf(text: string): number | undefined {
  if (text.length < MIN_REPETITION) return undefined;
  for (let period = 1; period <= MAX_PERIOD; period++) {
    let same = 0;
    for (let at = period; at < text.length; at++) if (text.charCodeAt(at) === text.charCodeAt(at - period)) same++;
    if (same >= SHARE_OF_REPETITION * (text.length - period)) return period;
  }
  return undefined;
}

const MIN_LETTERS = 14;
const MIN_WORD_LENGTH = 5;
const MIN_WORDS = 3;

/** True if most letters belong to words of five letters or more. */
function consistsOfWords(text: string): boolean {
  const letters = text.replace(/[^A-Za-z]/g, '').length;
  if (letters < MIN_LETTERS) return false;
  const words = (text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).filter(
    (part) => part.length >= MIN_WORD_LENGTH && isWordlike(part),
  );
  return words.length >= MIN_WORDS && words.join('').length >= 0.7 * letters;
}
