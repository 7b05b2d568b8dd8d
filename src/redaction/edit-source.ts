import type { Block } from '../detection/text/flat-text';
import { applyCuts, type Cut, insteadOf } from './cut';

/** What an address becomes that held a value: no part of it leads anywhere any more. */
const NO_ADDRESS = '#';

/**
 * Takes values out of a source that is one string: a title, a body in storage format. Every character outside of the cuts
 * stays as it is.
 */
export function editSource(source: string, cuts: readonly Cut[], blocks: readonly Block[]): string {
  const addresses = blocks
    .filter(({ kind }) => kind === 'link')
    .map(({ segments }) => ({ start: segments[0]?.from ?? 0, end: segments.at(-1)?.to ?? 0 }));
  const stringCuts = cuts.flatMap((cut) =>
    cut.ranges.map(({ start, end }, index) => {
      const address = cut.kind === 'link' ? addresses.find((one) => one.start <= start && end <= one.end) : undefined;
      return address === undefined
        ? { start, end, instead: insteadOf(cut, index) }
        : { ...address, instead: NO_ADDRESS };
    }),
  );
  return applyCuts(source, stringCuts);
}
