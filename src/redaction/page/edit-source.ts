import type { Block } from '../../detection/text/flat-text';
import { applyCuts, type Cut, replacementOf } from './cut';

/** The replacement of an address that held a value. It leads nowhere. */
const NO_ADDRESS = '#';

/**
 * Removes values from a source that is one string: a title, or a body in storage format. Every character outside the
 * cuts stays unchanged.
 */
export function editSource(source: string, cuts: readonly Cut[], blocks: readonly Block[]): string {
  const addresses = blocks
    .filter(({ kind }) => kind === 'link')
    .map(({ segments }) => ({ start: segments[0]?.from ?? 0, end: segments.at(-1)?.to ?? 0 }));
  const stringCuts = cuts.flatMap((cut) =>
    cut.ranges.map(({ start, end }, index) => {
      const address = cut.kind === 'link' ? addresses.find((one) => one.start <= start && end <= one.end) : undefined;
      return address === undefined
        ? { start, end, replacement: replacementOf(cut, index) }
        : { ...address, replacement: NO_ADDRESS };
    }),
  );
  return applyCuts(source, stringCuts);
}
