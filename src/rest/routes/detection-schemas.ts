import * as z from 'zod';
import { CATEGORIES, SEVERITIES } from '../../detection/detector';
import { LOCATION_KINDS } from '../../detection/text/flat-text';
import type { SeenPage } from '../../classification/pages-lookup';
import { SHOWN_STATUSES, storedStatusOf } from '../../findings/exclusions/shown-status';
import type { FindingWords } from '../../findings/explain-findings';
import type { FindingConditions } from '../../findings/finding-conditions';
import { isOfVersion } from '../../findings/scan/freshness';
import { FILE_PLACE_KINDS } from '../../detection/finding';
import { BANDS, FIELDS, type PageScanRecord, SCAN_REASONS, SCAN_STATES } from '../../findings/model';
import type { FindingsQuestion, VisibleFinding } from '../../findings/lists/visible-findings';
import { rightsOf } from '../../keys/key-rights';
import * as fields from '../fields';
import { levelIdsOf, requireInLimits } from '../filter-limits';
import { Problem } from '../problem';
import { contentType } from './page-level-schemas';
import type { AuthorizedRequest } from '../route';

/** Findings in responses, and the filters of their lists. */

export const DETECTION_SCOPE = 'detection::read';

const instant = z.iso.datetime({ precision: 3 });

export const detectionBody = z
  .strictObject({
    detectionId: z.uuid().meta({
      description: 'Stays the same while the value is in its content, and when it returns.',
    }),
    pageId: z.string(),
    contentType,
    spaceId: z.string().meta({ description: 'The current space of the page.' }),
    detectorId: z.string(),
    alsoMatched: z.array(z.string()).meta({ description: 'Other detectors that match the same text.' }),
    category: z.enum(CATEGORIES).meta({ description: 'More values may be added.' }),
    severity: z.enum(SEVERITIES),
    confidence: z.number().meta({ description: '0 to 1.' }),
    band: z.enum(BANDS).meta({ description: '`high`: 0.8 or more. `medium`: 0.5 or more.' }),
    evidence: z.array(z.string()).meta({
      description:
        'The evidence for the finding, such as `checksum:luhn`, and its properties, such as `tag:test-number`.',
    }),
    explanation: z.string().meta({
      description: 'Why the value was found, and how it would be more or less certain, in one sentence for people.',
    }),
    status: z.enum(SHOWN_STATUSES).meta({
      description:
        '`open`: on the page at its latest scan. `excluded`: open, but an exclusion applies. `observed`: open, but only new detectors found it that no admin has turned on; only lists with the filter `status=observed` have it. `redacted`: removed by the app. `resolved`: no longer on the page. More values may be added.',
    }),
    exclusionId: z
      .uuid()
      .nullable()
      .meta({ description: 'The exclusion that applies; the most specific one if there are several.' }),
    statusAt: instant.nullable().meta({ description: 'The time of the last status change after it was found.' }),
    foundAt: instant.meta({ description: 'The time when it was first found.' }),
    foundInVersion: z.int().meta({ description: 'The version of the page in which it was first found.' }),
    fingerprint: z.string().meta({
      description: 'Identical for equal values across the site. The value cannot be derived from it.',
    }),
    maskedExcerpt: z.string().meta({
      description:
        'The label that is evidence for the value, in the spelling of its detector, and a bar. No text of the page.',
    }),
    location: z
      .strictObject({
        pageVersion: z.int().meta({ description: 'The version of the page that the location refers to.' }),
        field: z.enum(FIELDS).meta({ description: 'More values may be added.' }),
        contentId: z.string().optional().meta({ description: 'The comment or attachment; absent: the page.' }),
        representation: z.enum(['plain', 'storage', 'atlas_doc_format']),
        kind: z
          .enum(LOCATION_KINDS)
          .meta({ description: 'The kind of content that contains it. More values may come.' }),
        ranges: z
          .array(
            z.strictObject({
              pointer: z.string().meta({
                description:
                  'JSON pointer to the string. Empty: the source as a whole. User-defined names are shown as `••••••••`.',
              }),
              start: z.int().meta({ description: 'In UTF-16 code units.' }),
              end: z.int().meta({ description: 'Exclusive end, in UTF-16 code units.' }),
            }),
          )
          .meta({ description: 'One entry for each string that contains a part of the value, in order.' }),
        place: z
          .strictObject({
            kind: z.enum(FILE_PLACE_KINDS).meta({ description: 'More values may be added.' }),
            number: z.int().meta({ description: 'From 1. For a cell: its row.' }),
            column: z.string().optional().meta({ description: 'The letters of the column of a cell.' }),
            sheet: z.int().optional().meta({ description: 'The sheet of a cell, from 1.' }),
            member: z.int().optional().meta({
              description: 'The file in an archive, or the attachment of an email, from 1.',
            }),
          })
          .optional()
          .meta({ id: 'FilePlace', description: 'The place in the attached file. Absent: it is not in a file.' }),
        blockHash: z.string().meta({ description: 'Changes when the surrounding text changes.' }),
        occurrence: z.int().meta({ description: 'Zero-based occurrence of this value in the content.' }),
      })
      .meta({ id: 'DetectionLocation' }),
    levelId: z.uuid().nullable().meta({ description: 'The current classification level of the page.' }),
    foundAtLevelId: z.uuid().nullable().meta({ description: 'The level of the page when the value was found.' }),
    ownerId: z.string().nullable().meta({
      description: 'The account ID of the person to whom the finding is assigned. `null`: the owner of the page.',
    }),
    pageOwnerId: z
      .string()
      .nullable()
      .meta({ description: 'The owner of the page, read from Confluence for this response and not stored.' }),
    comment: z.string().nullable().meta({ description: 'A comment of the people who work on it.' }),
    dueOn: z.iso.date().nullable().meta({ description: 'The day until which it must be resolved.' }),
    isInProgress: z.boolean().meta({ description: 'Whether a person works on it.' }),
  })
  .meta({
    id: 'Detection',
    description: 'One occurrence of a sensitive value on a page. The value itself is never returned.',
  });

export function toDetectionBody(
  { findingId, record: stored, page, level, shown }: VisibleFinding,
  { explain }: Pick<FindingWords, 'explain'>,
): z.infer<typeof detectionBody> {
  const { data, ...record } = stored;
  return {
    detectionId: findingId,
    pageId: record.pageId,
    contentType: page.contentType ?? 'page',
    spaceId: page.spaceId,
    detectorId: record.detectorId,
    alsoMatched: [...data.alsoMatched],
    category: record.category,
    severity: record.severity,
    confidence: data.confidence,
    band: record.band,
    evidence: [...data.evidence],
    explanation: explain(stored),
    status: shown.status,
    exclusionId: shown.exclusionId ?? null,
    statusAt: data.statusAt ?? null,
    foundAt: record.foundAt,
    foundInVersion: data.foundInVersion,
    fingerprint: record.fingerprint,
    maskedExcerpt: data.maskedExcerpt,
    location: { pageVersion: data.pageVersion, ...data.location, ranges: [...data.location.ranges] },
    levelId: level?.levelId ?? null,
    foundAtLevelId: data.levelId ?? null,
    pageOwnerId: page.ownerId ?? null,
    ...workBody(stored),
  };
}

export function workBody({ data: { work } }: VisibleFinding['record']) {
  const { ownerId = null, comment = null, dueOn = null, isInProgress = false } = work ?? {};
  return { ownerId, comment, dueOn, isInProgress };
}

export const DETECTION_EXAMPLE = {
  detectionId: '5d0c7a3e-2f41-5b0e-9a6d-8c1f3e7b2a90',
  pageId: '164001',
  contentType: 'page' as const,
  spaceId: '98306',
  detectorId: 'card-pan',
  alsoMatched: [],
  category: 'financial' as const,
  severity: 'high' as const,
  confidence: 0.95,
  band: 'high' as const,
  evidence: ['checksum:luhn', 'iin:visa'],
  explanation:
    'Found with high confidence because its check digits are valid and it starts like a number of Visa; only a published example value would be less certain.',
  status: 'open' as const,
  exclusionId: null,
  statusAt: null,
  foundAt: '2026-11-21T09:30:00.000Z',
  foundInVersion: 3,
  fingerprint: 'q1c3m0Zb3xv0w4cJm6xX0q5H6Wq8m1m2b3n4v5c6x7A',
  maskedExcerpt: '••••••••',
  location: {
    pageVersion: 3,
    field: 'body' as const,
    representation: 'atlas_doc_format' as const,
    kind: 'text' as const,
    ranges: [{ pointer: '/content/0/content/0/text', start: 11, end: 30 }],
    blockHash: 'h5q1c3m0Zb3xv0w4cJm6xX',
    occurrence: 0,
  },
  levelId: '4bf1e9a2-1c59-5d2e-9c39-0a3a2b6c7d81',
  foundAtLevelId: null,
  ownerId: null,
  pageOwnerId: '712020:11111111-2222-4333-8444-555555555555',
  comment: null,
  dueOn: null,
  isInProgress: false,
};

export const pageScanBody = z
  .strictObject({
    state: z.enum([...SCAN_STATES, 'never']).meta({
      description:
        '`complete`: everything was scanned. `partial`: only a part was scanned. `not-inspected`: the latest scan could not read the page, or the content of a live doc, and findings there are older. `unfinished`: a scan is running. `gone`: the page no longer exists. `never`: not scanned yet.',
    }),
    reasons: z
      .array(z.enum(SCAN_REASONS))
      .meta({ description: 'Why the scan is not complete. More values may be added.' }),
    detectorsOverBudget: z.array(z.string()),
    scannedAt: instant.nullable(),
    pageVersion: z.int().nullable().meta({
      description:
        'The number of the latest scanned version at that time. Confluence renumbers versions when an older one is deleted.',
    }),
    isCurrent: z.boolean().meta({ description: 'Whether this is the current version of the page.' }),
  })
  .meta({ id: 'PageScan', description: 'The latest scan of a page.' });

export function toPageScanBody(record: PageScanRecord | undefined, page: SeenPage): z.infer<typeof pageScanBody> {
  if (record === undefined) {
    const nothing = { reasons: [], detectorsOverBudget: [], scannedAt: null, pageVersion: null };
    return { state: 'never', ...nothing, isCurrent: false };
  }
  const { state, scannedAt, pageVersion: version, data } = record;
  const [reasons, detectorsOverBudget] = [[...data.reasons], [...data.detectorsOverBudget]];
  const pageVersion = version === 0 ? null : version;
  return { state, reasons, detectorsOverBudget, scannedAt, pageVersion, isCurrent: isOfVersion(record, page) };
}

/** An unknown value is refused, so that an empty list never reads as "none exist". */
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` }).optional();

export const ofFindings = {
  detectorId: z
    .string()
    .regex(/^[a-z0-9][a-z0-9:-]{0,99}$/, { error: 'must be a detector ID, such as card-pan' })
    .optional()
    .meta({ description: 'Only findings of this detector.', examples: ['card-pan'], maxLength: 100 }),
  fingerprint: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,100}$/, { error: 'must be the fingerprint of a finding' })
    .optional()
    .meta({
      description: 'Only findings of the value with this fingerprint.',
      examples: [DETECTION_EXAMPLE.fingerprint],
      maxLength: 100,
    }),
  category: oneOf(CATEGORIES).meta({ examples: ['secret'] }),
  severity: oneOf(SEVERITIES).meta({ examples: ['high'] }),
  band: oneOf(BANDS).meta({ description: 'Only findings in this confidence band.', examples: ['high'] }),
  status: oneOf(SHOWN_STATUSES).meta({
    description: 'Only findings with this status. Omitted: every status except `observed`.',
    examples: ['open'],
  }),
  from: fields.instant.optional().meta({ description: 'Only findings first found at or after this time.' }),
  to: fields.instant.optional().meta({ description: 'Only findings first found at or before this time.' }),
};

export const detectionFilters = z.strictObject({
  spaceId: fields.spaceId
    .optional()
    .meta({ description: 'Only findings on pages in this space.', examples: [DETECTION_EXAMPLE.spaceId] }),
  pageId: fields.pageId.optional(),
  levelId: fields.levelFilter('Only findings on pages that currently have this level'),
  ...ofFindings,
  spaceKey: fields.spaceKey,
});

/** At the end of the filters of each list, so that open cursors stay valid. */
export const ofWork = {
  ownerId: z
    .string()
    .regex(/^[A-Za-z0-9:_-]{1,128}$/, { error: 'must be an account ID' })
    .optional()
    .meta({
      description: 'Only findings that are assigned to this person, or to none if the person owns the page.',
      examples: [DETECTION_EXAMPLE.pageOwnerId],
      maxLength: 128,
    }),
  overdue: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .meta({ description: '`true`: only open findings whose `dueOn` has passed, in UTC.', examples: ['true'] }),
};

export const allDetectionFilters = detectionFilters.extend({ ...ofWork, contentType: fields.contentTypes });

export type DetectionFilters = z.infer<typeof allDetectionFilters>;

/**
 * Resolves the filters for this site.
 * @throws Problem 400, 403, 422
 */
export function wantedBy(
  request: AuthorizedRequest,
  { levelId, status, spaceKey: _, ownerId, overdue, contentType: _type, ...others }: DetectionFilters,
): FindingsQuestion {
  const { from, to, spaceId } = others;
  if (from !== undefined && to !== undefined && from > to) {
    const [title, detail] = ['to is before from', 'Nothing lies between them.'];
    throw new Problem('INVALID_PARAMETER', { errors: [{ code: 'INVALID_PARAMETER', title, detail, parameter: 'to' }] });
  }
  const levelIds = levelIdsOf(request.levels, levelId);
  requireInLimits(request, levelIds, spaceId);
  const filter = { ...others, status: storedStatusOf(status) };
  return { filter, status, levelIds, ownerId, isOverdue: overdue === 'true' };
}

/** The findings reader of the key, without the function that looks up their pages. */
export function findingsReaderOf(
  { storage, confluence, key, now }: AuthorizedRequest,
  { exclusions, ...conditions }: FindingConditions,
) {
  const { spaceLimit } = rightsOf(key.record);
  return { storage, confluence, now, exclusions: exclusions.all, ...conditions, spaceLimit };
}
