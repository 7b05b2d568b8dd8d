import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newPepper } from '../local/forge/variables';
import { generateKey } from '../src/keys/generate-key';
import { computeMac, MAC_ALGORITHM } from '../src/keys/key-secrets';
import type { ApiKeyRecord } from '../src/keys/model';
import { presentKey, verifyKey } from '../src/keys/verify-key';
import { systemRandom } from '../src/platform/random';
import { readPeppers } from '../src/platform/secrets';
import type { Row } from '../src/platform/storage';
import { median, printTable } from './support';

/**
 * Measures the processor time for the verification of an API key, compared with better-auth 1.7.5. Both alternate in
 * one run, with their keys in memory and no rate limit.
 */

const ROUNDS = 5;
const REQUESTS = 1_000;
const OTHER = join(__dirname, 'better-auth');

type Times = Readonly<Record<'good' | 'unknown', number>>;

function ours(): Times & { readonly malformed: number } {
  const installationId = 'ari:cloud:ecosystem::installation/00000000-0000-4000-8000-000000000001';
  const peppers = readPeppers({ PEPPER_V1: newPepper() });
  if (peppers === undefined) throw new Error('no pepper');
  const [pepper] = peppers;
  const generated = generateKey(pepper, installationId, systemRandom);
  const other = generateKey(pepper, installationId, systemRandom);
  const expiresAt = '2099-01-01T00:00:00.000Z';
  const mac = computeMac(pepper, installationId, { ...generated, createdBy: 'admin', expiresAt });
  const record: ApiKeyRecord = {
    v: 1,
    rev: 1,
    name: 'Bench',
    mac: mac.toString('base64url'),
    macAlg: MAC_ALGORITHM,
    pepperVersion: pepper.version,
    createdBy: 'admin',
    createdAt: '2026-01-01T00:00:00.000Z',
    expiresAt,
    classificationScope: 'write',
    detectionScope: 'none',
    levelLimit: [],
    spaceLimit: [],
  };
  const rows = new Map<string, Row>([[generated.keyId, { revision: 1, value: record }]]);
  const now = new Date('2026-11-21T00:00:00.000Z');

  const verify = (key: string): boolean => {
    const presentation = presentKey([key], peppers, installationId);
    if (presentation.outcome !== 'presented') return false;
    const row = rows.get(presentation.key.keyId) ?? { revision: 'absent', value: undefined };
    return verifyKey(presentation.key, row, installationId, now).outcome === 'verified';
  };
  const measure = (key: string, isValid: boolean): number => {
    const before = process.cpuUsage();
    for (let turn = 0; turn < REQUESTS; turn += 1) {
      if (verify(key) !== isValid) throw new Error('the key was not verified as it should be');
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / REQUESTS;
  };
  const malformed = generated.key.slice(0, -1) + (generated.key.endsWith('0') ? '1' : '0');
  // The first round warms up.
  for (const key of [generated.key, other.key, malformed]) measure(key, key === generated.key);
  return {
    good: measure(generated.key, true),
    unknown: measure(other.key, false),
    malformed: measure(malformed, false),
  };
}

function theirs(): Times {
  return JSON.parse(execFileSync(process.execPath, ['verify.mjs'], { cwd: OTHER, encoding: 'utf8' })) as Times;
}

if (!existsSync(join(OTHER, 'node_modules'))) {
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: OTHER, stdio: ['ignore', 2, 2] });
}
const rounds = Array.from({ length: ROUNDS }, () => ({ ours: ours(), theirs: theirs() }));
const row = (name: string, own: number, other: number) => [
  name,
  own.toFixed(1),
  other.toFixed(1),
  (other / own).toFixed(1),
];
const good = rounds.map((round) => round.ours.good);
const unknown = rounds.map((round) => round.ours.unknown);
const otherUnknown = median(rounds.map(({ theirs: times }) => times.unknown));
console.log(`Processor time to verify an API key, median of ${ROUNDS} rounds of ${REQUESTS}\n`);
printTable(
  ['Key', 'App µs', 'better-auth µs', 'better-auth compared with the app'],
  [
    row('valid', median(good), median(rounds.map(({ theirs: times }) => times.good))),
    row('well-formed, but unknown', median(unknown), otherUnknown),
    row('with a wrong character', median(rounds.map((round) => round.ours.malformed)), otherUnknown),
  ],
);
