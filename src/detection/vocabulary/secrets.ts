import { list } from '../detectors/list';
import { foldText } from '../text/fold';

/**
 * The words for passwords and their users. Each word is here with its language and its role, and every form and every check takes its list
 * from here, so a new word works everywhere. test/detection/vocabulary/secrets.test.ts tries each one in each form of its role.
 *
 * An asterisk marks names at the end of compounds: `*passwort` is also found in the header "Initialpasswort".
 */
interface PasswordWords {
  /** Names of a password. They work in every form. A plain word after one may be the password: "Passwort: …". */
  readonly names?: string;
  /** They also name other things. Only a value that looks like a password counts after them. */
  readonly others?: string;
  /** Abbreviations of names. Most also occur inside other words, so no letter may follow them. A dot may. */
  readonly short?: string;
  /** The same, but not in sentences, where they have more meanings. */
  readonly shortLabels?: string;
  /** Words of other lists that also start names of passwords. A plain word may follow: `pass = "…"`, "clave de acceso wifi". */
  readonly stated?: string;
  /** Long names without accents, as people misspell them. */
  readonly misspelled?: string;
  /** Words between a password and a name: "use … as the password". */
  readonly as?: string;
  /** Words for a user or an account, as stems. */
  readonly users?: string;
  /** True if the last part of a compound names the thing: "Passwortwechsel" is no password. */
  readonly hasCompounds?: true;
  /** The endings of adjectives and participles, which describe a password: "abgelaufen", "scaduta". Default: those of English and Italian. */
  readonly descriptions?: RegExp;
}

const IBERIAN =
  /(?:[aiu]d[oa]s?|[aiu]t[oai]|[áaií]ve[li]s?|[ai]bles?|[ai]bile|ori[oai]?s?|ari[oa]s?|iv[oa]|al|al[ei]|ente|nte)$/;
const SLAVIC = /^nie[a-zß-ɏ]{3,}[aey]$|(?:ane|any|owe|owy|one|ony|lne|lny|zne|zny|żne|żny|rte|ące|wne|kie|łe)$/;
const NORDIC = /(?:igt|lig|ligt|adt|at|as|ävs)$/;

/** By language (ISO 639-1). Explanations of findings show the first word of the first language. */
export const PASSWORD_WORDS: Readonly<Record<string, PasswordWords>> = {
  en: {
    names: 'password, passwd, passphrase, pwd',
    others: `
      passcode, pass code, pass phrase, pass word, pswd, pswrd, psswd, psswrd, pwrd, wlan key, wifi key, wi-fi key, wpa key, wpa2 key,
      wpa3 key, network key
    `,
    short: 'pw, p.w, pwd',
    shortLabels: 'p/w, pass, passw, psk',
    stated: 'pass',
    misspelled: 'password, passphrase',
    as: 'as, as the',
    users: 'user, login, log-in, account, email',
  },
  de: {
    names: '*passwort, *kennwort',
    others: '*zugangscode',
    shortLabels: 'kennw',
    misspelled: 'passwort, kennwort',
    as: 'als, als das',
    users: 'benutzer, nutzer, konto, kennung, name',
    hasCompounds: true,
    descriptions:
      /^(?:ge|ver|be|er|ent|zer|un|ab|an|aus|ein|vor|zu|um|auf|nach|hinter|über|mit|frei)[a-zß-ɏ]{2,}(?:t|en|et)$|(?:iert|elt|end|bar|lich|ig|los|haft|isch|bezogen)e?[nrs]?$/,
  },
  fr: {
    names: 'mot de passe, mots de passe, motdepasse, phrase de passe, phrase secrète',
    others: "code secret, code d'accès",
    short: 'mdp, m.d.p',
    misspelled: 'motdepasse',
    as: 'comme',
    users: 'utilisateur, compte, identifiant, nom',
    descriptions: /(?:é|ée|és|ées|ables?|ibles?|oires?|aires?|ifs?|ives?|ante?|mis|ise|uelle?|onnelle?|el)$/,
  },
  es: {
    names: 'contraseña, frase secreta, frase de paso, clave de acceso',
    others: 'código de acceso',
    shortLabels: 'contras.',
    stated: 'clave',
    misspelled: 'contrasena',
    as: 'como',
    users: 'usuario, usuaria, cuenta',
    descriptions: IBERIAN,
  },
  pt: {
    names: 'senha, palavra-passe, contrasenha',
    others: 'palavra passe, código de acesso',
    as: 'como',
    users: 'usuário, utilizador, conta',
    descriptions: IBERIAN,
  },
  nl: {
    names: '*wachtwoord, *paswoord, *wachtzin',
    others: '*toegangscode',
    shortLabels: 'wachtw, ww',
    misspelled: 'wachtwoord',
    as: 'als',
    users: 'gebruiker',
    hasCompounds: true,
    descriptions: /^(?:ge|be|ver|ont|her|on|af|aan)[a-zß-ɏ]{3,}(?:[td]|en)$|(?:eerd|baar|lijk|loos|ijd|ig)e?$/,
  },
  pl: {
    names: 'hasło, haslo, hasłem',
    shortLabels: 'hasł.',
    as: 'jako',
    users: 'użytkownik, uzytkownik',
    descriptions: SLAVIC,
  },
  cs: { names: 'heslo', users: 'uživatel', descriptions: SLAVIC },
  sv: {
    names: '*lösenord, *lösenordet',
    others: 'wifi-lösen, wifilösen',
    shortLabels: 'lös.ord',
    misspelled: 'losenord',
    as: 'som',
    users: 'användare',
    hasCompounds: true,
    descriptions: NORDIC,
  },
  no: { names: '*passord', users: 'bruker', hasCompounds: true, descriptions: NORDIC },
  da: { names: '*adgangskode, *kodeord', users: 'bruger', hasCompounds: true, descriptions: NORDIC },
  fi: { names: '*salasana', users: 'käyttäjä' },
  tr: {
    names: 'şifre, şifresi, şifreniz, parola, parolası, parolanız',
    users: 'kullanıcı, kullanici, hesap',
    descriptions:
      /(?:[sm][iıuü][zşr]|l[iıuü]|[ae]cak|[ae]cek|[iıuü]yor|[iıuü]r|[dt][iıuü]r?|m[ae]l[iı]|[nm][ae]z|[iıuü]niz|[iıuü]nız|ken)$/,
  },
  hu: {
    names: 'jelszó, jelszava',
    users: 'felhasználó, fiók',
    descriptions:
      /(?:[oeö]tt|ható|hető|t[ae]l[ae]n|tl[ae]n|ező|azó|[áé]s|[ae]ndó|endő|v[ae]|ni|ik|lyes|bás|s[éá]g[eo]s|nytelen)$/,
  },
  ro: {
    names: 'parolă',
    users: 'utilizator, cont',
    descriptions: /(?:[aiu]t[ăae]?|is[ăe]?|bil[ăe]?|ori[ue]|ar[ăe]?|al[ăe]?|[ea]nt[ăe]?)$/,
  },
  ru: { names: 'пароль', users: 'пользователь, логин' },
  bg: { names: 'парола', users: 'потребител', descriptions: /(?:[еа]н[ао]?|ни|телно|телна|лен|лна|лно)$/ },
  el: {
    names: 'κωδικός πρόσβασης, συνθηματικό',
    users: 'χρήστη',
    descriptions: /(?:[ιτμ]κ?(?:ός|ή|ό)|μέν[ηοα]ς?|τικ[όή]ς?|τέος?|ές|[ήύ]ς)$/,
  },
  ja: { names: 'パスワード, パスフレーズ, パスワド', others: '暗証番号', users: 'ユーザ' },
  zh: { names: '密码, 密碼, 口令', users: '用户, 使用者, 账号, 帳號' },
  ko: { names: '비밀번호, 비번, 암호, 패스워드', users: '아이디, 계정' },
  ar: { names: 'كلمة المرور, كلمة السر' },
  he: { names: 'סיסמה' },
  hi: { names: 'पासवर्ड' },
  th: { names: 'รหัสผ่าน' },
  vi: { others: 'mật khẩu' },
  id: { others: 'kata sandi, kata laluan' },
  it: {
    names: 'password, frase segreta',
    others: "parola d'ordine, parola d'accesso, codice di accesso",
    short: 'psw',
    as: 'come',
    users: 'utente',
  },
};

const LANGUAGES = Object.values(PASSWORD_WORDS);
type Role = 'names' | 'others' | 'short' | 'shortLabels' | 'stated' | 'misspelled' | 'users';

/** The words of some roles, in all languages. */
export function wordsOf(...roles: readonly Role[]): readonly string[] {
  return [...new Set(LANGUAGES.flatMap((words) => roles.flatMap((role) => listed(words[role]))))];
}

function listed(words: string | undefined): readonly string[] {
  return words === undefined ? [] : list(words);
}

/** Every name after a word such as "as". */
export const AS_PASSWORD = LANGUAGES.flatMap(({ names, as }) =>
  listed(as).flatMap((word) => listed(names).map((name) => `${word} ${plain(name)}`)),
);

/** The source of a pattern that finds one of the words, also without accents and separators. Needs the flag `i`. */
export function patternOf(words: readonly string[]): string {
  return `(?:${words.map(sourceOf).join('|')})`;
}

/** The source of a pattern for a name at the start or the end of a compound, with a capital or not. Needs no flag. */
export const NAME_IN_COMPOUND = `(?:${LANGUAGES.filter(({ hasCompounds }) => hasCompounds)
  .flatMap(({ names }) => listed(names).map(sourceOf))
  .map((source) => `[${source.charAt(0).toUpperCase()}${source.charAt(0)}]${source.slice(1)}`)
  .join('|')})`;

/** The names in small letters, without accents and separators. */
export const FOLDED_NAMES = wordsOf('names', 'stated').map((name) => foldText(plain(name)).replaceAll(' ', ''));

/** By language: how its labels are written, and the endings of adjectives and participles. */
const DESCRIPTIONS = LANGUAGES.map(({ names, short, shortLabels, stated, descriptions }) => ({
  label: new RegExp(patternOf([names, short, shortLabels, stated].flatMap(listed)), 'i'),
  endings: descriptions,
})).filter(({ endings }) => endings !== undefined);

const OTHER_DESCRIPTIONS =
  /(?:[a-z]ed|able|ible|ive|less|ful|ous|ary|ory|ical|ly|ing|sent|known|given|shown|written|chosen|stolen)$|(?:[aiu]d[oa]s?|[aiu]t[oai]|[ai]bile|ori[oai]?|ari[oa]|iv[oa]|ente|iert|lich|eerd)$/;

/**
 * True if a word ends like an adjective or a participle. In the language of the label, because the nouns of another language may have
 * the same ending.
 * @param label the text or the header with the name of a password
 */
export function isDescription(word: string, label: string): boolean {
  const known = DESCRIPTIONS.find((language) => language.label.test(label));
  return (known?.endings ?? OTHER_DESCRIPTIONS).test(word);
}

function plain(word: string): string {
  return word.replace('*', '');
}

function sourceOf(word: string): string {
  return plain(word).replace(/./gu, sourceOfCharacter);
}

function sourceOfCharacter(character: string): string {
  if (character === ' ' || character === '-') return '[ _-]?';
  if (character === '.') return String.raw`\.`;
  const base = foldText(character);
  return base === character.toLowerCase() ? character : `[${character}${base}]`;
}

/** They also mean other words. */
export const AMBIGUOUS_ABBREVIATIONS = list('contr., has., lösen:');

/** Halves of names that people misspell. With one mistake, one half of a name is still correct. */
export const HALVES_OF_NAMES = [
  ...new Set(
    wordsOf('misspelled').flatMap((name) => [
      `*${name.slice(0, Math.floor(name.length / 2))}*`,
      `*${name.slice(Math.ceil(name.length / 2))}*`,
    ]),
  ),
];

/** Labels of a password of several words. */
export const PHRASE_WORDS = list(`
  passphrase, pass phrase, recovery phrase, secret phrase, *passsatz, losungssatz, phrase de passe, phrase secrète, phrase de récupération, frase de paso, frase secreta,
  frase segreta, frase di accesso, frase-passe, frase de recuperación, wachtzin, wachtwoordzin, herstelzin, lösenfras, fraza, パスフレーズ
`);

/** Words before a user and a password: "Login: jane / …". */
export const ACCOUNT_WORDS = list(`
  login, logins, credential, credentials, creds, *zugangsdaten, *anmeldedaten, identifiants, credenciales, credenziali,
  credenciais, *inloggegevens, dane logowania, *inloggningsuppgifter, access data, données d'accès, datos de acceso, dati di accesso, dados de acesso, *toegangsgegevens, *inloggningar, *loginoplysninger, přihlašovací údaje, ログイン情報, 認証情報
`);

/** Words in the title of a list of passwords, without the last vowel, which differs in the plural. */
export const PASSWORD_TITLES = [...wordsOf('names'), ...ACCOUNT_WORDS].map((word) =>
  plain(word).replace(/(?<=.{4})[aeo]$/, ''),
);

/** They have more meanings. */
export const ACCESS_WORDS = list(`
  log in, log on, sign in, entra en, accedi, acceda, aceda, se connecter, connectez, iniciar sesión, inicie sesión, entrar, accedere, zaloguj, logowanie, logga in, logg inn, logge ind, zugang, zugänge, anmelden, einloggen, melden sie sich, accès, connexion, acceso, accesos, accesso, accessi, acesso,
  acessos, toegang, dostęp, inloggen, inloggning, account, accounts, konto, konten, compte, comptes, cuenta, cuentas, contas, wi-fi, wifi,
  wlan, ログイン, 登录, 로그인
`);

/** Names of accounts, before a password without any label. */
export const ACCOUNT_NAMES = list(`
  admin, administrator, administrador, administrateur, amministratore, root, sysadmin, postgres, oracle, ubuntu, operator,
  deploy, guest, sa
`);

/** How pairs start in lists of code, up to the quotation mark. */
export const OPENINGS_OF_PAIRS = ['"', "'"].flatMap((quote) =>
  ['[(', '), (', '((', '{ (', '[[', '], [', '{{', '}, {'].map((opening) => opening + quote),
);

/** Words for a key that is typed or looked up, such as that of a network. They also have other meanings. */
export const KEY_WORDS = list(`
  clave, chiave, chave, *sleutel, *nyckel, klucz, *nøgle, *nøkkel, klíč, *schlüssel, *schluessel
`);

/** A secret of a program. The value must be generated, because most of these words also have other meanings. */
export const FOREIGN_SECRET_WORDS = list(`
  ${KEY_WORDS.join(', ')}, *geheimnis, jeton, segredo, segreto, sekret, anahtar, ключ, токен, секрет, 密钥, 密鑰, 金鑰, 令牌, キー, 鍵,
  トークン, シークレット, api 키, 토큰, 시크릿
`);

export const ACCESS_CODE_WORDS = list(
  '*code, *kod, *kode, *koodi, código, codice, combo, combination, combinaison, combinación, combinazione, combinação, combinatie, *kombination, kombinacja, keypad, *tastenfeld, *zahlenschloss, digicode, *codeslot, *cijferslot, *kodlås, *kodelås',
);

/** Verbs before the digits that open a door. */
export const TYPING_WORDS = list(`
  opens with, geht mit, öffnet mit, öffnet sich mit, s'ouvre avec, se abre con, si apre con, abre com, abre-se com, gaat open met, otwiera się kodem, öppnas med, åbnes med,
  type, enter, wants, expects, dial, press, key in, punch in, tippe, tippen, eingeben, gib, geben, wähle, drücke, die, tapez, taper, composez, composer, saisir, saisissez, marca, marcar, marque, teclea, pulsa, introduce,
  digita, digitare, digitate, digite, premere, toets, toets je, toetst, tik, wpisz, wybierz, wprowadź, slå, knappa in, tryck, trykker, takes, uses, usa, marquem, digitem, skriv, tast, indtast, tryk, disarm, alarmanlage, désactiver, désactivez, désarmer, desactivar, desactiva, desarmar, disinserire, disinserisci, disattivare, disattiva, desligar, desligue,
  by typing, composant, on tape, componendo, digitando, tecleando, marcando, wystukując, wciskasz, wciśnij, naťukáte, naťukej, zadej, zadejte, namačkáte, namačkej, vrid till, ringen op, opens on, lässt sich, se quita, si disinserisce, desliga-se, stängs av, slås av, slås fra,
  uitschakelen, uitzetten, wyłączamy, wyłącz, wyłączyć, stäng av, slå av, slå fra
`);
/** Verbs of unlocking a device with digits. */
export const UNLOCKING_WORDS = list(
  'unlock, unlocks, entsperr, déverrouill, desbloque, sblocca, ontgrendel, odblokow, odblokuj, låser upp, låses upp, lås upp, lås op, låses op, låse op',
);
/** Before the password in an answer. */
export const ANSWERING_WORDS = list(
  "it's, its, it is, try, es ist, probier, versuch, hier, jetzt, c'est, essaie, prueba, prova, tenta, het is, probeer, spróbuj, det är, testa, det er, prøv",
);
/** Verbs of opening a file with a password. */
export const OPENING_WORDS = list(
  "opens with, unlocks with, is opened with, open it with, decrypt with, öffnet man mit, öffnest du mit, öffnen mit, lässt sich mit, s'ouvre avec, ouvrir avec, se abre con, abrir con, si apre con, aprire con, abre com, abre-se com, abrir com, open je met, gaat open met, otwierasz hasłem, öppnas med, öppna med, åbnes med, åbn med",
);

export const LICENSE_WORDS = list(`
  license, licence, licencia, licenza, licença, *lizenz, *licentie, licencyjny, *licensnyckel, product key, *produktschlüssel,
  serial key, serial number, activation key, *aktivierungsschlüssel, プロダクトキー, ライセンスキー, 产品密钥, 제품 키
`);

/** Titles of lists of recovery codes, and names of shares of a key. */
export const RECOVERY_TITLES = list(`
  recovery code, backup code, backup-code, wiederherstellungscode, notfallcode, ersatzcode, codes de secours, codes de récup, códigos de recupe, códigos de respaldo,
  codici di recupero, codici di backup, codici di riserva, herstelcode, noodcode, back-upcode, kody zapasowe, kody odzysk, återställningskod, reservkod,
  gendannelseskod, záložní kód, リカバリーコード, バックアップコード, unseal, shamir, recovery share, key share, master share, share 1, share 2, share 3, share 4, share 5, schlüsselanteil, schlüsselteil, fragment de clé, part de clé, fragmento de clave, frammento di chiave, fragmento da chave, sleuteldeel, część klucza, nyckeldel, nøgledel
`);

export const RECOVERY_CODE_WORDS = list(
  '*code, *codes, códigos, código, codici, codice, kody, kod, コード, 代码, 코드',
);
