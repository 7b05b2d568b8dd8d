import { basename } from 'node:path';
import { seededRandom } from '../../local/forge/seeded-random';

/**
 * A part of many cases, another one in each run. Jest prints the seed of the run, and `npm test -- --seed=<it>` repeats
 * the choice. `npm run test:slow` runs every case.
 */

/** True in `npm run test:slow`. */
export const RUNS_ALL = process.env['TEST_ALL'] === '1';

/** A test of `npm run test:slow` only. */
export const itSlow = Object.assign(
  (name: string, run: () => Promise<void>) => {
    if (RUNS_ALL) it(name, run);
  },
  {
    each:
      <T>(cases: readonly T[]) =>
      (name: string, run: (one: T) => Promise<void>) => {
        if (RUNS_ALL) it.each([...cases])(name, run);
      },
  },
);

/** Numbers from 0 to below 1, the same for the same seed, test and purpose. */
export function randomOfTest(purpose = ''): () => number {
  const { testPath, currentTestName } = expect.getState();
  let state = jest.getSeed();
  for (const char of `${basename(testPath ?? '')} ${currentTestName ?? ''} ${purpose}`)
    state = Math.imul(state ^ char.charCodeAt(0), 0x01_00_01_93);
  return seededRandom(state);
}

/** `count` of the cases, in their order. */
export function sample<T>(cases: readonly T[], count: number): readonly T[] {
  if (RUNS_ALL) return cases;
  const random = randomOfTest();
  return cases.filter((_case, index) => {
    const isChosen = random() < count / (cases.length - index);
    if (isChosen) count -= 1;
    return isChosen;
  });
}

/** The runs of a property that has `count` of them in `npm run test:slow`. */
export function runsOf(count: number): number {
  return RUNS_ALL ? count : Math.ceil(count / 4);
}

/** `count` of the numbers from 1 to `last`, for example of the platform calls at which an operation is interrupted. */
export function samplePoints(last: number, count: number): readonly number[] {
  return sample(
    Array.from({ length: last }, (_, index) => index + 1),
    count,
  );
}
