import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readPeppers, type Peppers } from '../../src/platform/secrets';
import { evidenceKeyOf, signEvidence } from '../../src/review/evidence';
import type { EvidenceHeader, EvidenceLine } from '../../src/review/evidence-model';
import { openSite } from '../support/site';

/** Signed evidence, and the script that verifies it. */

const script = join(__dirname, '../../scripts/verify-evidence.mjs');

const HEADER: EvidenceHeader = {
  site: 'example.atlassian.net',
  campaignId: '5f0c1c8e-9c7c-4a83-9d3c-2f4bb1f0a001',
  name: '=HYPERLINK("https://example.com") Ü',
  filter: { spaces: ['98306'], levels: [] },
  rules: { b: { months: 12 }, a: { months: 6 } },
  createdAt: '2026-11-01T09:00:00.000Z',
  exportedAt: '2026-11-29T09:00:00.000Z',
  coverage: { pages: 2, answered: 1, hiddenFromAllReviewers: 0, answeredWithinAMinute: 0 },
  notMeasured: ['Public links.'],
};
const LINES: readonly EvidenceLine[] = [
  {
    pageId: '1',
    spaceId: '98306',
    levelName: '@SUM(A1)',
    answer: 'still-right',
    answeredAt: '2026-11-02T09:00:00.000Z',
  },
  { pageId: '2', spaceId: '98306', answer: 'open' },
];
const manyLines = (count: number): readonly EvidenceLine[] =>
  Array.from({ length: count }, (_, index) => ({ pageId: String(index), spaceId: '98306', answer: 'open' }));

const pepper = (version: string, digit: string) => ({ [`PEPPER_V${version}`]: digit.repeat(64) });
const peppersOf = (environment: Readonly<Record<string, string>>): Peppers => {
  const peppers = readPeppers(environment);
  if (peppers === undefined) throw new Error('there is no pepper');
  return peppers;
};
const PEPPERS = peppersOf(pepper('1', 'a'));
const key = evidenceKeyOf(PEPPERS, 'installation');

/** Evaluates an expression over `files`, the given texts as buffers. */
function evaluate(files: readonly string[], expression: string): unknown {
  const code = `
    import { readFileSync } from 'node:fs';
    const { verifyEvidence } = await import('${pathToFileURL(script).href}');
    const files = JSON.parse(readFileSync(0, 'utf8')).map((text) => Buffer.from(text));
    console.log(JSON.stringify(${expression}));`;
  const options = { encoding: 'utf8', input: JSON.stringify(files), maxBuffer: 16 * 1024 * 1024 } as const;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', code], options));
}

it('signed evidence is valid in both formats, with any number of lines, also behind a byte order mark', () => {
  const files = [0, 1, 1_000, 1_001].flatMap((count) => {
    const { json, csv } = signEvidence(key, HEADER, manyLines(count));
    expect(JSON.parse(json)).toMatchObject({ header: HEADER, lines: manyLines(count) });
    return [json, csv, `\uFEFF${csv}`];
  });
  expect(evaluate(files, 'files.map((file) => verifyEvidence(file))')).toEqual(
    files.map(() => ({ key: key.publicKey })),
  );
});

it('one flipped bit anywhere makes evidence invalid', () => {
  const { json, csv } = signEvidence(key, HEADER, LINES);
  const accepted = `files.map((file) => {
    const accepted = [];
    for (let at = 0; at < file.length * 8; at += 1) {
      const flipped = Buffer.from(file);
      flipped[at >> 3] ^= 1 << (at & 7);
      if (!('problem' in verifyEvidence(flipped))) accepted.push(at >> 3);
    }
    return accepted;
  })`;
  expect(evaluate([json, csv], accepted)).toEqual([[], []]);
});

it('evidence that was shortened, extended, reordered or sealed as the other format is invalid', () => {
  const { json, csv } = signEvidence(key, HEADER, manyLines(2_001));
  const [, seal = ''] = /"seal":"(.*)"\}\n$/.exec(json) ?? [];
  const files = [
    json.slice(0, -1),
    `${json} `,
    ` ${json}`,
    json.replace('"seal"', '"note":"x",\n"seal"'),
    json.replace('"pageId":"7"', '"pageId":"8"'),
    json.replace(/\n\{[^\n]*"pageId":"2000"[^\n]*\}/, ''),
    json.replace(/"seal":"(.*)"\}\n$/, '"seal","$1"\r\n'),
    json.replace(seal, seal.split(' ').slice(0, -1).join(' ')),
    csv.replace(/\r\n"1000"/, '\r\n"0"'),
    '',
  ];
  expect(evaluate(files, `files.map((file) => 'problem' in verifyEvidence(file))`)).toEqual(files.map(() => true));
});

it('equal evidence has equal bytes, and no cell of the CSV is a formula', () => {
  const { json, csv } = signEvidence(key, HEADER, LINES);
  const reordered = { ...Object.fromEntries(Object.entries(HEADER).toReversed()), ...HEADER };
  expect(signEvidence(key, reordered, LINES)).toEqual({ json, csv, publicKey: key.publicKey });
  expect(csv).toContain(`"name","'=HYPERLINK(""https://example.com"") Ü"`);
  expect(csv).toContain(`"'@SUM(A1)"`);
  expect(csv).not.toContain('"=');
});

it('every installation has one key, which a new pepper does not change', () => {
  expect(evidenceKeyOf(PEPPERS, 'installation').publicKey).toBe(key.publicKey);
  expect(evidenceKeyOf(peppersOf({ ...pepper('1', 'a'), ...pepper('2', 'b') }), 'installation').publicKey).toBe(
    key.publicKey,
  );
  expect(evidenceKeyOf(PEPPERS, 'installed again').publicKey).not.toBe(key.publicKey);
  expect(evidenceKeyOf(peppersOf(pepper('2', 'b')), 'installation').publicKey).not.toBe(key.publicKey);
});

describe('npm run verify-evidence', () => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const verify = (text: string, ...options: readonly string[]) => {
    const file = join(folder, 'evidence.json');
    writeFileSync(file, text);
    const { status, stdout } = spawnSync(process.execPath, [script, file, ...options], { encoding: 'utf8' });
    return { status, stdout };
  };
  const { json, publicKey } = signEvidence(key, HEADER, LINES);

  it('exits with 0 for valid evidence, and says what this proves', () => {
    const { status, stdout } = verify(json);
    expect(status).toBe(0);
    expect(stdout).toContain(publicKey);
    expect(stdout).toContain('does not prove that reviewers read the pages');
    expect(verify(json, '--key', publicKey)).toMatchObject({ status: 0 });
  });

  it('accepts a key that begins with a hyphen', () => {
    const keys = Array.from({ length: 2_000 }, (_, index) => evidenceKeyOf(PEPPERS, `installation ${index}`));
    const hyphened = keys.find((one) => one.publicKey.startsWith('-'));
    if (hyphened === undefined) throw new Error('there is no such key');
    const signed = signEvidence(hyphened, HEADER, LINES);
    expect(verify(signed.json, '--key', signed.publicKey)).toMatchObject({ status: 0 });
    expect(verify(signed.json, '--key', publicKey)).toMatchObject({ status: 1 });
    expect(verify(json, '--key')).toMatchObject({ status: 1 });
  });

  it('exits with 1 for changed evidence, for the evidence of another key, and without a file', () => {
    expect(verify(json.replace('still-right', 'not-mine'))).toMatchObject({ status: 1 });
    const forged = signEvidence(evidenceKeyOf(PEPPERS, 'another installation'), HEADER, LINES).json;
    expect(verify(forged)).toMatchObject({ status: 0 });
    expect(verify(forged, '--key', publicKey)).toMatchObject({ status: 1 });
    expect(spawnSync(process.execPath, [script]).status).toBe(1);
  });
});

it('GET /v1/evidence-key returns the key of the installation to any key that may read', async () => {
  const site = openSite();
  try {
    const { key: reader } = await site.createKey({ classificationScope: 'read' });
    const read = () => site.rest('GET', '/v1/evidence-key', { key: reader });
    const [{ body }, again] = await Promise.all([read(), read()]);
    expect(body).toEqual({ algorithm: 'Ed25519', publicKey: expect.stringMatching(/^[\w-]{43}$/) });
    expect(again.body).toEqual(body);
    const { key: other } = await site.createKey({ classificationScope: 'none', detectionScope: 'manage' });
    expect(await site.rest('GET', '/v1/evidence-key', { key: other })).toMatchObject({ status: 403 });
  } finally {
    site.close();
  }
});
