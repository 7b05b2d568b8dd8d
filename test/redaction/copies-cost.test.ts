import { builtInEngine } from '../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';
import { findCopies, prepareValues } from '../../src/redaction/page/copies';

/** The search for copies takes time linear in the text, not quadratic. */

const options = { selection: selectDetectors(builtInEngine, DEFAULT_POLICY), today: new Date('2026-11-22') };

const VALUE = '#$#$#$#$';
const values = prepareValues([
  {
    detectorId: 'password',
    fingerprint: 'of the password',
    value: VALUE,
    normalized: undefined,
    ignoresCase: false,
    maskedExcerpt: '',
    isInAddress: false,
    marker: '█',
  },
]);

/** The number of characters that are read. */
function stepsFor(text: string): number {
  const read = jest.spyOn(String.prototype, 'charAt');
  try {
    findCopies(text, values, [], options);
    return read.mock.calls.length;
  } finally {
    read.mockRestore();
  }
}

it('the search for copies reads four times as many characters for a run of value characters that is four times as long', () => {
  const run = (length: number) => `${'#$'.repeat(length / 2)}a`;
  const [short, long] = [stepsFor(run(1_000)), stepsFor(run(4_000))];
  expect(short).toBeGreaterThan(1_000);
  expect(long / short).toBeLessThan(5);
});
