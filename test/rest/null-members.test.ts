import { readBody } from '../../src/rest/middleware/input';
import { Problem } from '../../src/rest/problem';
import { routes } from '../../src/rest/routes';
import { EMPTY_PLAN_HASH } from '../../src/rest/routes/configuration-file-schemas';
import type { Route } from '../../src/rest/route';
import * as z from 'zod';

/** A null member of a body equals an omitted one, at every depth of every body. */

const ID = '8d9b5a52-6f0e-4a38-9c1f-2b7c0a6e4d10';
const level = { levelId: 'restricted', subLevelId: 'finance' };
const site = { of: 'site' };
const detector = {
  name: 'Project code',
  category: 'pii',
  severity: 'medium',
  pattern: 'PRJ-[0-9]{6}',
  keywords: ['project'],
  proximity: 20,
  confidence: 0.7,
  samples: { match: ['project PRJ-123456'], noMatch: ['PRJ-12'] },
};
const detectorScheme = {
  name: 'Human resources',
  regions: ['US'],
  minConfidence: 0.4,
  detectors: [{ detectorId: 'us-ssn', enabled: true, minConfidence: 0.5, severity: 'critical' }],
};
const scheme = { name: 'Confidential', levelIds: ['restricted'] };

/** Bodies with every member for every operation with a body, one for each alternative. */
const DOCUMENT = {
  ...{ version: 1, site: 'a-site' },
  levels: [
    {
      ...{ key: 'restricted', originalKey: 'secret', name: 'Restricted', description: '', guideline: '', color: 'RED' },
      ...{
        status: 'PUBLISHED',
        banner: { text: 'Careful', contact: 'Security' },
        translations: { de: { name: 'Geheim' } },
      },
      subLevels: [{ key: 'finance', name: 'Finance', description: '', status: 'ARCHIVED' }],
    },
  ],
  settings: {
    ...{ lowering: 'allowed', defaultLevel: 'restricted', allowedLevels: { scheme: 'Some' }, mentions: true },
    ...{ delegated: ['off'], defaultFloor: 'none', pages: { byline: true, offSpaceIds: ['98306'] } },
  },
  levelSchemes: [{ name: 'Some', levels: ['restricted'] }],
  spaces: { 98306: { defaultLevel: 'none', allowedLevels: 'all', detectorScheme: 'HR' } },
  detection: {
    ...{ regions: ['GB'], minConfidence: 0.5, rules: [{ severity: 'high', level: 'restricted/finance' }] },
    detectors: { 'us-ssn': { enabled: true, minConfidence: 0.5, severity: 'low' } },
  },
  detectorSchemes: [{ name: 'HR', regions: ['US'], minConfidence: 0.3, detectors: { email: { enabled: false } } }],
  exclusions: [
    {
      match: { by: 'pattern', pattern: 'A', detectorId: 'email' },
      scope: { of: 'site' },
      reason: 'Known.',
      expiresAt: '2027-03-01',
    },
  ],
  exposure: {
    rules: {
      restricted: { maxPeople: 5, guests: 'allowed', unlicensed: 'allowed', anonymous: 'allowed', groupIds: ['a'] },
    },
  },
  quotas: { key: 20, keyWrite: 30, site: 'maximum', host: 4_000 },
};

const BODIES: Readonly<Record<string, readonly object[]>> = {
  analyzeText: [{ text: 'A text', regions: ['US'], minConfidence: 0.5 }],
  createCustomDetector: [detector],
  createDetectorScheme: [detectorScheme],
  createExclusion: [
    { detectionIds: [ID], scope: { of: 'page' }, reason: 'Known.', expiresAt: '2030-01-31T00:00:00Z' },
    { match: { by: 'pattern', pattern: '^4000', detectorId: 'card-pan' }, scope: site, reason: 'Known.' },
    { match: { by: 'location', field: 'body', kind: 'text', detectorId: 'card-pan' }, scope: site, reason: 'Known.' },
    { match: { by: 'detector', detectorId: 'card-pan' }, scope: { of: 'space', spaceId: '98306' }, reason: 'Known.' },
    { match: { by: 'detector', detectorId: 'card-pan' }, scope: { of: 'page', pageId: '164001' }, reason: 'Known.' },
  ],
  createJob: [
    {
      ...level,
      justification: 'Moved.',
      pages: [{ pageId: '164001', ...level, ifMatch: '"p1"' }],
      onlyUnclassified: true,
      dryRun: true,
    },
    { ...level, tree: { rootPageId: '164001', includeRoot: false } },
    { ...level, cql: 'space = ENG' },
  ],
  createLevel: [
    {
      name: 'Secret',
      color: 'RED',
      description: 'Text',
      guideline: 'Text',
      levelKey: 'secret',
      banner: { text: 'Text', contact: 'Text' },
      translations: { de: { name: 'Geheim' } },
    },
  ],
  editDetection: [{ ownerId: '712020:a', comment: 'Ask.', dueOn: '2030-01-31', isInProgress: true }],
  editDetections: [
    { detectionIds: [ID], ownerId: '712020:a', comment: 'Ask.', dueOn: '2030-01-31', isInProgress: true },
  ],
  createRedaction: [
    { detectionIds: [ID], dryRun: true, marker: 'category', cleanHistory: true },
    { pageId: '164001', detectorIds: ['card-pan'] },
  ],
  createScan: [{ spaceId: '98306', onlyStale: true }, { pageIds: ['164001'] }, { cql: 'space = ENG' }, { site: true }],
  createScheme: [scheme],
  createSubLevel: [{ name: 'Legal', description: 'Text', subLevelKey: 'legal' }],
  editDetector: [{ enabled: false, minConfidence: 0.7, severity: 'low' }],
  editDetectorScheme: [detectorScheme],
  editLevel: [
    {
      name: 'Secret',
      color: 'RED',
      description: 'Text',
      guideline: 'Text',
      levelKey: 'secret',
      banner: { text: 'Text', contact: 'Text' },
      translations: { de: { name: 'Geheim' } },
    },
  ],
  editScheme: [scheme],
  editSpaceDetection: [{ schemeId: ID }],
  editSpaceSettings: [{ defaultLevel: level, schemeId: ID }],
  editSubLevel: [{ name: 'Legal', description: 'Text', subLevelKey: 'legal' }],
  orderLevels: [{ levelIds: ['restricted'] }],
  orderSubLevels: [{ subLevelIds: ['finance'] }],
  replaceCustomDetector: [detector],
  resetPageLevel: [{ justification: 'Moved.' }],
  setDetectionConfig: [
    {
      regions: ['US'],
      minConfidence: 0.5,
      targets: { title: true, body: true, comments: true, attachmentNames: true },
      triggers: { onPublish: true, schedule: 'weekly' },
      rules: [{ severity: 'critical', ...level }],
      redaction: { guard: true },
    },
  ],
  setPageLevel: [{ pageId: '164001', ...level, justification: 'Moved.' }],
  setPageLevels: [{ items: [{ pageId: '164001', ...level, justification: 'Moved.', ifMatch: '"p1"' }] }],
  setExposureRules: [
    {
      rules: [
        {
          ...{ levelId: ID, maxPeople: 50, guests: 'allowed', unlicensed: 'allowed', anonymous: 'forbidden' },
          groupIds: ['a-group'],
        },
      ],
    },
  ],
  createReviewCampaign: [
    {
      ...{ name: 'Spring', reviewers: 'owner', answerBy: '2027-03-31' },
      filter: {
        levelIds: [ID],
        spaceIds: ['98306'],
        exposure: 'over',
        hasFindings: true,
        reviewedBefore: '2026-01-01',
      },
    },
  ],
  editPageReview: [{ reviewOn: '2027-03-01' }],
  answerPageReviews: [{ items: [{ pageId: '164001', answer: 'still-right', ifMatch: '"p1"' }] }],
  setLabelSync: [{ enabled: true, prefix: 'level-' }],
  setReviewRules: [{ rules: [{ levelId: ID, months: 12, reviewers: 'owner' }] }],
  createExposureException: [
    { pageId: '164001', levelId: ID, until: '2027-03-01', reason: 'Known.' },
    { spaceId: '98306', levelId: ID, until: '2027-03-01', reason: 'Known.' },
  ],
  checkPageUse: [{ purpose: 'export', pageIds: ['164001'] }],
  setPageUseRules: [
    {
      rules: [
        { when: 'level', levelId: ID, ask: ['ai-read'], deny: ['public'] },
        { when: 'findings', severity: 'high', ask: [], deny: ['public'] },
      ],
    },
  ],
  refreshPageExposure: [{ pageIds: ['164001'] }],
  planConfiguration: [{ document: DOCUMENT, prune: true, siteChanges: true }],
  applyConfiguration: [{ document: DOCUMENT, planHash: EMPTY_PLAN_HASH, allowLoosening: true }],
  setSettings: [{ lowering: 'justified', defaultLevel: level, schemeId: ID }],
};

const withBody = routes.filter(({ body }) => body !== undefined);

it('null is tested with every body that the API accepts', () => {
  const missing = withBody.filter(({ operationId }) => BODIES[operationId] === undefined);
  expect(missing.map(({ operationId }) => operationId)).toEqual([]);
});

/** The body as the route parses it, or its errors and their locations. */
function readingOf({ body }: Route, value: object): unknown {
  if (!(body?.schema instanceof z.ZodObject)) throw new Error('a body that is no object');
  try {
    return readBody({ body: JSON.stringify(value) }, body.schema);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.options.errors?.map(({ code, pointer }) => `${code} ${pointer ?? ''}`);
  }
}

type Path = readonly (string | number)[];

/** Every member of every object in it. */
function membersOf(value: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => membersOf(item, [...path, index]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [[...path, name], ...membersOf(member, [...path, name])]);
}

/** The same with another value at the path; undefined removes the member. */
function changed(value: unknown, [name, ...rest]: Path, to: unknown): unknown {
  if (name === undefined) return to;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[name] = changed(copy[name], rest, to);
  return copy;
}

const cases = withBody.flatMap((route) =>
  (BODIES[route.operationId] ?? []).flatMap((body, index) =>
    membersOf(body).map((path) => ({ name: `${route.operationId} ${index}: ${path.join('/')}`, route, body, path })),
  ),
);

it.each(cases)('$name', ({ route, body, path }) => {
  const asNull = changed(body, path, null) as object;
  const leftOut = changed(body, path, undefined) as object;
  expect(readingOf(route, body)).not.toBeInstanceOf(Array);
  expect(readingOf(route, asNull)).toEqual(readingOf(route, leftOut));
});

it('null does not make an unknown member valid, at any depth', () => {
  const unknownIn = (operationId: string, value: object) => {
    const route = withBody.find((one) => one.operationId === operationId);
    return route && readingOf(route, value);
  };
  expect(unknownIn('setSettings', { lowering: 'allowed', levels: null })).toEqual(['UNKNOWN_FIELD #/levels']);
  const item = { pageId: '164001', levelId: 'restricted', levelid: null };
  expect(unknownIn('setPageLevels', { items: [item] })).toEqual(['UNKNOWN_FIELD #/items/0/levelid']);
  expect(unknownIn('setSettings', { lowering: 'allowed', defaultLevel: { levelId: 'restricted', id: null } })).toEqual([
    'UNKNOWN_FIELD #/defaultLevel/id',
  ]);
  for (const id of [null, 5])
    expect(unknownIn('editSpaceSettings', { defaultLevel: { levelId: 'restricted', id } })).toEqual([
      'UNKNOWN_FIELD #/defaultLevel/id',
    ]);
  const match = { by: 'domain', domain: 'example.com', pattern: null };
  expect(unknownIn('createExclusion', { match, scope: site, reason: 'Known.' })).toEqual([
    'UNKNOWN_FIELD #/match/pattern',
  ]);
});

it('an unknown member is refused with the names that the object accepts', () => {
  const detailsOf = (operationId: string, value: object) => {
    const schema = withBody.find((one) => one.operationId === operationId)?.body?.schema;
    if (!(schema instanceof z.ZodObject)) throw new Error('a body that is no object');
    try {
      return readBody({ body: JSON.stringify(value) }, schema);
    } catch (error) {
      return error instanceof Problem ? error.options.errors?.map(({ detail }) => detail) : error;
    }
  };
  const ofItem = 'The object takes: pageId, levelId, subLevelId, justification, action, ifMatch, ifNoneMatch.';
  for (const levelid of ['restricted', null])
    expect(detailsOf('setPageLevels', { items: [{ pageId: '164001', levelid }] })).toContain(ofItem);
  expect(detailsOf('setSettings', { lowering: 'allowed', levels: null })).toEqual([
    'The object takes: lowering, defaultLevel, schemeId, mentions, delegated, defaultFloor, schemes, spaces, ownSpaces.',
  ]);
  expect(
    detailsOf('createExclusion', { match: { by: 'domain', domain: 'example.com', x: 1 }, scope: site, reason: 'K.' }),
  ).toEqual(['The object takes: by, domain.']);
});

it('null is kept in a list, where no entry is omitted', () => {
  const route = withBody.find(({ operationId }) => operationId === 'orderLevels');
  expect(route && readingOf(route, { levelIds: ['restricted', null] })).toEqual(['INVALID_FIELD #/levelIds/1']);
});
