import { seededRandom } from '../../../local/forge/seeded-random';
import { detect } from '../../../src/detection/engine/detect';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenAdf } from '../../../src/detection/text/adf';

/**
 * A form that one in ten random values has needs a word or a configured region. Each form is drawn ten thousand times in neutral
 * sentences, and fewer than one in ten may be findings.
 */

const VALUES = 10_000;
const PER_TEXT = 500;
const today = new Date('2026-01-15T00:00:00Z');
const everywhere = selectDetectors(builtInEngine, DEFAULT_POLICY);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const random = seededRandom(10);
const at = (text: string) => text.charAt(Math.floor(random() * text.length));
const valueOf = (form: string) => form.replace(/[9A]/g, (character) => at(character === '9' ? '0123456789' : LETTERS));
const SENTENCES = ['They wrote X there.', 'Wir sahen X am Ende.', 'Ensuite X est venu.', 'Luego vimos X allí.'];

function shareFound(form: string, selection = everywhere): number {
  let found = 0;
  for (let from = 0; from < VALUES; from += PER_TEXT) {
    const content = Array.from({ length: PER_TEXT }, (_, index) => ({
      type: 'paragraph',
      content: [{ type: 'text', text: (SENTENCES[index % SENTENCES.length] ?? '').replace('X', valueOf(form)) }],
    }));
    found += detect(flattenAdf({ type: 'doc', version: 1, content }), selection, today).winners.length;
  }
  return found / VALUES;
}

it.each([
  '999-99-9999',
  '999 99 9999',
  '999-999-9999',
  '(999) 999-9999',
  '999 999 9999',
  '(9999) 999999',
  '99 99 99 99 99',
  '99999-9999999-9',
  'AAAAA9999A',
  '9AA9-AA9-AA99',
  'A999999999',
  '99999999 9 AA9',
  '999-9999999-9',
  '9999 9999 9999',
  '999999-9999',
  '999999999',
  '99999999999',
  '9999999999999',
])('random values of the form %s are no findings', (form) => {
  expect(shareFound(form)).toBeLessThan(0.1);
});

it('a configured region is enough', () => {
  const inUnitedStates = selectDetectors(builtInEngine, { ...DEFAULT_POLICY, regions: ['US'] });
  expect(shareFound('999-99-9999', inUnitedStates)).toBeGreaterThan(0.5);
  expect(shareFound('(999) 999-9999', inUnitedStates)).toBeGreaterThan(0.1);
});
