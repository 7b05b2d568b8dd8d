import { createHash } from 'node:crypto';

/**
 * Passages with values that the detectors find. No value is real: they are published examples, or made from a seed within the formats and
 * checksums that detectors require: cards and bank codes that no bank issued, and domains and phone numbers that are reserved for examples.
 */

type Random = () => number;

const pick = <T>(random: Random, from: readonly [T, ...T[]]): T => from[Math.floor(random() * from.length)] ?? from[0];
const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
const letters = (random: Random, count: number, from: string): string =>
  Array.from({ length: count }, () => from[Math.floor(random() * from.length)]).join('');

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const BASE62 = `${UPPER}abcdefghijklmnopqrstuvwxyz0123456789`;

/** Luhn-valid, in the range of the test cards of payment services. */
function card(random: Random): string {
  const body = `40000000${digits(random, 7)}`;
  const sum = [...body].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`.replace(/(.{4})(?=.)/g, '$1 ');
}

/** With a valid checksum, and a bank code that no bank has. */
function iban(random: Random): string {
  const account = `99999999${digits(random, 10)}`;
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`.replace(/(.{4})(?=.)/g, '$1 ');
}

const PEOPLE = [
  'Ingrid Halvorsen',
  'Marcus Oduya',
  'Sun-hee Park',
  'Oleg Marchenko',
  'Camille Besson',
  'Rashid Karimi',
  'Wanda Kowal',
  'Diego Salazar',
  'Aisha Rahman',
  'Lukas Brunner',
  'Yuki Tanabe',
  'Grace Okafor',
] as const;

const nameOf = (random: Random) => pick(random, PEOPLE);
const emailOf = (name: string, domain: string) => `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@${domain}`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: string, texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`;
  return `<table><tbody>${cells('th', head)}${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;
}

const times = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make);

/** By the name that a page uses for it. */
export const PASSAGES = {
  contacts: (random) =>
    table(
      ['Name', 'Email', 'Phone'],
      times(2, () => {
        const name = nameOf(random);
        return [name, emailOf(name, 'supplier.example.com'), `+44 20 7946 0${digits(random, 3)}`];
      }),
    ),
  bic: (random) => `<p>The BIC is ${letters(random, 4, UPPER)}DEFF, and the bank answers by phone.</p>`,
  cards: (random) =>
    table(
      ['Customer', 'Card number', 'Expires'],
      times(2, () => [nameOf(random), card(random), `0${1 + Math.floor(random() * 9)}/29`]),
    ),
  card: (random) => `<p>The customer read the card number ${card(random)} to the agent on the phone.</p>`,
  accounts: (random) =>
    table(
      ['Payee', 'IBAN', 'Purpose'],
      times(2, () => [nameOf(random), iban(random), pick(random, ['Refund', 'Deposit', 'Salary', 'Commission'])]),
    ),
  account: (random) => `<p>Payments go to the account ${iban(random)} until further notice.</p>`,
  salaries: (random) =>
    table(
      ['Employee', 'Date of birth', 'Salary', 'IBAN'],
      times(2, () => [
        nameOf(random),
        `${1970 + Math.floor(random() * 30)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`,
        `EUR ${40 + Math.floor(random() * 60)},000`,
        iban(random),
      ]),
    ),
  health: (random) =>
    `<p>${nameOf(random)} was diagnosed with ${pick(random, ['type 2 diabetes', 'epilepsy', 'asthma'])} and works from home on Mondays.</p>`,
  socialSecurity: (random) =>
    `<p>SSN ${pick(random, ['536', '401', '530'])}-${10 + Math.floor(random() * 80)}-${digits(random, 3)}1, as on the form W-4.</p>`,
  password: (random) =>
    `<p>Login for the shared mailbox: user <code>team</code>, password <code>${letters(random, 5, BASE62)}-${letters(random, 5, BASE62)}7!q</code></p>`,
  awsKey: (random) =>
    `<p>The nightly export uses these credentials:</p><ac:structured-macro ac:name="code" ac:schema-version="1"><ac:plain-text-body><![CDATA[AWS_ACCESS_KEY_ID=AKIA${letters(random, 16, `${UPPER}234567`)}\nAWS_SECRET_ACCESS_KEY=${letters(random, 40, BASE62)}]]></ac:plain-text-body></ac:structured-macro>`,
  database: (random) =>
    `<p>Connect with <code>postgres://reporting:${letters(random, 16, BASE62)}@db.internal.example.com:5432/orders</code>.</p>`,
  slack: (random) =>
    `<p>The bot posts with <code>xoxb-${digits(random, 12)}-${digits(random, 12)}-${letters(random, 24, BASE62)}</code>.</p>`,
  privateKey: (random) => {
    const seed = String(random());
    const lines = times(6, () => '').map((_, index) =>
      createHash('sha512').update(`${seed}${index}`).digest('base64').slice(0, 64),
    );
    return `<ac:structured-macro ac:name="code" ac:schema-version="1"><ac:plain-text-body><![CDATA[-----BEGIN RSA PRIVATE KEY-----\n${lines.join('\n')}\n-----END RSA PRIVATE KEY-----]]></ac:plain-text-body></ac:structured-macro>`;
  },
  customer: (random) => `<p>The ticket of customer LF-${digits(random, 6)} is the example.</p>`,
  address: (random) =>
    `<p>The MAC address of the gateway is 02:${Array.from({ length: 5 }, () => letters(random, 2, '0123456789ABCDEF')).join(':')}.</p>`,
} as const satisfies Readonly<Record<string, (random: Random) => string>>;

export type PassageName = keyof typeof PASSAGES;
