import * as z from 'zod';
import { neededFor } from '../../classification/content-type';
import { LOCATION_KINDS } from '../../detection/text/flat-text';
import { FIELDS } from '../../findings/model';
import {
  EXPOSURES,
  FAILURES,
  MAX_SHOWN,
  METHODS,
  OTHER_CHANGES,
  type RedactionRecord,
  type RedactionRun,
  REMAINING_PLACES,
} from '../../redaction/run-model';
import { outcomesOf, type RedactionOutcomes } from '../../redaction/outcomes';
import { REDACTIONS } from '../../redaction/redaction-kind';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { readParameters } from '../middleware/input';
import { Problem } from '../problem';
import type { AuthorizedRequest } from '../route';
import type { PlacedRun } from '../../runs/placed-run';
import { finalState, type ShownState } from '../../runs/shown-state';
import { requireOwnRun, type RunResource, type RunStanding, standingOf } from '../run-requests';
import { seePagesAmong } from '../visible-pages';
import { DETECTION_EXAMPLE } from './detection-schemas';
import { contentType } from './page-level-schemas';
import { errorBody, errorOf, stateBody, waitingBody } from './run-schemas';

/** Redactions in responses. */

export const REDACTION_SCOPE = 'detection::write';
/** The results of a redaction require the scope for reading findings. */
export const REDACTION_RESULTS_SCOPE = 'detection::read';

const ordinal = z.int().min(1).optional();
const instant = z.iso.datetime({ precision: 3 });

const result = z
  .strictObject({
    detectionId: z.uuid(),
    pageId: z
      .string()
      .optional()
      .meta({ description: 'Absent if this key cannot see the page, or the page is not known yet.' }),
    status: z.enum(['waiting', 'redacted', 'would-be-redacted', 'failed']).meta({
      description: '`redacted`: verified that the value is no longer on the page. `would-be-redacted`: in a dry run.',
    }),
    reason: z.enum(FAILURES).optional().meta({
      description:
        'Why it failed. `not-found`: no such open finding, or this key cannot see its page now. `not-there-any-more`: the value is no longer on the page. `not-editable`: the creator of the key may not edit the page. `archived`: the page is archived. `unpublished-changes`: the page has a draft, which a new version would discard. `cannot-redact`: a copy is in a place that cannot be edited, such as a comment that the creator may not edit, see `field`; copies elsewhere are cut. `conflict`: the page changed during every attempt. `refused`: Confluence rejected the page without the value. `not-possible`: the creator can no longer use Confluence. `unavailable`: Confluence did not respond; the value may have been removed. `stopped`: see `error`. More values may be added.',
    }),
    field: z.enum(REMAINING_PLACES).optional().meta({
      description:
        'The place of the remaining copy. `inline-selection`: the highlighted text of an inline comment. Confluence keeps a copy of it that cannot be edited; deleting the comment deletes it. More values may be added.',
    }),
  })
  .meta({ id: 'RedactionResult' });

const page = z
  .strictObject({
    pageId: z.string(),
    contentType,
    places: z
      .array(
        z.strictObject({
          field: z.enum(FIELDS),
          kind: z
            .enum(LOCATION_KINDS)
            .meta({ description: 'The kind of content that contains it. More values may come.' }),
          count: z.int(),
        }),
      )
      .meta({ description: 'The redacted places, or in a dry run the places to redact, including copies.' }),
    cuts: z
      .array(
        z.strictObject({
          field: z.enum(FIELDS),
          contentId: z.string().optional().meta({ description: 'The id of the comment. Absent: the page.' }),
          kind: z.enum(LOCATION_KINDS),
          place: z
            .strictObject({
              heading: ordinal.meta({ description: 'The heading above it, of all headings. Absent: none.' }),
              table: ordinal.meta({ description: 'The table that contains it, of all tables. Absent: none.' }),
              row: ordinal.meta({ description: 'Its row in this table.' }),
              column: ordinal.meta({ description: 'Its column in this table.' }),
            })
            .optional()
            .meta({ description: 'Where it is in the page or the comment, in numbers from 1.' }),
          before: z
            .string()
            .meta({ description: 'The masked value with its surroundings. Other values are masked too.' }),
          after: z.string().meta({ description: 'The same text with the marker in place of the value.' }),
        }),
      )
      .optional()
      .meta({ description: `Only in a dry run: the planned cuts. At most the first ${MAX_SHOWN}.` }),
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
                  'A JSON pointer to the string. Empty: the source itself. User-defined names are shown as `••••••••`.',
              }),
              start: z.int().meta({ description: 'Offset in the string, in UTF-16 code units.' }),
              end: z.int().meta({ description: 'The exclusive end offset.' }),
              version: z
                .int()
                .optional()
                .meta({ description: 'The older version. Absent: the new version, or in a dry run the planned one.' }),
            }),
          )
          .meta({ description: `At most the first ${MAX_SHOWN} of the redaction.` }),
      })
      .meta({
        description:
          'Places that only resemble a value, for example the same digits in other groups, or the value inside a longer token. Copies in a comment that cannot be edited are listed too. They are not changed: review them.',
      }),
    versionBefore: z.int().optional().meta({ description: 'The latest version that contains the values.' }),
    versionAfter: z.int().optional().meta({ description: 'The version without the values.' }),
    method: z.enum(METHODS).optional().meta({
      description:
        'How the title and body were redacted. `edit`: by the app. `guard`: at least partly by Atlassian Guard, which keeps the values for users who may restore them. More values may be added.',
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
      .meta({ description: 'The comments of the page that were changed.' }),
    inlineSelections: z.array(z.string()).meta({
      description:
        'Inline comments whose highlighted text contains a value; at most 100. Confluence keeps a copy of that text that the app cannot edit. Deleting the comment deletes the copy.',
    }),
    otherChanges: z.enum(OTHER_CHANGES).optional().meta({
      description:
        'Changes of the page or its comments beside the cuts, found by a comparison of the versions. Absent: none. `content`: Confluence stored other parts of the page or of a comment differently. `editor`: Confluence moved the page to the legacy editor. `unknown`: the versions could not be compared. Compare them in the page history. More values may be added.',
    }),
    versionsDeleted: z.array(z.strictObject({ commentId: z.string().optional(), version: z.int() })).meta({
      description:
        'The deleted older versions, or in a dry run those to delete. With a comment id: versions of the comment.',
    }),
    historyExposed: z.boolean().meta({
      description:
        'true = older versions of the page or its comments contain, or may contain, the values. With `cleanHistory`, this describes the remaining versions: `false` means that all were searched and none contains a value.',
    }),
    historyReason: z.enum(EXPOSURES).optional().meta({
      description:
        'With `cleanHistory`, the reason. `not-allowed`: the creator of the key may not delete versions. `refused`: Confluence refused to delete a version. `too-many`: more versions than one redaction deletes; start another redaction. `unreadable`: a version cannot be read. `unavailable`: Confluence did not respond. More values may be added.',
    }),
  })
  .meta({ id: 'RedactedPage' });

export const redactionBody = z
  .strictObject({
    redactionId: z.uuid(),
    state: stateBody(
      '`succeeded`: no finding failed, and with `cleanHistory` no older version may still have a value. `partial`: some did. `failed`: every finding failed, or the redaction ended early. `cancelled`: by its key or a site admin; a page in progress was completed.',
    ),
    dryRun: z.boolean().meta({ description: 'true = changes nothing.' }),
    total: z.int().meta({
      description:
        'Counts of findings: the requested ones, and others with the same values on their pages, on pages that this key can see now.',
    }),
    done: z.int().meta({ description: 'The number of processed findings, including failed ones.' }),
    failed: z.int(),
    createdAt: instant,
    finishedAt: instant.optional(),
    expiresAt: instant.meta({
      description: 'When the record of the redaction is deleted. The redaction itself stays in effect.',
    }),
    error: errorBody.optional(),
    waiting: waitingBody.optional(),
    results: z.array(result),
    pages: z.array(page).meta({ description: 'The processed pages that this key can see now.' }),
    _links: z.strictObject({ self: z.string() }),
  })
  .meta({ id: 'Redaction', description: 'A redaction of values on pages, run in the background.' });

const REDACTION_ID = '6c2d0f1b-8f35-5a7e-b1c4-2e9d7a5f3b60';

export const REDACTION_EXAMPLE = {
  redactionId: REDACTION_ID,
  state: 'succeeded' as const,
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
      contentType: 'page' as const,
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

type RedactionBody = z.infer<typeof redactionBody> & RunStanding;
type ShownRedaction = PlacedRun<RedactionRecord>;

/**
 * @returns the redaction as the key of the request can see it now
 * @throws Problem 401, HostError, StorageUnavailableError
 */
async function readRedactionBody(request: AuthorizedRequest, run: ShownRedaction): Promise<RedactionBody> {
  const [body = toRedactionBody(run, () => false)] = await readRedactionBodies(request, [run]);
  return body;
}

/**
 * @param runs their pages fit into one call to Confluence, as `firstRuns` returns them. @throws as readRedactionBody
 */
export async function readRedactionBodies(
  request: AuthorizedRequest,
  runs: readonly ShownRedaction[],
): Promise<readonly RedactionBody[]> {
  const pageIds = runs.flatMap(({ record }) => record.data.pages.map(({ pageId }) => pageId));
  const count = runs.reduce((sum, run) => sum + countRedactionPages(run), 0);
  const contents = neededFor(runs.flatMap(({ record }) => record.data.pages));
  const visible = await seePagesAmong(request, pageIds, count, REDACTION_RESULTS_SCOPE, contents);
  return runs.map((run) => toRedactionBody(run, (pageId) => visible.has(pageId)));
}

/** The number of pages to read from Confluence: one for each finding of the request, or its one page. */
export function countRedactionPages({ record }: RedactionRun): number {
  const { pages, unknown } = record.data;
  return Math.max(
    pages.length,
    pages.reduce((sum, { named }) => sum + named, unknown.length),
  );
}

export function toRedactionBody(run: ShownRedaction, isVisible: (pageId: string) => boolean): RedactionBody {
  const { runId: redactionId, record } = run;
  const { createdAt, data } = record;
  const { dryRun, finishedAt, stoppedBy } = data;
  const outcomes = outcomesOf(run, isVisible);
  const { findings, pages } = outcomes;
  return {
    redactionId,
    dryRun,
    total: findings.length,
    done: findings.filter(({ status }) => status !== 'waiting').length,
    failed: findings.filter(({ status }) => status === 'failed').length,
    createdAt,
    ...(finishedAt === undefined ? {} : { finishedAt }),
    expiresAt: REDACTIONS.expiryOf(run).toISOString(),
    ...(stoppedBy === undefined ? {} : { error: errorOf(stoppedBy) }),
    ...standingOf(run, endStateOf(record, outcomes)),
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

function endStateOf({ state }: RedactionRecord, { findings, pages }: RedactionOutcomes): ShownState {
  if (state !== 'finished') return state;
  const failed = findings.filter(({ status }) => status === 'failed').length;
  const final = finalState(findings.length, failed);
  return final === 'succeeded' && pages.some(({ historyReason }) => historyReason !== undefined) ? 'partial' : final;
}

/**
 * Returns a redaction that was created by the key of the request or by another key of its line.
 * @throws Problem 404 for any other; 401 if the creator of the key is no longer active; HostError
 */
function requireOwnRedaction(request: AuthorizedRequest, redactionId: string): Promise<ShownRedaction> {
  return requireOwnRun(request, REDACTIONS, redactionId, 'redactions', () => new Problem('REDACTION_NOT_FOUND'));
}

export const REDACTION_RESOURCE: RunResource<RedactionRecord, undefined> = {
  kind: REDACTIONS,
  readId: (parameters) => readParameters(parameters, redactionPathParameters).redactionId,
  points: POINTS_OF_A_PERSON + POINTS_OF_A_PAGE,
  find: requireOwnRedaction,
  show: readRedactionBody,
};
