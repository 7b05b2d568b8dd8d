import type { Candidate, Validator, Verdict } from '../../detector';
import { namesASecret } from '../../validators/credential-name';
import { decodeBase64 } from '../../validators/base64-text';
import { isPlaceholder } from '../../validators/placeholder-value';
import { isPublishedSample } from '../../validators/published-samples';
import { valueStrength } from '../../validators/value-strength';
import { secretsOf } from './secret';

const INVALID: Verdict = { verdict: 'invalid' };

/**
 * What follows the word for a password, in the confidence that its characters earn: words, numbers and references are
 * none. Punctuation after it is not part of it.
 */
const passwordValue: Validator = (candidate) => {
  const value = withoutWhatFollows(candidate);
  if (
    value.length < 5 ||
    isPlaceholder(value) ||
    isPublishedSample(value) ||
    NOT_A_VALUE.test(value) ||
    !namesASecret(nameIn(candidate))
  )
    return INVALID;
  if (/[/(]\s?$/.test(candidate.before) && /[^/(]{2}[/(]/.test(value)) return INVALID; // "ID/PW: name/password" is another rule's.
  const length = value.length;
  switch (valueStrength(value)) {
    case 'random':
      return { verdict: 'unknown', length };
    case 'chosen':
      return { verdict: 'unknown', length, confidence: kindsOfCharacters(value) >= 3 ? 0.7 : 0.55 };
    case 'plain':
      if (isQuoted(candidate) && isPunctuated(value)) return { verdict: 'unknown', length, confidence: 0.5 };
      return /[a-z]\d|\d[a-z]/i.test(value) && /^\w{6,20}$/.test(value)
        ? { verdict: 'unknown', length, confidence: 0.5 }
        : INVALID;
  }
};

/** What a variable that is named after a secret is set to. */
const secretValue: Validator = (candidate) => {
  const value = withoutWhatFollows(candidate);
  const name = nameIn(candidate);
  if (
    value.length < 8 ||
    isPlaceholder(value) ||
    isPublishedSample(value) ||
    NOT_A_VALUE.test(value) ||
    !namesASecret(name)
  )
    return INVALID;
  const length = value.length;
  const strength = valueStrength(value);
  if (AWS_SECRET.test(name) && value.endsWith('=')) return INVALID;
  if (strength === 'random' && !STRONG_NAME.test(name) && isWrittenText(value)) return INVALID;
  if (strength === 'random') return { verdict: 'unknown', length, confidence: UUID.test(value) ? 0.5 : 0.75 };
  if (strength === 'plain')
    return isQuoted(candidate) && isPunctuated(value) ? { verdict: 'unknown', length, confidence: 0.5 } : INVALID;
  if (/^[a-z]\w*(?:\.[a-z]\w*)+$/i.test(value)) return INVALID;
  const changes = value.match(/[a-z]\d|\d[a-z]/gi)?.length ?? 0;
  const certain = STRONG_NAME.test(name);
  return changes >= (certain ? 2 : 3) && length >= (certain ? 11 : 12)
    ? { verdict: 'unknown', length, confidence: 0.55 }
    : INVALID;
};

/** AWS pads no secret: what ends in `=` is an encrypted one. */
const AWS_SECRET = /secret[-_ ]?access[-_ ]?key|aws[-_ ]?secret/i;

const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const STRONG_NAME = /secret|token|api[-_ ]?key|credential|passw|auth[-_ ]?key|access[-_ ]?key/i;

/** Calls, paths, addresses, names of files, versions, dates, sizes, addresses of mail: what is written where a secret could be. */
const NOT_A_VALUE =
  /^(?:[a-z][\w.]*\(|\(|-{3,}|\d{5,}:|xox[a-z]-|gh[pousr]_|glpat-|[sr]k_(?:live|test)_|AKIA|AIza|https?:|\.{0,2}\/[\w.-]+(?:\/|$)|~\/|[a-z]:\\|data:|sha\d{1,3}-|#[0-9a-f]{3,8}$|v?\d+(?:\.\d+)+[\w.-]*$|\d{4}-\d\d-\d\d|[\d.,]+[a-z]{0,3}$|0x[0-9a-f]{1,8}$|[\w.+-]+@[\w-]+\.[a-z.]{2,12}$)|\.(?:js|ts|json|ya?ml|pem|key|crt|cer|txt|md|html?|css|png|jpe?g|svg|xml|py|rb|go|java|sh|env|conf|cfg|ini|log|php|tsx|jsx|mjs|cjs)$|=>|\(\)|::|^\w+\.\w+\.\w+\($/i;

/** Words in base64. */
function isWrittenText(value: string): boolean {
  return /^[\w ,.!?-]{6,}$/.test(decodeBase64(value) ?? '');
}

/** Letters among so much punctuation that no expression and no sentence looks like it. */
function isPunctuated(value: string): boolean {
  return (
    /[a-z]/i.test(value) &&
    !/\$\{\w*\}/.test(value) &&
    value.replace(/[A-Za-z0-9\s_/]/g, '').length >= Math.max(4, value.length / 4)
  );
}

function isQuoted({ match, value }: Candidate): boolean {
  return /["'`]$/.test(match.slice(0, match.lastIndexOf(value)));
}

function kindsOfCharacters(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
}

/** The identifier that the word stands in: from its beginning before the match to the operator. */
function nameIn({ before, match }: Candidate): string {
  const head = /[\w.-]*$/.exec(before)?.[0] ?? '';
  const tail = /^[\w .-]*/.exec(match)?.[0] ?? '';
  return head + tail.trimEnd();
}

const NEXT_PART =
  /[,;|]\s?[\w가-힣 .-]{1,24}[:=(](?=.)|&[\w.-]{1,24}=|\/[a-z가-힣]{2,12}:(?=.)|<\/?[a-z]|&(?:lt|gt|quot);|\)\]?\(|\\[nrt"']/i;

/** The value without the punctuation of the sentence, and without the next name of a list (`a1b2,token:…`). */
function withoutWhatFollows(candidate: Candidate): string {
  const { value } = candidate;
  const next = NEXT_PART.exec(value);
  const own = next === null || next.index < 4 ? value : value.slice(0, next.index);
  return isQuoted(candidate) ? own : own.replace(/[,.;:!?)\]}>*_|]+$/, (end) => (/^[!?*_]$/.test(end) ? end : ''));
}

/** Between a word for a password and the password: the rest of the identifier, an operator or a verb, quotes. */
const ANNOUNCED =
  /(?:[\w가-힣-]{0,24}|\s{0,2}\([^()\n]{1,16}\))["'`\])*]{0,4}[ \t\u00a0]{0,3}(?::{0,3}[=:：＝]{1,3}>?|[-=]>|!==?|\?=|,(?=\s?\\?["'])|[ \t](?=[@bu]?\\?["']))[ \t\u00a0]{0,4}(?:[a-z]{1,8}\s?=\s?)?[*_]{0,2}[@bu]?[\\"'`“”„«»「(]{0,4}(?<value>[^\s"'`“”„«»「」]{4,128})/i;
const SAID =
  /[\w가-힣-]{0,12}["'`]?[ \t\u00a0]{1,2}(?:is|was|are|be|to|lautet|ist|est|es|är|is:|was:)[ \t\u00a0]{1,2}[*_]{0,2}["'`“”„«»(]{0,3}(?<value>[^\s"'`“”„«»]{5,128})/i;
/** `if ("…" == password)` */
const COMPARED = /(?<=["'`](?<value>[^"'`\s]{5,128})["'`]\s{0,2}[=!]==?\s{0,2}[\w.$]{0,30})[a-z]/i;
const TOLD =
  /(?:[는은이가을를]|설정은|は|が|を|为|是|為)\s?["'`“”«»「]{0,2}(?<value>[^\s"'`“”«»「」가-힣ぁ-んァ-ン一-龯]{5,128})/;
const CELL = /[^\s]{5,64}/;

const PASSWORD_WORDS = [
  'password',
  'passwd',
  'passwrd',
  'paswd',
  'paasword',
  'passworsd',
  'passwords',
  'passphrase',
  'passcode',
  'pass code',
  'pass phrase',
  'pass word',
  'pswd',
  'pswrd',
  'pwd',
  'passwort',
  'kennwort',
  'zugangscode',
  'mot de passe',
  'mdp',
  'contraseña',
  'clave de acceso',
  'senha',
  'palavra-passe',
  "parola d'ordine",
  'parola chiave',
  'wachtwoord',
  'lösenord',
  'passord',
  'adgangskode',
  'kodeord',
  'salasana',
  'hasło',
  'heslo',
  'jelszó',
  'parolă',
  'şifre',
  'пароль',
  'парола',
  'κωδικός πρόσβασης',
  'συνθηματικό',
  'パスワード',
  '暗証番号',
  '密码',
  '密碼',
  '口令',
  '비밀번호',
  '비번',
  '암호',
  '패스워드',
  'كلمة المرور',
  'كلمة السر',
  'סיסמה',
  'पासवर्ड',
  'รหัสผ่าน',
  'mật khẩu',
  'kata sandi',
  'kata laluan',
];

export const generic = secretsOf('Generic', [
  {
    id: 'password-in-prose',
    name: 'Password in a sentence, a list or a table',
    severity: 'high',
    rules: [
      { by: 'keyword', keywords: PASSWORD_WORDS, at: 'end', pattern: ANNOUNCED, cell: CELL, bounded: false },
      { by: 'keyword', keywords: PASSWORD_WORDS, at: 'end', pattern: SAID, bounded: false },
      {
        by: 'keyword',
        keywords: ['password', '비밀번호', '비번', '암호', '패스워드', 'パスワード', '密码', '密碼', '口令'],
        at: 'end',
        pattern: TOLD,
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: ['password', 'passwd', 'pwd', 'secret', 'api key', 'apikey', 'private key', 'token'],
        pattern: COMPARED,
        bounded: false,
      },
      // Too short to be taken inside of other words.
      {
        by: 'keyword',
        keywords: ['pw', 'p/w', 'pass', 'psw'],
        at: 'end',
        pattern: new RegExp(`(?![a-z])(?:${ANNOUNCED.source})`, 'i'),
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: ['pw is', 'pass is', 'pw:', 'pw ='],
        at: 'end',
        pattern: /\s{1,2}["'`“]?(?<value>[^\s"'`“”]{5,128})/,
        bounded: false,
      },
      // "ID/PW: name/password", "ID(PW): name(password)".
      {
        by: 'keyword',
        keywords: ['/pw', '(pw', '/pass', '/비번', '/비밀번호', '/p/w'],
        at: 'end',
        pattern:
          /[a-z]{0,5}\)?\s{0,2}[:=]?\s{0,3}(?:\d{1,3}(?:\.\d{1,3}){3}\/)?[^\s/():=]{1,60}[/(](?<value>[^\s()]{5,64})/i,
        bounded: false,
      },
    ],
    confidence: { base: 0.75 },
    refusePlaceholders: false,
    validate: passwordValue,
    generic: true,
  },
  {
    id: 'secret-assignment',
    name: 'Secret, token or key in an assignment',
    severity: 'high',
    rules: [
      {
        by: 'assignment',
        keywords: [
          'secret',
          'token',
          'api',
          'key',
          'credential',
          'creds',
          'auth',
          'access',
          'passw',
          'passwd',
          'pass',
          'pwd',
        ],
        value: /[^\s"'`]{8,512}/,
      },
      {
        by: 'keyword',
        keywords: ['secret', 'token', 'api key', 'apikey', 'access key', 'private key'],
        at: 'end',
        pattern: /[\w.-]{0,20}\s{0,2}!==?\s{0,2}["'`](?<value>[^"'`\s]{8,200})/,
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: ['secret is', 'token is', 'key is', 'secret:', 'token:'],
        at: 'end',
        pattern: /\s{1,2}["'`“]?(?<value>[^\s"'`“”]{8,200})/,
        bounded: false,
      },
    ],
    confidence: { base: 0.75 },
    refusePlaceholders: false,
    validate: secretValue,
    generic: true,
  },
]);
