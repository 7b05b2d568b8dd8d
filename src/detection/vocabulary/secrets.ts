import { list } from '../detectors/list';

/**
 * The words of labels of secrets, as parts: a part may be inside a compound ("Initialpasswort"), and other words may follow it
 * ("mot de passe initial"). Letter case and accents make no difference.
 */

export const PASSWORD_WORDS = list(`
  password, passwd, passphrase, passcode, pass code, pass phrase, pass word, pswd, pswrd, psswd, psswrd, pwrd, pwd, wlan key, wifi key, wi-fi key,
  wpa key, wpa2 key, wpa3 key, network key, *passwort, *kennwort, *zugangscode, mot de passe, mots de passe, motdepasse, phrase de passe, phrase secrète, code secret, code d'accès, contraseña,
  contrasenha, clave de acceso, código de acceso, senha, palavra-passe, palavra passe, código de acesso, frase secreta, parola d'ordine,
  parola d'accesso, parola chiave, frase segreta, codice di accesso, *wachtwoord, *paswoord, *toegangscode, *lösenord, *passord, *adgangskode,
  *kodeord, *salasana, hasło, haslo, heslo, jelszó, parolă, şifre, пароль, парола, κωδικός πρόσβασης, συνθηματικό, パスワード, パスフレーズ,
  パスワド, 暗証番号, 密码, 密碼, 口令, 비밀번호, 비번, 암호, 패스워드, كلمة المرور, كلمة السر, סיסמה, पासवर्ड, รหัสผ่าน, mật khẩu, kata sandi, kata laluan
`);

/** They also occur inside other words, so no letter may follow them. A dot may. */
export const SHORT_PASSWORD_WORDS = list(`
  pw, p/w, p.w, pass, passw, psw, psk, mdp, m.d.p, kennw, contras., wachtw, ww, lös.ord, hasł.
`);

/** They also mean other words. */
export const AMBIGUOUS_ABBREVIATIONS = list('contr., has., lösen:');

/** Long names of passwords, which people misspell. Without accents. */
export const MISSPELT_NAMES = list(
  'password, passwort, passphrase, kennwort, wachtwoord, contrasena, losenord, motdepasse',
);

/** Halves of names that people misspell: with one mistake, one half of a name is still correct. */
export const HALVES_OF_NAMES = [
  ...new Set(
    MISSPELT_NAMES.flatMap((name) => [
      `*${name.slice(0, Math.floor(name.length / 2))}*`,
      `*${name.slice(Math.ceil(name.length / 2))}*`,
    ]),
  ),
];

/** Words before a user and a password: "Login: jane / …". */
export const ACCOUNT_WORDS = list(`
  login, logins, credential, credentials, creds, *zugangsdaten, *anmeldedaten, identifiants, credenciales, credenziali,
  credenciais, *inloggegevens, dane logowania, *inloggningsuppgifter, ログイン情報, 認証情報
`);

/** They have more meanings. */
export const ACCESS_WORDS = list(`
  log in, sign in, zugang, zugänge, anmelden, einloggen, melden sie sich, accès, connexion, acceso, accesos, accesso, accessi, acesso,
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
  ${KEY_WORDS.join(', ')}, *geheimnis, jeton, segredo, segreto, sekret, anahtar, ключ, токен, секрет, 密钥, 密鑰, 金鑰, 令牌, キー,
  トークン, シークレット, api 키, 토큰, 시크릿
`);

export const ACCESS_CODE_WORDS = list('*code, *kod, *kode, *koodi, código, codice');

/** Words after a password: "use … as the password". */
export const AS_PASSWORD = list(`
  as the password, as password, als passwort, als kennwort, als das passwort, comme mot de passe, como contraseña, come password,
  como senha, als wachtwoord, jako hasło, som lösenord
`);

export const LICENSE_WORDS = list(`
  license, licence, licencia, licenza, licença, *lizenz, *licentie, licencyjny, *licensnyckel, product key, *produktschlüssel,
  serial key, serial number, activation key, *aktivierungsschlüssel, プロダクトキー, ライセンスキー, 产品密钥, 제품 키
`);

export const RECOVERY_CODE_WORDS = list(
  '*code, *codes, códigos, código, codici, codice, kody, kod, コード, 代码, 코드',
);
