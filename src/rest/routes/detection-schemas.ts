import * as z from 'zod';
import { CATEGORIES, SEVERITIES } from '../../detection/detector';
import { LOCATION_KINDS } from '../../detection/text/flat-text';
import { findNamed } from '../../classification/resolve-level';
import type { SeenPage } from '../../classification/pages-lookup';
import type { Exclusion } from '../../findings/exclusions/model';
import { SHOWN_STATUSES, storedStatusOf } from '../../findings/exclusions/shown-status';
import { isOfVersion } from '../../findings/freshness';
import { BANDS, FIELDS, type PageScanRecord, SCAN_REASONS, SCAN_STATES } from '../../findings/model';
import type { FindingsQuestion, VisibleFinding } from '../../findings/visible-findings';
import { rightsOf } from '../../keys/key-rights';
import { together } from '../../platform/together';
import * as fields from '../fields';
import { requireInLimits } from '../filter-limits';
import { Problem } from '../problem';
import { isUnknownSpace } from '../require-space';
import type { AuthorizedRequest } from '../route';
import { isHidden } from '../visible-pages';

/** How findings look in answers, and what lists of them can be filtered by. */

export const DETECTION_SCOPE = 'detection::read';

const instant = z.iso.datetime({ precision: 3 });

export const detectionBody = z
  .strictObject({
    detectionId: z.uuid().meta({
      description: 'The same for as long as the value stays in its content, and when it comes back.',
    }),
    pageId: z.string(),
    spaceId: z.string().meta({ description: 'The space that the page is in now.' }),
    detectorId: z.string(),
    alsoMatched: z.array(z.string()).meta({ description: 'Other detectors that took the same text for theirs.' }),
    category: z.enum(CATEGORIES).meta({ description: 'More values may come.' }),
    severity: z.enum(SEVERITIES),
    confidence: z.number().meta({ description: '0 to 1.' }),
    band: z.enum(BANDS).meta({ description: '`high` from 0.8 on, `medium` from 0.5 on.' }),
    evidence: z.array(z.string()).meta({
      description: 'What speaks for it, as `checksum:luhn`, and what it is in particular, as `tag:test-number`.',
    }),
    status: z.enum(SHOWN_STATUSES).meta({
      description:
        '`open`: it was there when the page was last looked at. `excluded`: open, and an exclusion holds for it now. `redacted`: taken out through the app. `resolved`: no longer there.',
    }),
    exclusionId: z
      .uuid()
      .nullable()
      .meta({ description: 'The exclusion that holds for it; of several the most specific.' }),
    statusAt: instant.nullable().meta({ description: 'When the status last changed, after it was found.' }),
    foundAt: instant.meta({ description: 'When it was first found.' }),
    foundInVersion: z.int().meta({ description: 'The version of the page in which it was first found.' }),
    fingerprint: z.string().meta({
      description: 'The same for the same value, everywhere on the site; the value cannot be computed from it.',
    }),
    maskedExcerpt: z.string().meta({ description: 'The text around it; the value, and every other one, is masked.' }),
    location: z
      .strictObject({
        pageVersion: z.int().meta({ description: 'The version of the page that the location is of.' }),
        field: z.enum(FIELDS).meta({ description: 'More values may come.' }),
        contentId: z.string().optional().meta({ description: 'The comment or attachment; absent: the page.' }),
        representation: z.enum(['plain', 'storage', 'atlas_doc_format']),
        kind: z.enum(LOCATION_KINDS).meta({ description: 'In what it stands. More values may come.' }),
        ranges: z
          .array(
            z.strictObject({
              pointer: z.string().meta({
                description:
                  'JSON pointer to the string; empty: the source as a whole. A name that people chose reads `••••••••`.',
              }),
              start: z.int().meta({ description: 'In UTF-16 units.' }),
              end: z.int().meta({ description: 'The first unit after it.' }),
            }),
          )
          .meta({ description: 'One for each string that a piece of the value is in, in order.' }),
        blockHash: z.string().meta({ description: 'Another one once the text around it has changed.' }),
        occurrence: z.int().meta({ description: 'From 0: which one it is of the same value in the same content.' }),
      })
      .meta({ id: 'DetectionLocation' }),
    levelId: z.uuid().nullable().meta({ description: 'The classification level that the page has now.' }),
    foundAtLevelId: z.uuid().nullable().meta({ description: 'The level that it had when this was found.' }),
  })
  .meta({
    id: 'Detection',
    description: 'One place of one sensitive value on a page. The value itself is never told.',
  });

export function toDetectionBody({
  findingId,
  record: { data, ...record },
  page,
  level,
  shown,
}: VisibleFinding): z.infer<typeof detectionBody> {
  return {
    detectionId: findingId,
    pageId: record.pageId,
    spaceId: page.spaceId,
    detectorId: record.detectorId,
    alsoMatched: data.alsoMatched,
    category: record.category,
    severity: record.severity,
    confidence: data.confidence,
    band: record.band,
    evidence: data.evidence,
    status: shown.status,
    exclusionId: shown.exclusionId ?? null,
    statusAt: data.statusAt ?? null,
    foundAt: record.foundAt,
    foundInVersion: data.foundInVersion,
    fingerprint: record.fingerprint,
    maskedExcerpt: data.maskedExcerpt,
    location: { pageVersion: data.pageVersion, ...data.location },
    levelId: level?.levelId ?? null,
    foundAtLevelId: data.levelId ?? null,
  };
}

export const DETECTION_EXAMPLE = {
  detectionId: '5d0c7a3e-2f41-5b0e-9a6d-8c1f3e7b2a90',
  pageId: '164001',
  spaceId: '98306',
  detectorId: 'card-pan',
  alsoMatched: [],
  category: 'financial' as const,
  severity: 'high' as const,
  confidence: 0.95,
  band: 'high' as const,
  evidence: ['checksum:luhn', 'iin:visa'],
  status: 'open' as const,
  exclusionId: null,
  statusAt: null,
  foundAt: '2026-11-21T09:30:00.000Z',
  foundInVersion: 3,
  fingerprint: 'q1c3m0Zb3xv0w4cJm6xX0q5H6Wq8m1m2b3n4v5c6x7A',
  maskedExcerpt: 'charged to •••• •••• •••• 4242 on Monday',
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
};

export const pageScanBody = z
  .strictObject({
    state: z.enum([...SCAN_STATES, 'never']).meta({
      description:
        '`complete`: all that is looked at was. `partial`: not all of it. `not-inspected`: the last time nothing could be looked at, and what is listed is older. `unfinished`: a scan is under way. `gone`. `never`: nobody has looked yet.',
    }),
    reasons: z.array(z.enum(SCAN_REASONS)).meta({ description: 'Why not all of it was. More values may come.' }),
    detectorsOverBudget: z.array(z.string()),
    scannedAt: instant.nullable(),
    pageVersion: z.int().nullable().meta({
      description:
        'The last version that was looked at, by its number of then: where an older one is deleted, Confluence counts the others anew.',
    }),
    isCurrent: z.boolean().meta({ description: 'Whether that is the version that the page has now.' }),
  })
  .meta({ id: 'PageScan', description: 'The last look at a page.' });

export function toPageScanBody(record: PageScanRecord | undefined, page: SeenPage): z.infer<typeof pageScanBody> {
  if (record === undefined) {
    const nothing = { reasons: [], detectorsOverBudget: [], scannedAt: null, pageVersion: null };
    return { state: 'never', ...nothing, isCurrent: false };
  }
  const { state, scannedAt, pageVersion: version, data } = record;
  const { reasons, detectorsOverBudget } = data;
  const pageVersion = version === 0 ? null : version;
  return { state, reasons, detectorsOverBudget, scannedAt, pageVersion, isCurrent: isOfVersion(record, page) };
}

/** An unknown one is refused, so that an empty list never reads as "there are none". */
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` }).optional();

export const ofFindings = {
  detectorId: z
    .string()
    .regex(/^[a-z0-9][a-z0-9:-]{0,99}$/, { error: 'must be the id of a detector, as card-pan' })
    .optional()
    .meta({ description: 'What this detector has found.', examples: ['card-pan'], maxLength: 100 }),
  fingerprint: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,100}$/, { error: 'must be the fingerprint of a finding' })
    .optional()
    .meta({ description: 'Every place of the same value.', examples: [DETECTION_EXAMPLE.fingerprint], maxLength: 100 }),
  category: oneOf(CATEGORIES).meta({ examples: ['secret'] }),
  severity: oneOf(SEVERITIES).meta({ examples: ['high'] }),
  band: oneOf(BANDS).meta({ description: 'How sure it is.', examples: ['high'] }),
  status: oneOf(SHOWN_STATUSES).meta({ examples: ['open'] }),
  from: fields.instant.optional().meta({ description: 'First found then or later.' }),
  to: fields.instant.optional().meta({ description: 'First found then or before.' }),
};

export const detectionFilters = z.strictObject({
  ...ofFindings,
  spaceId: fields.spaceId
    .optional()
    .meta({ description: 'Findings on pages of this space.', examples: [DETECTION_EXAMPLE.spaceId] }),
  pageId: fields.pageId.optional(),
  levelId: fields.levelName.optional().meta({ description: 'Findings on pages that have this level now.' }),
});

export type DetectionFilters = z.infer<typeof detectionFilters>;

/** A cursor is good for the same filters only. */
export function questionOf(operationId: string, filters: DetectionFilters): readonly (string | undefined)[] {
  const { spaceId, pageId, levelId, detectorId, fingerprint, category, severity, band, status, from, to } = filters;
  return [operationId, spaceId, pageId, levelId, detectorId, fingerprint, category, severity, band, status, from, to];
}

/**
 * What the filters mean on this site.
 * @throws Problem 400, 403, 422
 */
export function wantedBy(
  request: AuthorizedRequest,
  { levelId, status, ...others }: DetectionFilters,
): FindingsQuestion {
  const { from, to, spaceId } = others;
  if (from !== undefined && to !== undefined && from > to) {
    const [title, detail] = ['to is before from', 'Nothing lies between them.'];
    throw new Problem('INVALID_PARAMETER', { errors: [{ code: 'INVALID_PARAMETER', title, detail, parameter: 'to' }] });
  }
  const level = levelId === undefined ? undefined : findNamed(request.levels.all, levelId);
  if (levelId !== undefined && level === undefined) {
    const detail = 'The levels of the site are listed by GET /v1/level, with a key that has classification::manage.';
    throw new Problem('LEVEL_NOT_FOUND', {
      detail,
      errors: [{ code: 'LEVEL_NOT_FOUND', detail, parameter: 'levelId' }],
    });
  }
  requireInLimits(request, level?.levelId, spaceId);
  return { filter: { ...others, status: storedStatusOf(status) }, status, levelId: level?.levelId };
}

type Place = Pick<DetectionFilters, 'pageId' | 'spaceId'>;

/** True if the page or the space that the filters name is hidden from the key. @throws Problem 401, HostError */
export async function isOfHiddenPlace(request: AuthorizedRequest, { pageId, spaceId }: Place): Promise<boolean> {
  const hidden = await together([
    isHidden(request, pageId, DETECTION_SCOPE),
    isUnknownSpace(request, spaceId),
  ] as const);
  return hidden.includes(true);
}

/** How the key reads findings, but for the function that looks up their pages. */
export function findingsReaderOf(
  { storage, confluence, key, now }: AuthorizedRequest,
  exclusions: readonly Exclusion[],
) {
  return { storage, confluence, now, exclusions, spaceLimit: rightsOf(key.record).spaceLimit };
}
