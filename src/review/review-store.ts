import * as z from 'zod';
import { instant } from '../platform/instant';
import { storedRecord, storedRows } from '../platform/stored-rows';
import { VERDICTS } from '../exposure/audience';

/** The last review of a page: entity `governance`, row key = `review:<pageId>`. It has no account id and no title. */

const reviewRecord = storedRecord({
  kind: z.literal('review'),
  /** A person set this date for the next review. Omitted: none. */
  dueAt: instant.optional(),
  data: z.strictObject({
    reviewedAt: instant.optional(),
    /** The level that was reviewed. Omitted: the page had none. */
    levelId: z.uuid().optional(),
    /** The verdict of exposure when it was reviewed. */
    exposure: z.enum([...VERDICTS, 'not-ruled']).optional(),
    /** The page was passed on to the admins of its space. */
    passedOnAt: instant.optional(),
  }),
});

export type ReviewRecord = z.infer<typeof reviewRecord>;

export const REVIEW_ROWS = storedRows('governance', reviewRecord);

export const reviewKey = (pageId: string) => `review:${pageId}`;
export const pageIdIn = (key: string) => key.slice(key.indexOf(':') + 1);
