import { detect } from '../../../src/detection/engine/detect';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenAdf } from '../../../src/detection/text/adf';

/** The column header and the row header give context for a cell. `·` is removed, as in the rows. */

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');

const row = (...texts: readonly string[]) => ({
  type: 'tableRow',
  content: texts.map((text) => ({
    type: 'tableCell',
    attrs: {},
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  })),
});
const asHeaders = ({ content }: ReturnType<typeof row>) => ({
  type: 'tableRow',
  content: content.map((cell) => ({ ...cell, type: 'tableHeader' })),
});

function foundIn(...rows: readonly unknown[]): readonly string[] {
  const flat = flattenAdf({ type: 'doc', version: 1, content: [{ type: 'table', attrs: {}, content: rows }] });
  return detect(flat, selection, today).winners.map(
    ({ scored: { detector, start, end } }) => `${detector.id}: ${flat.text.slice(start, end)}`,
  );
}

it.each([
  ['Password', 'Summer2024!', 'password-in-prose'],
  ['User / Password', 'admin / ‹Summer2024!›', 'password-in-prose'],
  ['Credentials', 'admin:‹Summer2024!›', 'password-in-prose'],
  ['PW', 'k9Xw7Lq2p!', 'password-in-prose'],
  ['Login', 'admin / ‹Winter2024›', 'password-in-prose'],
  ['API key', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE', 'secret-assignment'],
  ['Datadog API key', '9f86d081884·c7d659a2fea·a0c55ad015', 'datadog-key'],
  ['Licence key', '20YWP-9YNQ4·-4V4T8-2X8B7·-QZJ5C', 'product-key'],
  ['PIN', '4821', 'access-code'],
  ['Door code', '73915', 'access-code'],
  ['Door Code', '73915', 'access-code'],
  ['ACCESS CODE', '73915', 'access-code'],
  ['Password required', 'R7w·x2Zp9q!', 'password-in-prose'],
  ['Initialpasswort', 'Kr8!benchX', 'password-in-prose'],
  ['Passwort / Login', 'Kr8!benchX', 'password-in-prose'],
  ['Benutzer / Passwort', 'admin / ‹Kr8!benchX›', 'password-in-prose'],
  ['Clave', 'Kr8!benchX', 'password-in-prose'],
  ['Contraseña inicial', 'Kr8!benchX', 'password-in-prose'],
  ['Mot de passe', 'Kr8!benchX', 'password-in-prose'],
  ['Clé Wi-Fi', 'Kr8!benchX', 'password-in-prose'],
  ['Usuario / clave', 'admin / ‹Kr8!benchX›', 'password-in-prose'],
  ['Identifiants', 'admin / ‹Kr8!benchX›', 'password-in-prose'],
  ['Zugangsdaten', 'admin / ‹Kr8!benchX›', 'password-in-prose'],
  ['Zugang', 'admin / ‹Kr8!benchX›', 'password-in-prose'],
  ['WLAN-Schlüssel', 'Kr8!benchX', 'password-in-prose'],
  ['Senha', 'Kr8!benchX', 'password-in-prose'],
  ['Wachtwoord', 'Kr8!benchX', 'password-in-prose'],
  ['Hasło', 'Kr8!benchX', 'password-in-prose'],
  ['Lösenord', 'Kr8!benchX', 'password-in-prose'],
  ['初期パスワード', 'Kr8!benchX', 'password-in-prose'],
  ['パスワード', 'Kr8!benchX', 'password-in-prose'],
  ['密码', 'Kr8!benchX', 'password-in-prose'],
  ['Adminkennwort', 'Kr8!benchX', 'password-in-prose'],
  ['admin_password', 'Kr8!benchX', 'password-in-prose'],
  ['Root PW', 'Kr8!benchX', 'password-in-prose'],
  ['Acceso', 'admin / ‹Kr8!benchX›', 'password-in-prose'],
  ['Accesso', 'admin / ‹Kr8!benchX›', 'password-in-prose'],
  ['Login', 'admin : ‹Kr8!benchX›', 'password-in-prose'],
  ['Password', 'Summer2024', 'password-in-prose'],
  ['Default password', 'admin123', 'password-in-prose'],
  ['Passwort (Standard)', 'Kr8!benchX', 'password-in-prose'],
  ['mdp', 'Kr8!benchX', 'password-in-prose'],
  ['PSK', 'Kr8!benchX', 'password-in-prose'],
  ['WPA2 key', 'blueWhale_17', 'password-in-prose'],
  ['Chiave di rete', 'Kr8!benchX9', 'password-in-prose'],
  ['Hasło dostępu', 'Kr8!benchX', 'password-in-prose'],
  ['API-Schlüssel', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE', 'secret-assignment'],
  ['Jeton', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE', 'secret-assignment'],
  ['Clé API', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE', 'secret-assignment'],
  ['Token de acceso', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE', 'secret-assignment'],
  ['アクセスキー', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE', 'secret-assignment'],
  ['APIキー', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE', 'secret-assignment'],
  ['Zugriffstoken', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE', 'secret-assignment'],
  ['Türcode', '4719', 'access-code'],
  ['Code d’accès', '47193', 'access-code'],
  ['Código de acceso', '47193', 'access-code'],
  ['PIN', '4719', 'access-code'],
  ['Alarmcode', '471933', 'access-code'],
  ['Passwrod', 'Easel&Chalk9', 'password-in-prose'],
  ['Contraseñia', 'Tomillo#Roca2', 'password-in-prose'],
  ['Password', 'thunderstorm', 'password-in-prose'],
  ['Kennwort (aktuell)', 'admin0815', 'password-in-prose'],
  ['PW.', 'Quill!Basin22', 'password-in-prose'],
  ['M.d.P.', 'B7tGr-lVjE-NI0CW', 'password-in-prose'],
  ['Kennw.', 'Eiche9*Bach', 'password-in-prose'],
  ['Contr.', 'Olivo#Sierra3', 'password-in-prose'],
  ['Has.', 'Lipa!Rzeka29', 'password-in-prose'],
  ['Lös.ord', 'Granit+Vik38', 'password-in-prose'],
  ['Ww', 'Klaver!Dijk27', 'password-in-prose'],
  ['Wachtw.', 'Riet+Polder5', 'password-in-prose'],
  ['Creds (pw)', 'Sorrel!Bank61', 'password-in-prose'],
  ['Psw', 'JL-031067!', 'password-in-prose'],
  ['Passw. (root)', 'Tarn7+Heath', 'password-in-prose'],
  ['Passwort für den ersten Login am Gerät', 'Kiesel!Pfad81', 'password-in-prose'],
  ['Password for the guest network in the annex', 'Kiesel!Pfad81', 'password-in-prose'],
  ['Mot de passe de la session de démonstration', 'Tilleul+Mare6', 'password-in-prose'],
  ['Contraseña de la cuenta de pruebas nueva', 'Olivo#Sierra3', 'password-in-prose'],
  ['Wachtwoord voor het scherm in de hal', 'Riet+Polder5', 'password-in-prose'],
  ['Hasło do sieci dla gości w biurze', 'Lipa!Rzeka29', 'password-in-prose'],
  ['Kennwort', '„‹Kf8!wq;Z2+p›“', 'password-in-prose'],
  ['Kennwort', '"‹Winde9Seil!›"', 'password-in-prose'],
  ['Password', '‹Plum!River83› (temporary)', 'password-in-prose'],
  ['Password', '‹Plum!River83›, since May', 'password-in-prose'],
  ['Passwort', '‹Plum!River83› (bis 31.12.)', 'password-in-prose'],
  ['User/PW', 'ops: ‹Tern!Quay41›', 'password-in-prose'],
  ['User & password', 'jo ‹Tern!Quay41›', 'password-in-prose'],
  ['Login', 'jo -> ‹Tern!Quay41›', 'password-in-prose'],
  ['Zugang', 'jo (‹Tern!Quay41›)', 'password-in-prose'],
  ['Password', 'orchard-lantern-velvet', 'password-in-prose'],
  ['Passphrase', 'OrchardLanternVelvet', 'password-in-prose'],
  ['Senha', 'figueira', 'password-in-prose'],
  ['Default password', 'marmalade', 'password-in-prose'],
  ['Kennwort', '"‹;R!4(ks)=_m7@›"', 'password-in-prose'],
  ['Senha', '"‹&w(9)!Kp~;^T›"', 'password-in-prose'],
  ['Phrase secrète du VPN', 'rivage-galet-sept-moulins', 'password-in-prose'],
  ['jwt.signing.secret', '"‹BCwF@aFP20dZ#R?9_bt~~mKzaj?#2J›"', 'secret-assignment'],
  ['api_token', '`‹LR41IFPYz562uEb0rWoGHkm0NkPuvwjg6ofT›`', 'secret-assignment'],
  ['BIC', 'BELADEBEXXX', 'swift-bic'],
  ['Date of birth', '14/03/1981', 'date-of-birth'],
])('%s: %s is found in a cell', (name, marked, detector) => {
  const text = marked.replace(/[‹›·]/g, '');
  const value = /‹(.*)›/.exec(marked)?.[1] ?? text;
  expect(foundIn(asHeaders(row('Host', name)), row('Staging', text))).toEqual([`${detector}: ${value}`]);
  expect(foundIn(row('Owner', 'Berg'), row(name, text))).toEqual([`${detector}: ${value}`]);
});

it.each([
  ['Password policy', 'kv-prod-weu-01'],
  ['Password last changed', 'sprint-42'],
  ['Pass rate', 'MacBookPro18'],
  ['Passed', 'Step#12-ok'],
  ['Sword', 'Iron#12-old'],
  ['Password', 'deactivated'],
  ['Beispielpasswort', 'hallo123'],
  ['Bypass', 'm5.2xlarge!'],
  ['Public key', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE'],
  ['Key fingerprint', 'e3b0c44298f·c1c149afbf4·c8996fb9242·7ae41e4649b'],
  ['Issue key', '550e8400-e29·b-41d4-a716-·446655440000'],
  ['Datadog trace id', '9f86d081884·c7d659a2fea·a0c55ad015'],
  ['Spotify playlist', '5a1031b9496·f263f645c8e·3146761789'],
  ['Login', 'GET /v1/users'],
  ['Login', 'Anna/Bernd2'],
  ['Login', 'CORP/jsmith2'],
  ['Credentials', 'jira:PROJ-123'],
  ['Passwort-Richtlinie', 'P12-strict!'],
  ['Passwort geändert am', '12.03.2027'],
  ['Password owner', 'jsmith2'],
  ['Does the password reset flow pass all checks', 'Yes#2day'],
  ['Password rotation', '90days!'],
  ['Password', 'n/a'],
  ['Password', 'see Vault #12'],
  ['Passwort', 'siehe KeePass'],
  ['Mot de passe', 'Obligatoire'],
  ['Contraseña', 'obligatoria'],
  ['Clave', 'ID-4711'],
  ['Clave', 'Valor2'],
  ['Schlüssel', 'PROJ-4711'],
  ['Zugang', 'Tor 3 / Schranke7b'],
  ['Login', 'GET /v1/users'],
  ['Password', 'string'],
  ['password', 'VARCHAR(255)'],
  ['Password', 'Yes'],
  ['Password required?', 'Yes'],
  ['Palabra clave', 'redes2go'],
  ['Keyword', 'Netz2go!'],
  ['Bypass', 'abc!123X'],
  ['Pass', '12/12'],
  ['Password', '********'],
  ['Passwort', 'geheim'],
  ['Acceso', 'lectura / escritura2'],
  ['Kennwort läuft ab', 'nie (P7)'],
  ['Tür', '4719'],
  ['Code', '4719'],
  ['Status code', '4719'],
  ['PLZ', '47193'],
  ['Error code', '4719'],
  ['Key', 'value-1234'],
  ['Schlüssel', 'UUID_v4'],
  ['Password', 'Password'],
  ['Password', 'Mandatory'],
  ['Passwort', 'Text(64)'],
  ['Passwort', 'min. 12'],
  ['Pin', '4821'],
  ['Password must be changed after login', 'Step#12-ok'],
  ['Passwords that failed the check today', 'rule#7-min'],
  ['How the password of the user is reset', 'Link#2-mail'],
  ['Number of passwords reset this month', '12+3x'],
  ['Contr.', 'signed-2026'],
  ['Has.', 'yes-2026'],
  ['Ww', '12-B'],
  ['PW.', 'optional'],
  ['Password', 'see KeePass (entry 12)'],
  ['Password', '12 characters (minimum)'],
  ['Password', 'user-defined-value'],
  ['Password', 'PasswordInputField'],
  ['Password', 'stored-in-vault'],
  ['Password', 'not-required-here'],
  ['Candidate password', 'qwerty123'],
  ['Login', 'jo (Finance)'],
  ['Zugang', 'Tor (Nord-2)'],
  ['User/PW', 'yes / no'],
  ['Wachtwoord', 'verlopen'],
  ['Lösenord', 'saknas'],
  ['Hasło', 'wygasłe'],
  ['Publieke sleutel', 'q7Vw3kZr9Xb·LmT2yHcN8sD·fJ4gPxA6uE'],
  ['Clé dynamométrique', 'CD-40/200Nm'],
  ['Arabic', 'KASRATAN'],
])('%s: %s is nothing in a cell', (name, marked) => {
  const text = marked.replaceAll('·', '');
  expect(foundIn(asHeaders(row('Host', name)), row('Staging', text))).toEqual([]);
  expect(foundIn(row('Owner', 'Berg'), row(name, text))).toEqual([]);
});

it('the engine finds user and password before a URL also if another cell precedes', () => {
  expect(foundIn(row('Host', 'root:R7w·x2Zp9q@10.1.2.3'.replaceAll('·', '')))).toEqual([
    'url-with-credentials: root:R7wx2Zp9q',
  ]);
});

const foundAs = (id: string, ...rows: readonly unknown[]): readonly string[] => {
  const settings = { detectors: { [id]: { enabled: true } } };
  const flat = flattenAdf({ type: 'doc', version: 1, content: [{ type: 'table', attrs: {}, content: rows }] });
  const { winners } = detect(flat, selectDetectors(builtInEngine, { ...DEFAULT_POLICY, ...settings }), today);
  return winners.flatMap(({ scored: { detector, start, end } }) =>
    detector.id === id ? [flat.text.slice(start, end)] : [],
  );
};

it.each([
  ['uk-nino', 'National Insurance', 'AB 12 34 71 C'],
  ['es-nie', 'NIE', 'X-1238286-N'],
  ['it-codice-fiscale', 'Codice fiscale', 'RSS MRA 85T10 A680S'],
  ['pl-id-card', 'Dowód osobisty', 'ABS 123456'],
  ['ve-rif', 'RIF', 'V-11470283-4'],
  ['ca-ramq', 'RAMQ', 'TREM 9506 1218'],
  ['de-licence-plate', 'Kennzeichen', 'HH-AB 1234'],
  ['eu-vat', 'USt-IdNr.', 'DE 136 695 976'],
  ['azure-tenant-or-subscription', 'Tenant ID', '5f3a9c1e-8b2d-4e7f-9a6c-0d1b2e3f4a5b'],
  ['bip39-seed', 'Recovery phrase', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
  ['date-of-birth', 'Date of birth', '14/03/1981'],
  ['phone-national', 'Phone', '030 26471835'],
])('%s: the window and the context of %s reach its cells', (id, label, value) => {
  const found = {
    below: foundAs(id, asHeaders(row('Name', label)), row('Anna', '-'), row('Ben', value)),
    'below a title': foundAs(id, row('Team'), asHeaders(row('Name', label)), row('Ben', value)),
    'right of the first cell': foundAs(id, row('Name', 'Anna'), row(label, value)),
    'right of a later cell': foundAs(id, row('Name', 'Anna', 'Room', 'A'), row('Team', 'Blue', label, value)),
    'in a row of cells': foundAs(id, asHeaders(row('Name', 'Kind', 'Value')), row('Ben', label, value)),
  };
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((form) => [form, [value]])));
});

/** A row whose first cell is a header. */
const keyed = (name: string, ...values: readonly string[]) => ({
  type: 'tableRow',
  content: [...asHeaders(row(name)).content, ...row(...values).content],
});

it('the engine takes the first row of names and values as a name and its value', () => {
  expect(foundIn(keyed('Password', 'Kr8!benchX'), keyed('Host', 'staging'))).toEqual(['password-in-prose: Kr8!benchX']);
  expect(foundIn(keyed('BIOS-Passwort', 'Murmeltier'), keyed('Seriennummer', 'siehe Aufkleber'))).toEqual([
    'password-in-prose: Murmeltier',
  ]);
  expect(foundIn(keyed('Password', 'unchanged'), keyed('Mailbox', 'migrated'))).toEqual([]);
});

it('the engine takes the first row of more cells as names', () => {
  const rows = [keyed('User', 'Password', 'Role'), keyed('anna', 'Kr8!benchX', 'admin')];
  expect(foundIn(...rows)).toEqual(['password-in-prose: Kr8!benchX']);
});

it.each([
  ['Password that the team agreed on', 'Summer2024!'],
  ['How to reset the password of a user', 'R7w·x2Zp9q!'],
])('the header %s describes its cells, so %s is nothing', (name, value) => {
  const text = value.replaceAll('·', '');
  expect(foundIn(asHeaders(row('Host', name)), row('Staging', text))).toEqual([]);
});

it.each([
  ['Attribute', 'Type', 'CHAP-Password', 'octets'],
  ['Parameter', 'Typ', 'passwort', 'Zeichenfolge'],
  ['Option', 'Meaning', 'password', 'authenticate'],
])('%s, %s: the column describes the setting %s, so %s is nothing', (option, kind, name, text) => {
  expect(foundIn(asHeaders(row(option, kind)), row(name, text))).toEqual([]);
});

it('the engine takes the text of a link in a cell as the value, not its URL', () => {
  const link = { type: 'link', attrs: { href: 'Wint·er2024!x'.replaceAll('·', '') } };
  const cell = {
    type: 'tableCell',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'here', marks: [link] }] }],
  };
  const linked = { type: 'tableRow', content: [...row('Staging').content, cell] };
  expect(foundIn(asHeaders(row('Host', 'Password')), linked)).toEqual([]);
});
