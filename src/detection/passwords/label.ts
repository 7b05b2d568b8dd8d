import type { Candidate } from '../detector';
import { isAlphanumeric } from '../text/fold';
import { letterPattern } from '../text/letters';
import { KEY_WORDS, NAME_IN_COMPOUND, patternOf, wordsOf } from '../vocabulary/secrets';

/** True if the words before a value name a secret, and not the length of a password or a public key. */
export function isLabelOfSecret(candidate: Candidate): boolean {
  const name = identifierOf(candidate);
  const label = labelOf(candidate);
  return (
    isSecretName(name) &&
    !OTHER_KEY.test(label) &&
    !OTHER_LABEL.test(label) &&
    !OTHER_COMPOUND.test(label) &&
    !SERIAL.test(label) &&
    !(DIGEST.test(candidate.value) && OF_DIGEST.test(label) && !/hmac/i.test(label)) &&
    !hasMisleadingHeader(candidate)
  );
}

/** The identifier that contains the keyword, from its start before the match up to the operator. */
export function identifierOf({ before, match, value }: Candidate): string {
  const near = before.slice(-40);
  let start = near.length;
  while (start > 0 && isNameCode(near.charCodeAt(start - 1))) start--;
  // Includes the word before the keyword, as in `client secret`.
  let first = start - 1;
  if (near[first] === ' ') while (first > 0 && isNameCode(near.charCodeAt(first - 1))) first--;
  const head = near.slice(first < start - 1 ? first : start);
  const tail = /^[\w .-]*/.exec(match.slice(0, match.lastIndexOf(value)))?.[0] ?? '';
  return head + tail.trimEnd();
}

/** The words before the value, in any language: some before the keyword, and those up to the operator. */
export function labelOf({ before, match, value }: Candidate): string {
  return before.slice(-30) + match.slice(0, match.lastIndexOf(value));
}

/**
 * Words that make a key something else than a secret: public, primary, foreign; keywords; product keys. isSecretName
 * recognizes keys in English.
 */
const OTHER_KEY =
  /publi(?:[ckqz]|ek)|públi|pubbli|öffentl|offentlig|veřejn|oeffentl|primär|primaer|primair|primari|foráne|étrang|extranjer|estrang|estern|fremd|vreemd|główn|obc[ye]|hlavní|schlüsselw|palabras?[ -]clave|parol[ae] chiave|palavras?[ -]chave|mots?[ -]cl|słow[oa] kluczo|répartition|verteil|traduc|traduzion|tłumacz|traduç|översättning|übersetz|vertaal|sprachsch|sortow|sortier|sorteer|ordenaci|triage|公開|公钥|公鑰|主キー|主键|主鍵|外键|공개/i;

/**
 * A label before an operator that contains the name of a password and means something else.
 */
const OTHER_LABEL = new RegExp(
  '(?:' +
    [
      String.raw`passwordless|passw(?:or)?d[-_ ](?:reset|rotation|polic(?:y|ies)|manager|management|expiry|expiration|history|length|hint|strength|rules?|change|owners?|holders?|custodians?|requirements?|format|type)(?: (?:for|of|to|in|on)(?: [\w'-]{1,16}){1,4})?`,
      String.raw`(?:gestionnaires?|gestor(?:es)?|gestore|gerenciador|menedżer|zarządca) (?:de |di |delle |das? |do )?(?:mots? de passe|contraseñas?|password|senhas?|palavras?-passe|haseł)`,
      String.raw`(?:mots? de passe|contraseñas?|senhas?|palavras?-passe) (?:oubli|expir|olvidad|caduc|esquecid)[a-zß-ɏ]*`,
      String.raw`has[lł]o (?:reklamow|przewodni|wyborcz|promocyj|krzyż|kampani|dnia)[a-zß-ɏ]*`,
    ].join('|') +
    String.raw`)["'\x60*)]{0,3}(?:[ \t]{0,2}[:：=]|[ \t](?:to|is|are|was))[^:：=]{0,8}$`,
  'i',
);

/**
 * In Germanic compounds, the last part names the thing: "Passwortwechsel", "Lösenordspolicy", "wachtwoordbeheer". They continue in
 * small letters: "KennwortGast" is a name in code.
 */
const OTHER_COMPOUND = new RegExp(
  String.raw`${NAME_IN_COMPOUND}(?!(?:e[rsnt]?|s|en?s?|ets?|na|or|orden?|in)?(?![a-zß-ɏ]))[a-zß-ɏ]{3,}["'\x60*)]{0,3}[ \t]{0,2}[:：=][^:：=]{0,8}$`,
);

/** A serial number, also of a hardware token or a key card. "Serial key" is a word for a product key. */
const SERIAL =
  /\bserial(?! key)[ _-]?(?:n|#|[:=])|\bS\/N\b|serien-?n(?:umme)?r|serienummer|n[°º.]* ?de s[ée]rie|n[úu]mero de s[ée]rie|numero (?:di serie|seriale)|matricola|numer seryjny/i;
/** As long as a digest in hexadecimal or Base64. */
const DIGEST =
  /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128}|[\w+/]{22}={0,2}|[\w+/]{27}=?|[\w+/]{43}=?|[\w+/]{64}|[\w+/]{86}={0,2})$/i;
/** The name of the algorithm, or a word for the digest of something. */
const OF_DIGEST =
  /(?<![a-z])(?:md5|sha[-_ ]?(?:1|2|3|224|256|384|512)(?!\d)|blake[23]|ripemd)|checksum|fingerprint|thumbprint|digest|pr[üu]fsumme|fingerabdruck|somme de contr|empreinte|huella|suma de (?:control|verif)|impronta|impress[ãa]o digital|controlesom|vingerafdruk|suma kontrolna|odcisk|kontrollsumma|fingeravtryck/i;

/** True if the words directly before the match name the user, so that the password is the second of a pair. */
export function isSecondOfPair({ before }: Candidate): boolean {
  const near = before.slice(-40);
  // Most labels have no pair. This check is much cheaper.
  return BETWEEN_WORDS.test(near) && USER_BEFORE.test(near);
}

const BETWEEN_WORDS = /(?:[/,|&+:(-]|(?<![a-z])(?:and|und|et|y|e|en|i|och|og|ja)|[と和및])\s{0,2}["'`*_]{0,3}$/i;

const USER_BEFORE = letterPattern(
  String.raw`(?:\bid|${patternOf(wordsOf('users'))})\p{L}{0,12}["'\x60*_]{0,3}\s{0,2}(?:\/{1,2}|[,|&+:(-]|and|und|et|y|e|en|i|och|og|ja|と|和|및)\s{0,2}["'\x60*_]{0,3}$`,
  'iu',
);

const END_OF_WORD = letterPattern(String.raw`\p{L}{1,16}$`, 'u');
const START_OF_WORD = letterPattern(String.raw`^\p{L}{1,24}`, 'u');
const LAST_WORD = letterPattern(String.raw`\p{L}{1,24}$`, 'u');

/** The word around the keyword, in any language. */
export function wordOf({ before, match }: Candidate): string {
  return (END_OF_WORD.exec(before)?.[0] ?? '') + (START_OF_WORD.exec(match)?.[0] ?? '');
}

/**
 * True if a text ends with the name of a password with one mistake: a letter too few, too many, wrong, or two
 * letters in the wrong order.
 */
export function isMisspelledName(name: string): boolean {
  const written = LAST_WORD.exec(name)?.[0] ?? '';
  const word = written.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return MISSPELLED_NAMES.some((name) =>
    [-1, 0, 1].some((difference) => hasOneMistake(word.slice(-name.length - difference), name)),
  );
}

const MISSPELLED_NAMES = wordsOf('misspelled');

function hasOneMistake(name: string, correct: string): boolean {
  if (Math.abs(name.length - correct.length) > 1 || name === correct) return false;
  let start = 0;
  while (start < name.length && name[start] === correct[start]) start++;
  let end = 0;
  while (end < Math.min(name.length, correct.length) - start && name.at(-1 - end) === correct.at(-1 - end)) end++;
  const wrong = name.slice(start, name.length - end);
  const right = correct.slice(start, correct.length - end);
  if (wrong.length <= 1 && right.length <= 1) return true;
  return wrong.length === 2 && right.length === 2 && wrong[0] === right[1] && wrong[1] === right[0];
}

/**
 * True if the header of a table cell contains a word for a secret but means something else: "Public key", "Password policy",
 * "Passwortlänge".
 */
function hasMisleadingHeader({ before, match, value, headers }: Candidate): boolean {
  if (headers.length === 0 || !isStartOfCell(before) || SECRET_WORD.test(match.slice(0, match.lastIndexOf(value))))
    return false;
  // "Password (required)" means the same as "Password".
  const secretHeaders = headers
    .map((header) => header.replace(/\W+required\b/i, ''))
    .filter((name) => SECRET_WORD.test(name));
  return (
    secretHeaders.length > 0 &&
    !secretHeaders.some((name) => isSecretName(name) && !ABOUT_A_SECRET.test(name) && !OTHER_KEY.test(name))
  );
}

/** True for the text before a value that is the whole cell, also in quotation marks. */
export function isStartOfCell(before: string): boolean {
  return before === '' || OPENING_QUOTE.test(before);
}

const OPENING_QUOTE = /^\s*["'`“„«‘]$/;

const SECRET_WORD = new RegExp(
  String.raw`key|token|secret|pass|\bpw|cred|auth|access|api|cl[eé]\b|キー|鍵|密|비밀|${patternOf([...wordsOf('names'), ...KEY_WORDS])}`,
  'i',
);
const ABOUT_A_SECRET =
  /\.(?:msi|pkg|exe|zip|t?gz|deb|rpm|dmg|iso|jar|apk|pdf|crt|cer)$|(?:key|token|secret|passw\w*|credential)s? (?:last|changed|used|policy|manager|owner|rotat|expir|age|history|length)|\bpass(?:ed|ing)?\b.*(?:rate|fail|test|%)|^(?:owner|rotation|expiry|age|type|name|length|number|location|use) of|richtlinie|policy|l[äa]nge|g[üu]ltig|l[äa]uft ab|ablauf|alter\b|ge[äa]ndert|[äa]nderung|vergessen|besitzer|politique|expir|longueur|chang[ée]|oubli|pol[íi]tic|caduc|longitud|cambio|cambiad|olvid|scaden|scadut|lunghezza|modific|validade|alterad|beleid|lengte|verlo|gewijzigd|polityk|wyga[sś]|d[łl]ugo[śs]|zmian|utg[åa]r|[äa]ndrad|l[äa]ngd|期限|変更|長さ|有効/i;

function isNameCode(code: number): boolean {
  return isAlphanumeric(code) || code === 0x5f || code === 0x2e || code === 0x2d;
}

/**
 * Returns whether the name of a variable, option or field that contains a word such as "key" or "token" names a secret.
 * "publicKey", "keyCode", "tokenType" and "author" do not. Separators and letter case make no difference.
 */
export function isSecretName(name: string): boolean {
  const words = name.split(WORD_BORDER).filter((word) => word !== '');
  const plain = words.join('').toLowerCase();
  const starts = new Set<number>();
  let end = 0;
  for (const word of words) {
    starts.add(end);
    end += word.length;
  }
  OTHER_NAMES.lastIndex = 0;
  for (let found = OTHER_NAMES.exec(plain); found !== null; found = OTHER_NAMES.exec(plain)) {
    const { index } = found;
    const last = index + found[0].length;
    // Matches "end_key", and "endkey" in "weekendkey", but not across the words of "moosend_key" and "ClickUpKey".
    if (starts.has(index) || ![...starts].some((start) => index < start && start < last)) return false;
    OTHER_NAMES.lastIndex = index + 1;
  }
  return true;
}

const WORD_BORDER = /[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/;

const OTHER_NAMES = new RegExp(
  [
    // Keys of tables, caches and keyboards; tokens of grammars and pages.
    `(?:public|pub|primary|foreign|partition|sort|cache|caching|hot|short|mon|tur|don|hoc|joc|bucket|sequence|natural|schema|idx
    |hash|range|map|index|i18n|translation|row|col|column|lookup|json|object|dict|event|arrow|enter|tab|shift|react|unique|group
    |sequencer|data|item|host|gpg|recv|id|each|per|by|the|of|no|up|down|left|right|home|end|nav|idempotency|deduplication|tracking|correlation|asset|issue|space|page|attribute|record|gnupg|pgp)keys?`,
    `(?:csrf|xsrf|page|nextpage|next|continuation|cursor|skip|sync|cancel|cancellation|abort|design|syntax|punctuation|comment
    |first|last|prev|previous|current|start|end|close|open|eos|bos|eot|pad|stop|max|min|num|total|prompt|completion|input|output
    |publickey|public|device|push|registration|file|lexer|parser|regex|color|theme|space|type|string|invite|change|lock)tokens?`,
    // Attributes of a key, a token or a secret.
    `(?:keys?|tokens?|secrets?|passwords?|credentials?|auth|access)(?:id|ids|name|names|alias|code|codes|board|press|pressed|down|up
    |left|right|frame|frames|size|length|len|path|paths|file|files|filename|ring|store|vault|vaultname|vaultid|type|types|word|words
    |stone|hole|pair|pairs|chain|map|mapping|usage|signature|selector|mesh|format|prefix|suffix|label|field|fields|column|spec
    |algorithm|alg|version|str|count|limit|endpoint|url|uri|urls|expiry|expires|expiration|expiresin|expiresat|lifetime|ttl|issuer|kind
    |budget|izer|iser|ize|ized|symbol|address|contract|arn|ref|keyref|policy|reset|hash|hashed|mode|method|methods|domain|scheme
    |flow|provider|level|control|point|placeholder|hint|help|message|error|location|source|header|param|index|idx|event|handler
    |class|manager|service|factory|generator|validator|rule|rules|required|enabled|changed|confirmation|strength|regex|pattern|min
    |max|attempts|history|checksum|fingerprint|thumbprint|digest|sha|sha1|sha256|md5|date|time|age|text|title|description|example)$`,
    // Words that contain one of these words.
    `(?:keyword|keyboard|keydown|keyup|keypress|keyserver|keynote|keyframe|monkey|turkey|donkey|hockey|jockey|whiskey|tokenize|tokenis(?:e|ing|at)|secretar|author(?!i[sz]ation)
    |accessor|accessib|authenticat(?:ed|or)|authentication(?:results|type|mode|method|scheme|provider|flow|url)|compass|bypass
    |passenger|passport|passive|passing|passthrough|surpass|encompass|trespass|underpass|askpass|credentialsid|credentialid|accessid
    |auth0(?!.*(?:secret|token|key|pass|cred))|withcredentials|rapidapi(?!key)|usersecretsid|randomaccess|licenses?key$|licensekey|api(?:version|group|url|uri|host|base|name|server|endpoint|doc|path|prefix|gateway|client|type|level|call|reference)|integrity|resolution|checksum|ciphertext)`,
  ]
    .join('|')
    .replace(/\s+/g, ''),
  'g',
);

const MAX_ABOVE = 300;

/** The lines above that of a value, the nearest last. A question or a title may be among them. */
export function linesAbove({ source, position }: Candidate): readonly string[] {
  return source.text
    .slice(Math.max(0, position - MAX_ABOVE), position)
    .split('\n')
    .slice(0, -1);
}
