import * as z from 'zod';
import { LOCATION_KINDS } from '../../detection/text/flat-text';
import { FIELDS } from '../../findings/model';
import {
  expiryOfRedaction,
  EXPOSURES,
  FAILURES,
  isRedactionOver,
  MAX_SHOWN,
  METHODS,
  REDACTION_STATES,
  STAYING_PLACES,
  type RedactionRun,
} from '../../redaction/run-model';
import { ownsRun, type RunOwner } from '../../keys/key-line';
import { outcomesOf } from '../../redaction/outcomes';
import { readRedaction } from '../../redaction/run-store';
import { requireActiveCreator } from '../active-creator';
import { Problem } from '../problem';
import { together } from '../../platform/together';
import type { AuthorizedRequest } from '../route';
import { seePagesAmong } from '../visible-pages';
import { DETECTION_EXAMPLE } from './detection-schemas';
import { errorBody, errorOf } from './job-schemas';

/** How a redaction looks in answers. */

export const REDACTION_SCOPE = 'detection::write';
/** The results of a redaction are shown to keys that can read findings. */
export const REDACTION_RESULTS_SCOPE = 'detection::read';

const instant = z.iso.datetime({ precision: 3 });

const result = z
  .strictObject({
    detectionId: z.uuid(),
    pageId: z
      .string()
      .optional()
      .meta({ description: 'Absent where this key cannot see the page, or the page is not known yet.' }),
    status: z.enum(['waiting', 'redacted', 'would-be-redacted', 'failed']).meta({
      description:
        '`redacted`: the page was read back, and the value is no longer on it. `would-be-redacted`: of a dry run.',
    }),
    reason: z.enum(FAILURES).optional().meta({
      description:
        'Why it failed. `not-found`: there is no such open finding, or this key cannot see its page now. `not-there-any-more`: the value is not found on the page now. `not-editable`: the creator of the key may not edit the page. `archived`. `unpublished-changes`: somebody has a draft of the page, which a new version would end. `cannot-redact`: a copy is where nothing can be taken out, see `field`. `conflict`: the page was changed at every attempt. `refused`: Confluence did not take the page without the value. `not-possible`: the platform does not let the app edit for the creator. `unavailable`: something did not answer; the value may be gone. `stopped`: see `error`. More values may come.',
    }),
    field: z.enum(STAYING_PLACES).optional().meta({
      description:
        'Where a copy would stay. `inline-selection`: in the text that an inline comment is about, of which Confluence keeps a copy that nobody can edit; deleting the comment deletes it. More values may come.',
    }),
  })
  .meta({ id: 'RedactionResult' });

const page = z
  .strictObject({
    pageId: z.string(),
    places: z
      .array(
        z.strictObject({
          field: z.enum(FIELDS),
          kind: z.enum(LOCATION_KINDS).meta({ description: 'In what it stands. More values may come.' }),
          count: z.int(),
        }),
      )
      .meta({ description: 'Where something was taken out, or would be, copies included.' }),
    cuts: z
      .array(
        z.strictObject({
          field: z.enum(FIELDS),
          contentId: z.string().optional().meta({ description: 'The id of the comment. Absent: the page.' }),
          kind: z.enum(LOCATION_KINDS),
          before: z
            .string()
            .meta({ description: 'The value, masked, with its surroundings. Other values are masked.' }),
          after: z.string().meta({ description: 'The same text with the marker in place of the value.' }),
        }),
      )
      .optional()
      .meta({ description: `Only for a dry run: what would be cut. The first ${MAX_SHOWN} of the redaction.` }),
    uncertainPlaces: z
      .strictObject({
        count: z.int(),
        locations: z
          .array(
            z.strictObject({
              field: z.enum(FIELDS),
              contentId: z.string().optional().meta({ description: 'The id of the comment. Absent: the page.' }),
              kind: z.enum(LOCATION_KINDS),
              pointer: z.string().meta({
                description:
                  'A JSON pointer to the string; empty: the source itself. A name that people chose reads `••••••••`.',
              }),
              start: z.int().meta({ description: 'Offset in the string, in UTF-16 code units.' }),
              end: z.int().meta({ description: 'The end of it, not included.' }),
              version: z
                .int()
                .optional()
                .meta({ description: 'The older version. Absent: the version that was, or would be, written.' }),
            }),
          )
          .meta({ description: `The first ${MAX_SHOWN} of the redaction.` }),
      })
      .meta({
        description:
          'Places that only resemble a value, for example the same digits in other groups, or the value as part of a longer token. They stay as they are. Check them.',
      }),
    versionBefore: z.int().optional().meta({ description: 'The last version with the values.' }),
    versionAfter: z.int().optional().meta({ description: 'The version without them.' }),
    method: z.enum(METHODS).optional().meta({
      description:
        'Who took the values out of title and body: `edit`, the app; `guard`, Atlassian Guard, in part at least, which keeps them for those who may restore them. More values may come.',
    }),
    comments: z
      .array(
        z.strictObject({
          commentId: z.string(),
          field: z.enum(['footer-comment', 'inline-comment']),
          versionBefore: z.int(),
          versionAfter: z.int(),
        }),
      )
      .meta({ description: 'The comments of the page that were written.' }),
    inlineSelections: z.array(z.string()).meta({
      description:
        'Inline comments for which Confluence keeps a copy of the text that they are about, with a value in it: a hundred at most. The app cannot edit these copies; to delete the comment deletes them.',
    }),
    versionsDeleted: z
      .array(z.strictObject({ commentId: z.string().optional(), version: z.int() }))
      .meta({ description: 'Older versions that were deleted, or would be; of a comment where one is named.' }),
    historyExposed: z.boolean().meta({
      description:
        'true = the values are, or may be, in older versions of the page or of the comments. With `cleanHistory` it is looked at what is left.',
    }),
    historyReason: z.enum(EXPOSURES).optional().meta({
      description:
        'With `cleanHistory`, why. `not-allowed`: the creator of the key may not delete versions. `refused`: Confluence does not delete one. `too-many`: there are more than a redaction deletes; start another one. `unreadable`: one cannot be read. `unavailable`: something did not answer. More values may come.',
    }),
  })
  .meta({ id: 'RedactedPage' });

export const redactionBody = z
  .strictObject({
    redactionId: z.uuid(),
    state: z.enum(REDACTION_STATES).meta({
      description:
        '`queued`: waits for its turn, or has not begun. `running`. `finished`. `failed`: it stopped before its end. `cancelled`: by a site admin; pages that it had begun were brought to their end.',
    }),
    dryRun: z.boolean().meta({ description: 'true = nothing is written.' }),
    total: z.int().meta({
      description:
        'Of findings: those that were named, and others of the same values on their pages, as far as this key can see the pages now.',
    }),
    done: z.int().meta({ description: 'How many of them are decided, failed ones included.' }),
    failed: z.int(),
    createdAt: instant,
    finishedAt: instant.optional(),
    expiresAt: instant.meta({ description: 'When the redaction is forgotten; what it did is not undone.' }),
    error: errorBody.optional(),
    results: z.array(result),
    pages: z.array(page).meta({ description: 'The pages that were read and that this key can see now.' }),
    _links: z.strictObject({ self: z.string() }),
  })
  .meta({ id: 'Redaction', description: 'Values, taken out of pages in the background.' });

const REDACTION_ID = '6c2d0f1b-8f35-5a7e-b1c4-2e9d7a5f3b60';

export const REDACTION_EXAMPLE = {
  redactionId: REDACTION_ID,
  state: 'finished' as const,
  dryRun: false,
  total: 1,
  done: 1,
  failed: 0,
  createdAt: '2026-11-21T09:30:00.000Z',
  finishedAt: '2026-11-21T09:30:02.000Z',
  expiresAt: '2026-12-21T09:30:00.000Z',
  results: [
    { detectionId: DETECTION_EXAMPLE.detectionId, pageId: DETECTION_EXAMPLE.pageId, status: 'redacted' as const },
  ],
  pages: [
    {
      pageId: DETECTION_EXAMPLE.pageId,
      places: [
        { field: 'body' as const, kind: 'text' as const, count: 2 },
        { field: 'title' as const, kind: 'plain' as const, count: 1 },
      ],
      uncertainPlaces: { count: 0, locations: [] },
      versionBefore: 3,
      versionAfter: 4,
      method: 'edit' as const,
      comments: [],
      inlineSelections: [],
      versionsDeleted: [],
      historyExposed: true,
    },
  ],
  _links: { self: `/v1/redaction/${REDACTION_ID}` },
};

export const redactionPathParameters = z.strictObject({
  redactionId: z
    .uuid({ error: 'must be a UUID' })
    .meta({ description: 'The id of the redaction.', examples: [REDACTION_ID], maxLength: 36 })
    .transform((id) => id.toLowerCase()),
});

type RedactionBody = z.infer<typeof redactionBody>;

/**
 * @returns the redaction as the key of the request can see it now
 * @throws Problem 401, HostError, StorageUnavailableError
 */
export async function readRedactionBody(request: AuthorizedRequest, run: RedactionRun): Promise<RedactionBody> {
  const [body = toRedactionBody(run, () => false)] = await readRedactionBodies(request, [run]);
  return body;
}

/** @param runs whose pages fit into one call to Confluence, as `firstRuns` returns them. @throws as readRedactionBody */
export async function readRedactionBodies(
  request: AuthorizedRequest,
  runs: readonly RedactionRun[],
): Promise<readonly RedactionBody[]> {
  const pageIds = runs.flatMap(({ record }) => record.data.pages.map(({ pageId }) => pageId));
  const count = runs.reduce((sum, run) => sum + countRedactionPages(run), 0);
  const visible = await seePagesAmong(request, pageIds, count, REDACTION_RESULTS_SCOPE);
  return runs.map((run) => toRedactionBody(run, (pageId) => visible.has(pageId)));
}

/** How many pages Confluence is asked about: one for each named finding, or the page that was named. */
export function countRedactionPages({ record }: RedactionRun): number {
  const { pages, unknown } = record.data;
  return Math.max(
    pages.length,
    pages.reduce((sum, { named }) => sum + named, unknown.length),
  );
}

export function toRedactionBody(run: RedactionRun, isVisible: (pageId: string) => boolean): RedactionBody {
  const { redactionId, record } = run;
  const { createdAt, state, data } = record;
  const { dryRun, finishedAt, stoppedBy } = data;
  const { findings, pages } = outcomesOf(run, isVisible);
  return {
    redactionId,
    state,
    dryRun,
    total: findings.length,
    done: findings.filter(({ status }) => status !== 'waiting').length,
    failed: findings.filter(({ status }) => status === 'failed').length,
    createdAt,
    ...(finishedAt === undefined ? {} : { finishedAt }),
    expiresAt: expiryOfRedaction(run).toISOString(),
    ...(stoppedBy === undefined ? {} : { error: errorOf(stoppedBy) }),
    results: findings.map(({ findingId, ...outcome }) => ({ detectionId: findingId, ...outcome })),
    pages: pages.map(({ places, cuts, uncertainPlaces, comments, inlineSelections, versionsDeleted, ...page }) => ({
      ...page,
      places: [...places],
      ...(cuts === undefined ? {} : { cuts: [...cuts] }),
      uncertainPlaces: { count: uncertainPlaces.count, locations: [...uncertainPlaces.locations] },
      comments: [...comments],
      inlineSelections: [...inlineSelections],
      versionsDeleted: [...versionsDeleted],
    })),
    _links: { self: `/v1/redaction/${redactionId}` },
  };
}

function ownerOf({ record }: RedactionRun): RunOwner {
  return { keyId: record.data.keyId, lineList: record.lineList };
}

/** How often to ask, in seconds. */
export function redactionHeaders(run: RedactionRun): Readonly<Record<string, string>> {
  return isRedactionOver(run) ? {} : { 'Retry-After': '5' };
}

/**
 * A redaction that the key of the request has made, or another key of its line.
 * @throws Problem 404 for every other; 401 where the creator of the key is gone, HostError
 */
export async function requireOwnRedaction(request: AuthorizedRequest, redactionId: string): Promise<RedactionRun> {
  const { storage, key, now } = request;
  const [{ run }] = await together([readRedaction(storage, redactionId), requireActiveCreator(request)] as const);
  if (run === undefined || !ownsRun(key, 'redactions', ownerOf(run)) || now >= expiryOfRedaction(run))
    throw new Problem('REDACTION_NOT_FOUND');
  return run;
}
