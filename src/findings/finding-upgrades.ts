import * as z from 'zod';
import { BAR, EXCERPT_VERSION, maskPointer } from '../detection/masking';
import type { RowUpgrade } from '../platform/row-upgrades';

/** Earlier shapes of findings, entity `detection`. */

/** The members of a row that the upgrade needs; rows that cannot be read as a finding have them too. */
const excerptRow = z.looseObject({ data: z.looseObject({ excerptVersion: z.unknown().optional() }) });
/** With the names in its pointers masked. */
const maskedLocation = z.looseObject({
  ranges: z.array(z.looseObject({ pointer: z.string().transform(maskPointer) })),
});

/** Excerpts that other rules built lose their context, and their pointers lose their names: both may show a value. */
const maskedExcerpt: RowUpgrade = {
  name: `excerpt${EXCERPT_VERSION}`,
  upgrade: (row) => {
    const parsed = excerptRow.safeParse(row).data;
    if (parsed === undefined || parsed.data.excerptVersion === EXCERPT_VERSION) return undefined;
    const location = maskedLocation.safeParse(parsed.data['location']).data;
    const data = { ...parsed.data, maskedExcerpt: BAR, excerptVersion: EXCERPT_VERSION };
    return { ...row, data: location === undefined ? data : { ...data, location } };
  },
};

export const FINDING_UPGRADES: readonly RowUpgrade[] = [maskedExcerpt];
