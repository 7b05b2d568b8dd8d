import { generateKeyPairSync } from 'node:crypto';
import { analyzeText } from '../../../src/detection/analyze-text';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';

/** Secrets are found in text that is encoded once in Base64. The finding is the encoded text, and its excerpt shows neither form. */

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');
const find = (text: string) => analyzeText(text, selection, today).filter(({ category }) => category === 'secret');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const base64url = (text: string) => Buffer.from(text).toString('base64url');
/** As command line tools wrap it. */
const wrapped = (text: string) => base64(text).replace(/.{76}(?=.)/g, '$&\n');

const github = ['ghp', 'SKUpqn3ESvjexLB168YLGR2vwPV5Lt4ctRHO'].join('_');
const body = 'e2GTQ1F9b4/PSyi2jKUKlKrnhQBZKySJRU8TNiwO8TwcjjZe8NeK48tqcOSD+nIlEl'.repeat(3);
const pem = ['-----BEGIN PRIVATE', `KEY-----\n${body}\n-----END PRIVATE KEY-----\n`].join(' ');

const SECRETS: readonly (readonly [name: string, detector: string, text: string])[] = [
  ['a token alone', 'github-token', github],
  ['a token in JSON', 'github-token', `{"user":"jane","token":"${github}","note":"für später"}`],
  ['a token in a line of a file', 'github-token', `export GITHUB_TOKEN=${github}\nexport HOME=/root\n`],
  ['a private key', 'pem-private-key', pem],
  ['a connection string', 'database-url', 'postgres://app:tR9kLq2xA7@db.acme.io:5432/app'],
  ['a key of a key store', 'aws-access-key', ['AKIA', '3XQ2W4TB6LNRD5FK'].join('')],
];

const PLACES: readonly (readonly [name: string, around: (encoded: string) => string])[] = [
  ['alone', (encoded) => encoded],
  ['in a sentence', (encoded) => `Das Skript liest ${encoded}, danach startet der Dienst.`],
  ['in YAML', (encoded) => `apiVersion: v1\nconfig: "${encoded}"\n`],
  ['in a URL', (encoded) => `https://acme.io/start/${encoded}?mode=1`],
  ['on a command line', (encoded) => `echo '${encoded}' | base64 -d > key`],
  ['in a data URL', (encoded) => `data:text/plain;base64,${encoded}`],
];

it.each(SECRETS)('the engine finds %s in every place and alphabet', (_name, detector, secret) => {
  for (const [place, around] of PLACES) {
    for (const encoded of [base64(secret), base64url(secret)]) {
      const text = around(encoded);
      const found = find(text).filter(({ detectorId }) => [detector, 'encoded-private-key'].includes(detectorId));
      expect([place, found.map(({ start, end }) => text.slice(start, end))]).toEqual([place, [encoded]]);
      expect(found[0]?.evidence.some((one) => one.startsWith('decoded:'))).toBe(true);
    }
  }
});

it.each(SECRETS)('the excerpt shows nothing of %s or of its encoded form', (_name, _detector, secret) => {
  for (const [, around] of PLACES) {
    const encoded = base64(secret);
    for (const { maskedExcerpt } of find(around(encoded))) {
      for (const form of [encoded, secret])
        for (let at = 0; at + 4 <= form.length; at++)
          if (/^\w{4}$/.test(form.slice(at, at + 4))) expect(maskedExcerpt).not.toContain(form.slice(at, at + 4));
      expect(maskedExcerpt).toContain('••••••••');
      expect(maskedExcerpt).not.toMatch(new RegExp(`${encoded.slice(0, 2)}•|•${encoded.slice(-2)}`));
    }
  }
});

it('the engine finds a key in wrapped Base64, up to its last line', () => {
  const encoded = wrapped(pem);
  const text = `config:\n${encoded}\nnext: line`;
  expect(find(text).map(({ start, end }) => text.slice(start, end))).toEqual([encoded]);
});

it('the engine finds a token in the encoded command of PowerShell', () => {
  const encoded = Buffer.from(`git clone https://${github}@github.com/acme/app`, 'utf16le').toString('base64');
  const text = `powershell -NoProfile -EncodedCommand ${encoded}`;
  expect(find(text).map(({ start, end }) => text.slice(start, end))).toContain(encoded);
});

it('the engine decodes one level only', () => {
  expect(find(base64(base64(github)))).toEqual([]);
  expect(find(base64(base64(base64(pem))))).toEqual([]);
});

const HARMLESS: readonly string[] = [
  base64('A sentence of the manual that mentions tokens and keys, but holds none of them.'),
  base64('{"name":"report","version":3,"author":{"login":"jane"}}'),
  base64(`export GITHUB_TOKEN=${['ghp', 'x'.repeat(36)].join('_')}`),
  base64('postgres://user:password@localhost/db'),
  base64(
    '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQsw\n-----END CERTIFICATE-----',
  ),
  'docs/architecture/decisions/0027-what-takes-the-time-of-the-engine',
  'com/acme/platform/configuration/internal/ApplicationContextFactory',
  'f'.repeat(64),
  'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
];

it.each(HARMLESS)('the engine ignores %s', (text) => {
  expect(find(`value ${text} end`)).toEqual([]);
});

it('the engine decodes a limited number of texts, in linear time', () => {
  const one = base64(`x ${github}`);
  const many = Array.from({ length: 1_000 }, () => one).join(' ');
  expect(find(many)).toHaveLength(200);
});

/** Keys and certificates in DER. */
const KEYS: readonly (readonly [name: string, der: Buffer])[] = [
  ['PKCS #1', generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs1', format: 'der' })],
  [
    'PKCS #8 (RSA)',
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'der' }),
  ],
  ['PKCS #8 (EC)', ec().privateKey.export({ type: 'pkcs8', format: 'der' })],
  ['PKCS #8 (Ed25519)', generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' })],
  ['SEC 1', ec().privateKey.export({ type: 'sec1', format: 'der' })],
  [
    'encrypted PKCS #8',
    ec().privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase: 'tR9kLq2xA7' }),
  ],
  // The start of a key store: a sequence, version 3, data of PKCS #7.
  [
    'PKCS #12',
    Buffer.concat([
      Buffer.from('3081a70201033081a106092a864886f70d010701a08193', 'hex'),
      Buffer.from(body, 'base64').subarray(0, 147),
    ]),
  ],
];

function ec() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

it.each(KEYS)('the engine finds a bare key: %s', (_name, der) => {
  const encoded = der.toString('base64');
  for (const form of [encoded, encoded.replace(/.{64}(?=.)/g, '$&\n')]) {
    for (const text of [form, `Schlüssel: ${form}`, `"${form}"`, `Use ${form} for the tests of next week`]) {
      const found = find(text).filter(({ detectorId }) => detectorId === 'encoded-private-key');
      expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([form]);
    }
  }
});

const NO_KEYS: readonly (readonly [name: string, der: Buffer])[] = [
  [
    'a public key',
    generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'der' }),
  ],
  [
    'a public key of PKCS #1',
    generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'pkcs1', format: 'der' }),
  ],
  ['a public EC key', ec().publicKey.export({ type: 'spki', format: 'der' })],
  // A sequence in a sequence, as certificates and requests start.
  [
    'a certificate',
    Buffer.concat([Buffer.from('308203773082025fa0030201020204020000b9300d', 'hex'), Buffer.from(body, 'base64')]),
  ],
  [
    'a request',
    Buffer.concat([
      Buffer.from('30820277308201 5f020100301a3118'.replaceAll(' ', ''), 'hex'),
      Buffer.from(body, 'base64'),
    ]),
  ],
  [
    'signed data',
    Buffer.concat([Buffer.from('3082077706092a864886f70d010702a0820768', 'hex'), Buffer.from(body, 'base64')]),
  ],
];

it.each(NO_KEYS)('the engine ignores %s', (_name, der) => {
  expect(
    find(`value: ${der.toString('base64')}`).filter(({ detectorId }) => detectorId === 'encoded-private-key'),
  ).toEqual([]);
});
