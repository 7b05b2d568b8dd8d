import { seededRandom } from '../test/detection/noise-texts';

/**
 * Generated pages of a wiki with labeled values, in nine languages. Each page has one true value and four tempting
 * ones, which are numbers, codes, addresses and sentences that resemble a value. The share is an assumption, not a
 * measurement, because pages of teams have more versions, hashes, dates and order numbers than sensitive values.
 */
export interface LabeledPage {
  readonly language: string;
  readonly text: string;
  /** The place of the true value. */
  readonly start: number;
  readonly end: number;
}

interface Labels {
  readonly password: string;
  readonly phone: string;
  readonly birth: string;
  readonly card: string;
  readonly server: string;
  readonly policy: string;
  readonly order: string;
  readonly section: string;
  readonly changed: string;
}

const LABELS: Readonly<Record<string, Labels>> = {
  en: labels(
    'Password|Phone|Date of birth|Card|Server|The password must be changed every 90 days|Order|Section|Updated',
  ),
  de: labels(
    'Passwort|Telefon|Geburtsdatum|Karte|Server|Das Passwort ist alle 90 Tage zu ändern|Auftrag|Abschnitt|Geändert',
  ),
  fr: labels(
    'Mot de passe|Téléphone|Date de naissance|Carte|Serveur|Le mot de passe expire après 90 jours|Commande|Section|Modifié',
  ),
  es: labels(
    'Contraseña|Teléfono|Fecha de nacimiento|Tarjeta|Servidor|La contraseña caduca a los 90 días|Pedido|Sección|Cambiado',
  ),
  it: labels(
    'Password|Telefono|Data di nascita|Carta|Server|La password scade dopo 90 giorni|Ordine|Sezione|Modificato',
  ),
  pt: labels('Senha|Telefone|Data de nascimento|Cartão|Servidor|A senha expira após 90 dias|Pedido|Seção|Alterado'),
  nl: labels(
    'Wachtwoord|Telefoon|Geboortedatum|Kaart|Server|Het wachtwoord verloopt na 90 dagen|Bestelling|Paragraaf|Gewijzigd',
  ),
  pl: labels('Hasło|Telefon|Data urodzenia|Karta|Serwer|Hasło wygasa po 90 dniach|Zamówienie|Rozdział|Zmieniono'),
  ja: labels('パスワード|電話|生年月日|カード|サーバー|パスワードは90日ごとに変更します|注文|節|更新'),
};

function labels(all: string): Labels {
  const [
    password = '',
    phone = '',
    birth = '',
    card = '',
    server = '',
    policy = '',
    order = '',
    section = '',
    changed = '',
  ] = all.split('|');
  return { password, phone, birth, card, server, policy, order, section, changed };
}

const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const LETTERS = 'abcdefghijkmnopqrstuvwxyz';
const BASE62 = `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}`;
const TEMPTING_PER_PAGE = 4;

/** @param count how many pages to create for each language */
export function labeledPages(count: number): readonly LabeledPage[] {
  return Object.entries(LABELS).flatMap(([language, words], index) => {
    const maker = makerOf(words, seededRandom(100 + index));
    return Array.from({ length: count }, (_, number) => {
      const { before, value, after = '' } = maker.trueLine(number);
      const lines = Array.from({ length: TEMPTING_PER_PAGE }, () => maker.temptingLine());
      const at = maker.random(lines.length + 1);
      const head = [...lines.slice(0, at), before].join('\n\n');
      const text = [head + value + after, ...lines.slice(at)].join('\n\n');
      return { language, text, start: head.length, end: head.length + value.length };
    });
  });
}

interface TrueLine {
  readonly before: string;
  readonly value: string;
  readonly after?: string;
}

function makerOf(words: Labels, random: (limit: number) => number) {
  const from = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[random(alphabet.length)] ?? '').join('');
  const between = (low: number, high: number): string => String(low + random(high - low + 1));
  const two = (low: number, high: number): string => between(low, high).padStart(2, '0');
  const pick = (list: readonly string[]): string => list[random(list.length)] ?? '';
  const name = (): string => pick(['anna', 'jonas', 'marie', 'luis', 'giulia', 'piotr', 'sanne', 'rafael', 'kenji']);
  const company = (): string =>
    `${pick(['nordwind', 'alpenrose', 'kestrel', 'solaria', 'brightwater'])}.${pick(['de', 'fr', 'com', 'io', 'nl'])}`;
  const date = (low: number, high: number): string => `${between(low, high)}-${two(1, 12)}-${two(1, 28)}`;
  const version = (): string => `${between(1, 9)}.${between(0, 30)}.${between(0, 20)}`;
  const uuid = (): string => [8, 4, 4, 4, 12].map((length) => from(HEX, length)).join('-');
  const ipv4 = (): string =>
    [pick(['81', '91', '93', '145', '185', '212']), between(40, 250), between(40, 250), between(2, 250)].join('.');
  const card = (): string => {
    const body = `4${from(DIGITS, 14)}`;
    return (body + String(luhnDigit(body))).replace(/(\d{4})(?=\d)/g, '$1 ');
  };
  const iban = (): string => {
    const body = from(DIGITS, 18);
    const check = 98 - Number(BigInt(`${body}131400`) % 97n);
    return `DE${String(check).padStart(2, '0')}${body}`;
  };
  const truths: readonly (() => TrueLine)[] = [
    () => ({ before: 'E-mail: ', value: `${name()}.${from(LETTERS, 6)}@${company()}` }),
    () => ({ before: `${name()} <`, value: `${name()}.${from(LETTERS, 5)}@${company()}`, after: '>' }),
    () => ({ before: `${words.card}: `, value: card() }),
    () => ({ before: 'Visa ', value: card(), after: ` ${two(1, 12)}/29` }),
    () => ({ before: 'IBAN ', value: iban() }),
    () => ({ before: `${words.phone}: `, value: `+49 30 ${between(2_000_000, 8_999_999)}` }),
    () => ({ before: `${words.phone}: `, value: `0151 ${between(20_000_000, 69_999_999)}` }),
    () => ({ before: `${words.birth}: `, value: date(1950, 2005) }),
    () => ({ before: `${words.server}: `, value: ipv4() }),
    () => ({ before: 'ssh deploy@', value: ipv4() }),
    () => ({ before: 'GET /health 200 ', value: ipv4(), after: ` ${between(10, 900)} ms` }),
    () => ({ before: `${words.password}: `, value: from(BASE62, 8) + pick(['!', '#', '?']) + from(DIGITS, 2) }),
    () => ({ before: `${words.password} = "`, value: `${from(LETTERS, 6)}-${from(BASE62, 6)}`, after: '"' }),
    () => ({ before: 'DB_PASSWORD=', value: from(BASE62, 16) }),
    () => ({ before: 'api_key: "', value: from(HEX, 40), after: '"' }),
    () => ({ before: 'export CLIENT_SECRET=', value: from(BASE62, 32) }),
    () => ({ before: 'GITHUB_TOKEN=', value: `ghp_${from(BASE62, 36)}` }),
    () => ({ before: 'aws_access_key_id = ', value: `AKIA${from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}` }),
    () => ({ before: 'SSN: ', value: `${between(200, 650)}-${two(10, 99)}-${between(1000, 9999)}` }),
    () => ({ before: 'Patient MRN ', value: between(1_000_000, 9_999_999) }),
    () => ({ before: 'postgres://app:', value: from(BASE62, 14), after: `@db.${company()}/app` }),
  ];
  const tempting: readonly (() => string)[] = [
    () => `${words.order} ${between(1000, 9999)} ${between(1000, 9999)} ${between(1000, 9999)} ${between(1000, 9999)}`,
    () => `${words.order}: ${between(100_000_000, 999_999_999)}`,
    () => `${words.section} ${between(1, 12)}.${between(1, 9)}.${between(1, 9)}.${between(1, 9)}: ${words.server}`,
    () => `${words.changed}: ${date(2019, 2026)} (v${version()}.${between(0, 9)})`,
    () => `commit ${from(HEX, 40)}`,
    () => `image: registry/app@sha256:${from(HEX, 64)}`,
    () => `id: ${uuid()}`,
    () => `${words.policy}.`,
    () => `${words.password}: \${VAULT_PASSWORD}`,
    () => `${words.password}: <${words.password.toLowerCase()}>`,
    () => 'password = getpass.getpass("Password: ")',
    () => 'const token = await auth.createToken(user, session);',
    () => `integrity: sha512-${from(BASE62, 86)}==`,
    () => `npm i @scope/package@${version()}`,
    () => `logo@${between(2, 3)}x.png`,
    () => `https://git.${company()}/team/app/commit/${from(HEX, 40)}`,
    () => `https://${company()}/archive/${between(10_000_000, 99_999_999)}.html`,
    () => `${between(10, 999)} ${two(10, 99)}${between(0, 9)} ${two(10, 99)}${between(0, 9)} EUR`,
    () =>
      `| ${between(10, 99_999)} | ${between(100, 999)} ${between(100, 999)} ${between(100, 999)} | ${between(0, 99)}.${two(0, 99)} |`,
    () => `${date(2020, 2026)}T${two(0, 23)}:${two(0, 59)}:${two(0, 59)}Z pid ${between(1000, 99_999)} ${from(HEX, 8)}`,
    () => `Mo Tu We Th Fr Sa Su\n${Array.from({ length: 7 }, (_, day) => String(14 + day)).join(' ')}`,
    () => `${words.phone} ${pick(['#', 'v'])}${version()}`,
    () => `ABC-${between(10_000_000, 99_999_999)} ${words.changed}`,
    () =>
      `width="${between(100, 900)}" d="M${between(0, 90)}.${between(100, 900)} ${between(0, 90)}.${between(100, 900)}"`,
    () => `host 10.${between(0, 250)}.${between(0, 250)}.${between(1, 250)} (fe80::${between(1, 9)})`,
    () => `listen 1.2.3.4; server 192.0.2.${between(1, 250)}`,
    () => 'secretName: db-credentials',
    () => `public key ${from(BASE62, 44)}`,
  ];
  return {
    random,
    trueLine: (number: number): TrueLine =>
      (truths[number % truths.length] ?? truths[0])?.() ?? { before: '', value: '' },
    temptingLine: (): string => (tempting[random(tempting.length)] ?? (() => ''))(),
  };
}

function luhnDigit(body: string): number {
  const sum = Array.from(body)
    .reverse()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return (10 - (sum % 10)) % 10;
}
