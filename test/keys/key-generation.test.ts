import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { randomIdFrom, secretFrom } from '../../src/keys/key-format';

type ByteSource = (count: number) => Uint8Array;

/** The same bytes at every run, from the key stream of AES in counter mode. */
function seededBytes(seed: string): ByteSource {
  const cipher = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16));
  let pool = Buffer.alloc(0);
  return (count) => {
    if (pool.length < count) pool = Buffer.concat([pool, cipher.update(Buffer.alloc(65_536))]);
    const taken = pool.subarray(0, count);
    pool = pool.subarray(count);
    return taken;
  };
}

/** Pearson's statistic of at least this many characters against an even distribution over `letters`. */
function chiSquare(make: () => string, characters: number, letters: number): number {
  const counts = new Map<string, number>();
  let total = 0;
  while (total < characters) {
    const text = make();
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
    total += text.length;
  }
  const expected = total / letters;
  const seen = [...counts.values()];
  // A letter that never occurred counts in full.
  const absent = (letters - seen.length) * expected;
  return absent + seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

function many(count: number, make: () => string): () => string {
  return () => Array.from({ length: count }, make).join('');
}

const OF_62 = { p001: 100.888, p0000001: 136.66 };
const OF_32 = { p001: 61.098, p0000001: 90.44 };

describe('T2: the generator', () => {
  it('distributes secrets evenly over 620,000 characters of a fixed source (p > 0.001)', () => {
    const bytes = seededBytes('secret');
    expect(
      chiSquare(
        many(1_000, () => secretFrom(bytes)),
        620_000,
        62,
      ),
    ).toBeLessThan(OF_62.p001);
  });

  it('distributes secrets evenly over 620,000 characters of the real source (p > 0.0000001)', () => {
    expect(
      chiSquare(
        many(1_000, () => secretFrom(randomBytes)),
        620_000,
        62,
      ),
    ).toBeLessThan(OF_62.p0000001);
  });

  it('has no bias of a plain remainder, which this test detects', () => {
    const letters = Array.from({ length: 62 }, (_, index) => String.fromCharCode(0x40 + index)).join('');
    const biased = () => Array.from(randomBytes(43), (byte) => letters.charAt(byte % 62)).join('');
    expect(chiSquare(many(1_000, biased), 620_000, 62)).toBeGreaterThan(OF_62.p0000001);
  });

  it('distributes ids evenly (p > 0.001 for a fixed source, p > 0.0000001 for the real one)', () => {
    const bytes = seededBytes('id');
    expect(
      chiSquare(
        many(1_000, () => randomIdFrom(bytes)),
        320_000,
        32,
      ),
    ).toBeLessThan(OF_32.p001);
    expect(
      chiSquare(
        many(1_000, () => randomIdFrom(randomBytes)),
        320_000,
        32,
      ),
    ).toBeLessThan(OF_32.p0000001);
  });

  it('draws again exactly for the bytes that would favor some characters', () => {
    const asked: number[] = [];
    // The eight bytes that a plain remainder would map once too often, then 247 (the last valid one) and 0.
    const bytes: ByteSource = (count) => {
      asked.push(count);
      const first = asked.length === 1 ? [248, 249, 250, 251, 252, 253, 254, 255, 247] : [];
      return Uint8Array.from({ length: count }, (_, index) => first[index] ?? 0);
    };
    expect(secretFrom(bytes)).toBe(`z${'0'.repeat(42)}`);
    expect(asked).toEqual([43, 8]);
  });

  it('uses all 62 digits in order', () => {
    let next = 0;
    const counting: ByteSource = (count) => Uint8Array.from({ length: count }, () => next++ % 248);
    const text = Array.from({ length: 62 }, () => secretFrom(counting)).join('');
    expect(text.slice(0, 62)).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  });
});

describe('T2: ids do not repeat', () => {
  const duplicatesAmong = (count: number, bytes: ByteSource) => {
    const ids = new Set<string>();
    for (let made = 0; made < count; made += 1) ids.add(randomIdFrom(bytes));
    return count - ids.size;
  };

  it('creates a million ids without a duplicate from a fixed source', () => {
    expect(duplicatesAmong(1_000_000, seededBytes('million'))).toBe(0);
  });

  it('creates 200,000 ids with at most one duplicate from the real source', () => {
    // With 50 bits, one duplicate has a probability of 1 in 56,000, two have 1 in 6 thousand million.
    expect(duplicatesAmong(200_000, randomBytes)).toBeLessThanOrEqual(1);
  });
});

describe('T2: random bytes and time are parameters', () => {
  const root = join(__dirname, '../..');
  const script = `
    import { ESLint } from 'eslint';
    const eslint = new ESLint({
      cwd: process.cwd(),
      overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
      ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax',
    });
    const found = {};
    for (const [file, code] of JSON.parse(process.argv[1])) {
      const [{ messages }] = await eslint.lintText(code, { filePath: file });
      found[file + ' ' + code] = messages.map(({ ruleId, message }) => ruleId ?? message);
    }
    console.log(JSON.stringify(found));
  `;
  const banned = ['Math.random();', 'Date.now();', 'new Date();', 'Date();'];
  const cases = [
    ...['src/keys/x.ts', 'src/rest/x.ts', 'src/admin/x.ts', 'src/index.ts'].flatMap((file) =>
      banned.map((code) => [file, code] as const),
    ),
    ['src/keys/x.ts', 'new Date(0);'],
    ['src/keys/x.ts', 'Date.parse("2026-01-01");'],
    ['src/platform/clock.ts', 'new Date();'],
  ] as const;

  it('the linter refuses other sources of either outside the platform', () => {
    const args = ['--input-type=module', '-e', script, JSON.stringify(cases)];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(stderr).toBe('');
    const isBanned = (file: string, code: string) => banned.includes(code) && !file.startsWith('src/platform');
    expect(JSON.parse(stdout)).toEqual(
      Object.fromEntries(
        cases.map(([file, code]) => [`${file} ${code}`, isBanned(file, code) ? ['no-restricted-syntax'] : []]),
      ),
    );
  });
});
