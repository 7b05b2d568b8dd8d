import { isPlaceholder } from '../../validators/placeholder-value';
import { validateAssignedSecret, validatePassword } from '../../validators/assigned-value';
import { isWordlike } from '../../validators/word-likeness';
import { nearServiceName } from '../../validators/service-credential';
import { secretsOf } from './secret';
import { SERVICE_NAMES } from './service-names';
import { list } from '../list';

/**
 * The text between a word for a password and the password: the rest of the identifier, an operator, quotes. The password does not
 * contain `=` and `:` before a letter, because they start the next name and value; it contains at most two others.
 */
const AFTER_OPERATOR =
  /(?:[\w가-힣-]{0,24}|\s{0,2}\([^()\n]{1,16}\))(?:["'`\])*\\]{0,4}|<\/\w{1,8}>)[ \t\u00a0]{0,3}(?::{0,3}[=:：＝]{1,3}>?|[-=]>|!==?|\?=|[|>]|[ \t]value\s?=|,(?=\s?\\?["'])|[ \t](?=[@bu]?\\?["']))(?:\*\*)?[ \t\u00a0]{0,16}\n?[ \t]{0,8}(?:[a-z]{1,8}\s?=\s?)?[*_]{0,2}(?:[@bu](?=\\?["'`]))?[\\"'`“”„«»「(]{0,4}(?:(?<=«)[ \u00a0\u202f])?(?<value>[^\s"'`“”„«»「」=:]{1,128}(?:[=:](?![a-z가-힣])[^\s"'`“”„«»「」=:]{0,64}){0,2})/i;

/** "The password is …", "Das Passwort lautet …". */
const AFTER_VERB =
  /[\w가-힣-]{0,12}["'`]?(?:[ \t][\wÀ-ɏ@'’./-]{1,24}){0,6}?[ \t\u00a0]{1,2}(?:is|was|are|be|to|lautet|ist|est|es|är|é|è|jest|är|on)(?:[ \t](?:still|now|currently|always|simply|just|noch|immer|jetzt|aktuell|weiterhin|derzeit|toujours|encore|actuellement|todavía|siempre|ahora|actualmente)){0,2}[ :\t\u00a0]{1,3}[*_]{0,2}(?:["'`“”„»(]{0,3}|«[ \u00a0\u202f]?)(?<value>[^\s"'`“”„«»]{5,128})/i;

/** "Password for the test server: …", "mot de passe par défaut : …". */
const AFTER_DESCRIPTION =
  /(?:[ \t][\wÀ-ɏ'’-]{1,20}){1,5}?[ \t]{0,2}[:=][ \t]{1,3}["'`“”„«»]?(?<value>[^\s"'`“”„«»]{5,128})/i;

/** Looks ahead for a digit and for characters that do not occur together with digits in words and versions. */
const MIXED = String.raw`(?=[^\s"'\x60“”„«»]{0,40}\d)(?=[^\s"'\x60“”„«»]{0,40}(?:[!#$%&*?@^+=~]|[a-z]\d{0,3}[A-Z]|\d[A-Za-z]))`;

/** `@jane2`, `#general2`, `TICKET-1#4`, `10+chars`, `http2Server`: a mention, a channel, an issue, a rule, a name in code. */
const NOT_A_PASSWORD = String.raw`(?![@#][\w.-]+[,;:?)]*(?:\s|$)|[A-Z][A-Z\d]{1,9}-\d|\d{1,3}\+|[a-z]+\d{1,3}(?:[A-Z][a-z]+)+(?:[^\w!#$%&*@]|$))`;

/** "With the password …", "password	…": only space between word and value. */
const AFTER_SPACE = new RegExp(
  String.raw`["'\x60*)]{0,2}[ \t\u00a0]{1,3}["'\x60“„«(]?[ \u00a0\u202f]?${NOT_A_PASSWORD}${MIXED}(?<value>[^\s"'\x60“”„«»]{6,64})`,
);

/** "Login: name / password", "creds: name:password", "Login for the test server: …". */
const USER_AND_PASSWORD =
  /(?:[ \t](?:for|to|the|of|on|für|zum?|den|das|die|pour|le|la|del?|du|para|el|per|il|(?=[\w-]{0,12}(?:server|serveur|servidor|system|sistema|data|daten|test|stag(?:e|ing)|prod|dev|demo|admin|root|db|vpn|wi-?fi|wlan|router))[\w-]{2,30})){0,5}[ \t]{0,2}[:=][ \t]{0,3}[A-Za-z][\w.@+-]{1,40}[ \t]{0,2}[/:|,][ \t]{0,2}(?<value>[^\s"'`<>/][^\s"'`<>]{5,63})/i;

/** In Korean, Japanese and Chinese a particle follows the word: "password는 …", "パスワードは…". */
const AFTER_PARTICLE =
  /(?:[는은이가을를]|설정은|は|が|を|为|是|為)\s?["'`“”«»「]{0,2}(?<value>[^\s"'`“”«»「」가-힣ぁ-んァ-ン一-龯]{5,128})/;

/** `if ("…" == password)` */
const COMPARED = /(?<=["'`](?<value>[^"'`\s]{5,128})["'`]\s{0,2}[=!]==?\s{0,2}[\w.$]{0,30})[a-z]/i;

/** The value of a secret: in quotes, or without characters that end a value in code. */
const QUOTED_VALUE = '(?<value>[^\\s"\'`<>]{8,512})["\'`]';
const PLAIN_VALUE = '(?<value>[^\\s"\'`<>(){}|,;]{8,512})';

/** Name and value in two members or attributes: `name: API_TOKEN`, `value: …`; `<key>token</key><string>…`. */
const IN_NEXT_MEMBER = new RegExp(
  String.raw`[\w.-]{0,20}(?:\\?["'])?(?:[\s,;{]{1,12}(?:serializeAs="\w{1,16}")?>?\s{0,12}(?:<|\\?["'])?(?:value|content|default)(?:\\?["'])?\s{0,3}[:=>]\s{0,3}(?:\\?["'])?|\s{0,2}</\w{1,12}>\s{0,12}<\w{1,12}>)${PLAIN_VALUE}`,
  'i',
);

/** `token: &str = "…"`, `apiKey("…")`. */
const DECLARED = new RegExp(
  String.raw`[\w.-]{0,20}\s{0,2}(?:[:?]{1,2}\s{0,2}[&\w<>[\]?.']{1,24}(?: \w{1,12})?\s{0,2}=|\()\s{0,3}[bru@]?["'\x60]${QUOTED_VALUE}`,
  'i',
);

/** `token → …`, `token <- "…"`, `token (…)`, `token%3D…`, or the value on a line of its own. */
const AFTER_ARROW = new RegExp(
  String.raw`[\w.-]{0,20}["'\x60*]{0,3}(?:[ \t]{0,3}(?:→|⇒|⟶|[-=]>|<-|%3D)[ \t]{0,3}|[ \t]{1,3}[-–—][ \t]{1,3}|[ \t]{0,2}\((?=[^\s()]{8,512}\))|[ \t]{0,3}\n[ \t]{0,8}(?=[^\s]{16,512}[ \t]{0,4}(?:\n|$)))["'\x60]{0,3}${PLAIN_VALUE}`,
  'i',
);

/** After a word for a secret in another language: a colon, or a word for "is". */
const AFTER_FOREIGN_WORD = new RegExp(
  String.raw`[\wÀ-ɏ'’-]{0,12}(?:[ \t][\wÀ-ɏ'’-]{1,12}){0,2}["'\x60*)]{0,3}[ \t]{0,2}(?:[:：=＝]|→|->|ist |lautet |est |es |è |é |は|是|为|為|는|은)[ \t]{0,3}["'\x60“„«「]{0,2}(?<value>[^\s"'\x60“”„«»「」]{8,512})`,
  'i',
);

const FOREIGN_SECRET_WORDS = list(`
  schlüssel, geheimnis, clé api, clé d'api, clé secrète, clé d'accès, jeton, clave api, clave de api, clave secreta,
  chave api, chave da api, chave de api, chave secreta, chiave api, chiave segreta, sleutel, nyckel, klucz, klíč,
  anahtar, ключ, токен, секрет, 密钥, 密鑰, 金鑰, 令牌, キー, トークン, シークレット, api 키, 토큰, 시크릿
`);

const PASSWORD_WORDS = list(`
  password, passwd, passwrd, paswd, paasword, passworsd, passwords, passphrase, passcode, psk, wlan schlüssel,
  wlan key, wifi key, wi-fi key, pass code, pass phrase, pass word, pswd, pswrd, pwd, passwort, kennwort,
  zugangscode, mot de passe, mdp, contraseña, clave de acceso, senha, palavra-passe, parola d'ordine, parola chiave,
  wachtwoord, lösenord, passord, adgangskode, kodeord, salasana, hasło, heslo, jelszó, parolă, şifre, пароль,
  парола, κωδικός πρόσβασης, συνθηματικό, パスワード, 暗証番号, 密码, 密碼, 口令, 비밀번호, 비번, 암호, 패스워드, كلمة المرور, كلمة السر,
  סיסמה, पासवर्ड, รหัสผ่าน, mật khẩu, kata sandi, kata laluan
`);

export const generic = secretsOf('Generic', [
  {
    id: 'access-code',
    name: 'Numeric access code (PIN, door, alarm, safe)',
    severity: 'medium',
    rules: [
      {
        by: 'keyword',
        keywords: list(`
          PIN, passcode, pass code, door code, gate code, alarm code, safe code, access code, entry code
        `),
        at: 'end',
        pattern:
          /[ \t]{0,2}(?:[:=]|is|lautet|est|es)[ \t]{0,2}["'“*]{0,2}(?<value>\d{4,8}|\d{3}[ -]\d{3})(?![\w.,-]?\d)#?/,
        cell: /\d{4,8}#?/,
        bounded: false,
      },
    ],
    confidence: { base: 0.6 },
    // "pin: 1200" is a contact of a chip, and "1234" is an example.
    validate: ({ match, before, value, headers }) =>
      (match === value && !headers.some((header) => /\bPIN\b|[Cc]ode|CODE/.test(header))) ||
      /^pin|^Pin[^ :=]/.test(match) ||
      /\w$/.test(before) ||
      isPlaceholder(value)
        ? { verdict: 'invalid' }
        : { verdict: 'unknown' },
  },
  {
    id: 'password-in-prose',
    name: 'Password in a sentence, a list or a table',
    severity: 'high',
    rules: [
      {
        by: 'keyword',
        keywords: PASSWORD_WORDS,
        at: 'end',
        pattern: AFTER_OPERATOR,
        cell: /(?:[A-Za-z][\w.@+-]{1,40}[ \t]{1,2}[/|:][ \t]{1,2})?(?<value>\S{5,64})/,
        bounded: false,
      },
      { by: 'keyword', keywords: PASSWORD_WORDS, at: 'end', pattern: AFTER_VERB, bounded: false },
      { by: 'keyword', keywords: PASSWORD_WORDS, at: 'end', pattern: AFTER_DESCRIPTION, bounded: false },
      {
        by: 'keyword',
        keywords: list(`
          password, passwort, kennwort, mot de passe, contraseña, senha, wachtwoord, lösenord, hasło, and pass,
          with pass, and pw, with pw, con clave, y clave
        `),
        at: 'end',
        pattern: AFTER_SPACE,
        bounded: false,
        confidence: { base: 0.65 },
      },
      {
        by: 'keyword',
        keywords: ['clave'],
        at: 'end',
        pattern: new RegExp(
          String.raw`["'\x60*)]{0,2}[ \t]{0,2}[:=][ \t]{0,3}["'\x60]?${NOT_A_PASSWORD}${MIXED}(?<value>[^\s"'\x60<>]{6,64})`,
        ),
        bounded: false,
        confidence: { base: 0.6 },
      },
      { by: 'keyword', keywords: ['password', 'passwd', 'pwd'], at: 'end', pattern: IN_NEXT_MEMBER, bounded: false },
      { by: 'keyword', keywords: ['password', 'passwd', 'pwd'], at: 'end', pattern: DECLARED, bounded: false },
      {
        by: 'keyword',
        keywords: ['password', 'passwd', 'pwd', 'passwort'],
        at: 'end',
        pattern: AFTER_ARROW,
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: list(`
          login, logins, credential, credentials, creds, zugangsdaten, anmeldedaten, identifiants, credenciales,
          credenziali
        `),
        at: 'end',
        pattern: USER_AND_PASSWORD,
        // "admin / Winter2024", but not two names: "Anna/Bernd2".
        cell: new RegExp(
          String.raw`(?!SHA|MD5)(?:[A-Za-z][\w.@+-]{1,40}[ \t]{0,2}[/:|,][ \t]{0,2}${MIXED}|[a-z][\w.@+-]{1,40}(?:[ \t]{1,2}[/|][ \t]{1,2}|:)(?=\S{8}))${NOT_A_PASSWORD}(?<value>[^\s"'\x60<>/]{6,64})`,
        ),
        bounded: false,
        confidence: { base: 0.6 },
      },
      {
        by: 'keyword',
        keywords: ['password', '비밀번호', '비번', '암호', '패스워드', 'パスワード', '密码', '密碼', '口令'],
        at: 'end',
        pattern: AFTER_PARTICLE,
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: ['password', 'passwd', 'pwd', 'secret', 'api key', 'apikey', 'private key', 'token'],
        pattern: COMPARED,
        bounded: false,
      },
      // Too short to match inside other words.
      {
        by: 'keyword',
        keywords: ['pw', 'p/w', 'pass', 'psw'],
        at: 'end',
        pattern: new RegExp(`(?![a-z])(?:${AFTER_OPERATOR.source})`, 'i'),
        cell: new RegExp(`${MIXED}(?<value>\\S{6,64})`),
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: ['pw is', 'pass is', 'pw:', 'pw ='],
        at: 'end',
        pattern: /\s{1,2}["'`“]?(?<value>[^\s"'`“”]{5,128})/,
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: ['(pw ', '(pwd ', '(pass ', '(password ', '(passwort ', '(kennwort '],
        at: 'end',
        pattern: /(?<value>[^\s()"'`]{5,64})\)/,
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
    rejectPlaceholders: false,
    validate: validatePassword,
    generic: true,
  },
  {
    id: 'secret-assignment',
    name: 'Secret, token or key in an assignment',
    severity: 'high',
    rules: [
      {
        by: 'assignment',
        keywords: list(`
          secret, token, api, key, credential, creds, auth, access, passw, passwd, pass, pwd
        `),
        // Contains no operator, because the text before an operator is the next name.
        value: /(?:[^\s"'`=:,;|<>&\\]|[<>](?![a-z/])|&(?![\w.-]{1,24}=)){8,512}={0,2}/i,
      },
      {
        by: 'keyword',
        keywords: ['secret', 'token', 'api key', 'apikey', 'access key', 'private key'],
        at: 'end',
        pattern: /[\w.-]{0,20}\s{0,2}(?:!==?|[-–—]|\s)\s{0,2}["'`](?<value>[^"'`\s]{8,200})["'`]/,
        bounded: false,
      },
      // "the API key 8f14…"
      {
        by: 'keyword',
        keywords: list(`
          api key, apikey, secret, token, secret key, access key, account key, private key, master key, write key,
          signing key, encryption key, storage key, integration key, admin key
        `),
        at: 'end',
        pattern: /[ \t]{1,2}(?:of |for |[-–—] )?(?<value>[\w+/.-]{20,200}={0,2})(?![\w+/])/,
        bounded: false,
        confidence: { base: 0.6 },
      },
      {
        by: 'keyword',
        keywords: ['secret', 'token', 'key', 'credential'],
        at: 'end',
        pattern: IN_NEXT_MEMBER,
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: ['secret', 'token', 'key', 'credential'],
        at: 'end',
        pattern: DECLARED,
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: ['secret', 'token', 'key', 'credential'],
        at: 'end',
        pattern: AFTER_ARROW,
        bounded: false,
      },
      { by: 'keyword', keywords: FOREIGN_SECRET_WORDS, at: 'end', pattern: AFTER_FOREIGN_WORD, bounded: false },
      {
        by: 'keyword',
        keywords: [
          ...['secret is', 'token is', 'key is', 'secret:', 'token:'],
          ...['secret', 'token', 'key'].flatMap((word) => [
            `${word} lautet`,
            `${word} ist`,
            `${word} es`,
            `${word} est`,
          ]),
        ],
        at: 'end',
        pattern: /\s{1,2}["'`“]?(?<value>[^\s"'`“”]{8,200})/,
        bounded: false,
      },
    ],
    confidence: { base: 0.75 },
    rejectPlaceholders: false,
    validate: validateAssignedSecret,
    generic: true,
  },
  {
    id: 'recovery-code',
    name: 'Recovery code or password of an app',
    severity: 'high',
    rules: [
      {
        by: 'keyword',
        keywords: ['recovery code', 'backup code', 'wiederherstellungscode', 'code de secours'],
        at: 'end',
        pattern:
          /s?[ \t]{0,2}[^\n:]{0,24}:\s{0,4}(?<value>(?=[a-z-]{0,12}\d)[a-z0-9]{4,10}-[a-z0-9]{4,10}(?:-[a-z0-9]{4,10}){0,4})(?![\w-])/i,
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: list(`
          app-specific password, app specific password, app password, app-passwort, mot de passe d’application
        `),
        at: 'end',
        pattern: /s?[ \t]{0,2}[^\n:]{0,24}:\s{0,4}["'`]?(?<value>[a-z]{4}(?:[ -][a-z]{4}){3})(?![\w-])/,
        bounded: false,
      },
    ],
    confidence: { base: 0.75 },
    rejectPlaceholders: false,
    // Rejects four plain words, such as "must have this form".
    validate: ({ value }) =>
      /\d/.test(value) || value.split(/[ -]/).filter((part) => !isWordlike(part)).length >= 2
        ? { verdict: 'unknown' }
        : { verdict: 'invalid' },
  },
  {
    id: 'product-key',
    name: 'Licence or product key',
    severity: 'medium',
    rules: [
      {
        by: 'keyword',
        keywords: list(`
          license key, licence key, product key, serial key, activation key, lizenzschlüssel, produktschlüssel
        `),
        at: 'end',
        pattern:
          /[ \t]{0,2}[^\n:=]{0,24}[:=]\s{0,4}["'`]?(?<value>(?=[A-Z-]{0,12}\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,7})(?![\w-])/,
        cell: /(?=[A-Z-]{0,12}\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){3,7}/,
        bounded: false,
      },
    ],
    confidence: { base: 0.7 },
    minEntropy: 3,
  },
  {
    id: 'service-credential',
    name: 'Key or token beside the name of a service',
    severity: 'high',
    rules: [
      {
        by: 'token',
        letters: [0, 31],
        digits: [1, 31],
        pattern: /(?<![\w./+@#%&?~$-]|\d:)(?:[\w-]{16,200}|[\w+/]{40,200}={0,2})(?![\w+/=-]|\.\w)/,
      },
    ],
    confidence: { base: 0.65 },
    rejectPlaceholders: false,
    validate: nearServiceName(SERVICE_NAMES),
    generic: true,
  },
]);
