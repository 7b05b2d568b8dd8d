import { validateAccessCode, validateRecoveryCode } from '../../validators/access-code';
import { validateAssignedSecret } from '../../validators/assigned-value';
import { validatePassword } from '../../validators/password';
import { nearServiceName } from '../../validators/service-credential';
import { secretsOf } from './secret';
import {
  ADDRESS_USER_PASSWORD,
  AFTER_ACCOUNT_NAME,
  AFTER_ANY_USER,
  AFTER_ARROW,
  AFTER_CODE_WORD,
  AFTER_DESCRIPTION,
  AFTER_FOREIGN_WORD,
  AFTER_HALF_OF_NAME,
  AFTER_KEY_WORD,
  AFTER_LICENCE,
  AFTER_OPERATOR,
  AFTER_PAIR_OF_WORDS,
  AFTER_PARTICLE,
  AFTER_RECOVERY_CODE,
  AFTER_SECRET_WORD,
  AFTER_SHORT_WORD,
  AFTER_SPACE,
  AFTER_VERB,
  BEFORE_AS,
  CLE_AND_PASSWORD,
  CLE_AND_SECRET,
  COMPARED,
  DECLARED,
  IN_NEXT_MEMBER,
  MIXED_CELL,
  SECRET_CELL,
  USER_AND_PASSWORD,
  USER_AND_PASSWORD_CELL,
  USER_AND_STRONG_PASSWORD_CELL,
} from './secret-patterns';
import {
  ACCESS_CODE_WORDS,
  ACCESS_WORDS,
  ACCOUNT_NAMES,
  ACCOUNT_WORDS,
  AS_PASSWORD,
  FOREIGN_SECRET_WORDS,
  HALVES_OF_NAMES,
  KEY_WORDS,
  LICENCE_WORDS,
  PASSWORD_WORDS,
  RECOVERY_CODE_WORDS,
  SHORT_PASSWORD_WORDS,
} from './secret-words';
import { SERVICE_NAMES } from './service-names';
import { list } from '../list';

export const generic = secretsOf('Generic', [
  {
    id: 'access-code',
    name: 'Numeric access code (PIN, door, alarm, safe)',
    severity: 'medium',
    rules: [
      {
        by: 'keyword',
        keywords: ['PIN', '暗証番号', ...ACCESS_CODE_WORDS],
        at: 'end',
        pattern: AFTER_CODE_WORD,
        cell: /\d{4,8}#?/,
        bounded: false,
      },
    ],
    confidence: { base: 0.6 },
    validate: validateAccessCode,
    generic: true,
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
      {
        by: 'keyword',
        keywords: ['pw', 'mdp', 'psw'],
        at: 'end',
        pattern: new RegExp(`(?![a-z])${AFTER_VERB.source}`),
        bounded: false,
      },
      { by: 'keyword', keywords: ['pw', 'mdp', 'psw', 'pwd'], at: 'end', pattern: AFTER_SHORT_WORD, bounded: false },
      { by: 'keyword', keywords: AS_PASSWORD, pattern: BEFORE_AS, bounded: false },
      {
        by: 'keyword',
        keywords: [...PASSWORD_WORDS, 'mdp', 'pw', 'psk', 'psw'],
        at: 'end',
        pattern: AFTER_DESCRIPTION,
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: list(`
          password, passwort, kennwort, passphrase, mot de passe, contraseña, senha, palavra-passe, wachtwoord, lösenord, hasło,
          and pass, with pass, and pw, with pw, con clave, y clave
        `),
        at: 'end',
        pattern: AFTER_SPACE,
        bounded: false,
        confidence: { base: 0.65 },
      },
      {
        by: 'keyword',
        keywords: KEY_WORDS,
        at: 'end',
        pattern: AFTER_KEY_WORD,
        cell: MIXED_CELL,
        bounded: false,
        confidence: { base: 0.6 },
      },
      { by: 'keyword', keywords: ['cle'], pattern: CLE_AND_PASSWORD, cell: MIXED_CELL, confidence: { base: 0.6 } },
      {
        by: 'keyword',
        keywords: list(`
          password, passwd, pwd, passwort, kennwort, mot de passe, motdepasse, contraseña, contrasena, senha, wachtwoord, hasło,
          haslo, lösenord, losenord
        `),
        at: 'end',
        pattern: IN_NEXT_MEMBER,
        bounded: false,
      },
      { by: 'keyword', keywords: ['password', 'passwd', 'pwd'], at: 'end', pattern: DECLARED, bounded: false },
      { by: 'keyword', keywords: PASSWORD_WORDS, at: 'end', pattern: AFTER_ARROW, bounded: false },
      {
        by: 'keyword',
        keywords: ACCOUNT_WORDS,
        at: 'end',
        pattern: USER_AND_PASSWORD,
        cell: USER_AND_PASSWORD_CELL,
        bounded: false,
        confidence: { base: 0.6 },
      },
      {
        by: 'keyword',
        keywords: ACCESS_WORDS,
        at: 'end',
        pattern: USER_AND_PASSWORD,
        cell: USER_AND_STRONG_PASSWORD_CELL,
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
        keywords: SHORT_PASSWORD_WORDS,
        at: 'end',
        pattern: new RegExp(`(?![a-z])(?:${AFTER_OPERATOR.source})`, 'i'),
        cell: MIXED_CELL,
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
          /(?<=(?:id|user(?:name)?|login|account|name|mail|아이디|계정|이메일)\s?[/(](?:pw|pass|p\/w|비번|비밀번호))(?:word|wd|d)?(?![a-z])\)?\s{0,2}[:=]?\s{0,3}(?:\d{1,3}(?:\.\d{1,3}){3}\/)?[^\s/():=]{1,60}[/(](?<value>[^\s()/][^\s()]{4,63})/i,
        bounded: false,
      },
      {
        by: 'keyword',
        keywords: [...PASSWORD_WORDS, ...SHORT_PASSWORD_WORDS],
        at: 'end',
        pattern: AFTER_PAIR_OF_WORDS,
        bounded: false,
      },
      { by: 'keyword', keywords: HALVES_OF_NAMES, at: 'end', pattern: AFTER_HALF_OF_NAME, bounded: false },
      { by: 'keyword', keywords: ACCOUNT_NAMES, at: 'end', pattern: AFTER_ACCOUNT_NAME, bounded: false },
      { by: 'keyword', keywords: [' / ', ' // '], at: 'end', pattern: AFTER_ANY_USER, bounded: false },
      { by: 'token', digits: [1, 3], pattern: ADDRESS_USER_PASSWORD },
    ],
    confidence: { base: 0.9 },
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
        value:
          /(?<=["'`])[^\s"'`]{8,512}(?=["'`])|(?:[^\s"'`=:,;|<>&\\]|[<>](?![a-z/])|&(?![\w.-]{1,24}=)){8,512}={0,2}/i,
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
        keywords: ['secret', '*token', 'key', 'credential'],
        at: 'end',
        pattern: IN_NEXT_MEMBER,
        cell: SECRET_CELL,
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
      {
        by: 'keyword',
        keywords: FOREIGN_SECRET_WORDS,
        at: 'end',
        pattern: AFTER_FOREIGN_WORD,
        cell: SECRET_CELL,
        bounded: false,
      },
      { by: 'keyword', keywords: ['cle'], pattern: CLE_AND_SECRET, cell: SECRET_CELL },
      {
        by: 'keyword',
        keywords: ['secret', 'token', 'key'],
        at: 'end',
        pattern: AFTER_SECRET_WORD,
        bounded: false,
      },
    ],
    confidence: { base: 0.9 },
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
        keywords: RECOVERY_CODE_WORDS,
        at: 'end',
        pattern: AFTER_RECOVERY_CODE,
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
    validate: validateRecoveryCode,
    generic: true,
  },
  {
    id: 'product-key',
    name: 'Licence or product key',
    severity: 'medium',
    rules: [
      {
        by: 'keyword',
        keywords: LICENCE_WORDS,
        at: 'end',
        pattern: AFTER_LICENCE,
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
