import { createHash } from 'node:crypto';
import { detect } from '../../src/detection/engine/detect';
import { builtInEngine } from '../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';
import { flattenPlain } from '../../src/detection/text/flat-text-builder';

/** Generated keys of any length and encoding are found completely; no rule mistakes them for code. */

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const today = new Date('2026-01-15T00:00:00Z');
const KEYS = 150;

const keyOf = (bytes: number, number: number) => createHash('sha512').update(`${number}`).digest().subarray(0, bytes);

const isFound = (lead: string, key: string) => {
  const text = lead + key;
  const { winners } = detect(flattenPlain(text), selection, today);
  return winners.some(({ scored: { start, end } }) => text.slice(start, end) === key);
};

const encodings = ['base64', 'base64url', 'hex'] as const;

it.each(encodings.flatMap((encoding) => [16, 20, 24, 32, 48].map((bytes) => ({ encoding, bytes }))))(
  'the engine finds 98 of 100 keys of $bytes bytes in $encoding',
  ({ encoding, bytes }) => {
    const keys = Array.from({ length: KEYS }, (_, number) => keyOf(bytes, number).toString(encoding));
    for (const lead of ['client_secret: ', 'SECRET_KEY=', 'password: ']) {
      expect(keys.filter((key) => isFound(lead, key)).length).toBeGreaterThanOrEqual(0.98 * KEYS);
    }
  },
);
