import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type document from '../../dist/openapi.json';
import { DEMO_SPACES } from '../../local/demo';
import { errorGuide } from '../../local/write-error-guide';
import type { Denial } from '../../src/access/decide';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { type ProblemCode, PROBLEMS } from '../../src/rest/problem';
import { done } from '../admin/ask';
import { type ServedSite, serveSite } from '../support/browser';
import { itWith } from '../support/interpreters';
import { archiveLevels, levelNamed, settle } from '../support/levels';
import { putRow } from '../support/stored-rows';
import { aPage, ADMIN_AND_APP, restrict, storeLevel } from '../support/wiki-pages';

/**
 * The guide on errors has every problem of the API with correct facts, and its examples cause the described problems.
 */

const guide = readFileSync(join(__dirname, '../../docs/errors.md'), 'utf8');
const codes = Object.keys(PROBLEMS) as ProblemCode[];

/** Problems that no shell command can cause on a healthy site. The example of a denial proves that a request gets it. */
const WITHOUT_EXAMPLE: readonly Exclude<ProblemCode, Denial>[] = [
  'APP_LICENSE_INACTIVE',
  'EXPIRED_CURSOR',
  'EDIT_CONFLICT',
  'IDEMPOTENCY_IN_PROGRESS',
  'LOOSENING_NOT_ALLOWED',
  'CONFIGURATION_FULL',
  'TOO_MANY_PAGES',
  'SEARCH_NOT_POSSIBLE',
  'CANNOT_ACT_AS_PERSON',
  'HOST_QUOTA',
  'INTERNAL_ERROR',
  'HOST_ERROR',
  'AUTH_UNAVAILABLE',
  'STORAGE_UNAVAILABLE',
  'HOST_TIMEOUT',
];

/** The statuses of responses with a time to retry. They are the same that test/rest requires of every response. */
const PASSING = [409, 429, 502, 503, 504];

/**
 * The part of the request that each problem is about, as the example shows it; `whole` = the request as a whole. A new code
 * fails the test until it has a row.
 */
const PLACES: Readonly<Record<ProblemCode, string>> = {
  ROUTE_NOT_FOUND: 'whole',
  METHOD_NOT_ALLOWED: 'whole',
  INVALID_PATH_ENCODING: 'whole',
  URI_TOO_LONG: 'whole',
  NOT_ACCEPTABLE: 'header Accept',
  UNSUPPORTED_MEDIA_TYPE: 'header Content-Type',
  HEADERS_TOO_LARGE: 'whole',
  API_KEY_MISSING: 'header x-api-key',
  API_KEY_INVALID: 'header x-api-key',
  API_KEY_EXPIRED: 'header x-api-key',
  API_KEY_REVOKED: 'header x-api-key',
  API_KEY_OWNER_INACTIVE: 'whole',
  // The name of the parameter could contain the key.
  API_KEY_IN_URL: 'whole',
  INSUFFICIENT_SCOPE: 'whole',
  APP_LICENSE_INACTIVE: 'whole',
  EMPTY_BODY: 'whole',
  INVALID_JSON: 'whole',
  DUPLICATE_JSON_KEY: '#/pageId',
  JSON_TOO_DEEP: '#/pageId/0/0/0/0/0/0/0',
  INVALID_UNICODE: '#/pageId',
  MISSING_FIELD: '#/levelId',
  INVALID_FIELD: '#/pageId',
  UNKNOWN_FIELD: '#/levelname',
  BODY_TOO_LARGE: 'whole',
  INVALID_PARAMETER: 'parameter pageId',
  UNKNOWN_PARAMETER: 'parameter name',
  DUPLICATE_PARAMETER: 'parameter limit',
  INVALID_IDEMPOTENCY_KEY: 'header Idempotency-Key',
  INVALID_CURSOR: 'parameter cursor',
  EXPIRED_CURSOR: 'parameter cursor',
  SPACE_OUTSIDE_KEY_LIMIT: 'parameter spaceId',
  PAGE_NOT_FOUND: 'parameter pageId',
  PAGE_NOT_CLASSIFIED: 'parameter pageId',
  PAGE_NOT_EDITABLE: '#/pageId',
  LEVEL_NOT_FOUND: '#/levelId',
  SUBLEVEL_NOT_IN_LEVEL: '#/subLevelId',
  LEVEL_ARCHIVED: '#/levelId',
  LEVEL_NOT_IN_SPACE_SCHEME: '#/levelId',
  LEVEL_OUTSIDE_KEY_LIMIT: '#/levelId',
  LEVEL_BELOW_FINDINGS: '#/levelId',
  LEVEL_CHANGE_FORBIDDEN: '#/levelId',
  JUSTIFICATION_REQUIRED: '#/justification',
  CONFIGURATION_NOT_FOUND: 'parameter levelId',
  CREATOR_NOT_ADMIN: 'whole',
  KEY_HAS_LIMITS: 'whole',
  NAME_TAKEN: '#/name',
  INCOMPLETE_ORDER: '#/levelIds',
  INVALID_SETTINGS: '#/defaultLevel',
  // Only after a plan.
  LOOSENING_NOT_ALLOWED: 'whole',
  LEVEL_IN_SETTINGS: 'whole',
  CONFIGURATION_FULL: 'whole',
  PRECONDITION_FAILED: 'header If-Match',
  EDIT_CONFLICT: 'whole',
  IDEMPOTENCY_IN_PROGRESS: 'header Idempotency-Key',
  IDEMPOTENCY_KEY_REUSED: 'header Idempotency-Key',
  DETECTION_NOT_FOUND: 'parameter detectionId',
  DETECTOR_NOT_FOUND: 'parameter detectorId',
  INVALID_DETECTOR: '#/pattern',
  EXCLUSION_NOT_FOUND: 'parameter exclusionId',
  INVALID_EXCLUSION: '#/match/detectorId',
  SCAN_NOT_FOUND: 'parameter scanId',
  REDACTION_NOT_FOUND: 'parameter redactionId',
  JOB_NOT_FOUND: 'parameter jobId',
  TOO_MANY_JOBS: 'whole',
  INVALID_CQL: '#/cql',
  // Only the error of a job.
  TOO_MANY_PAGES: 'whole',
  SEARCH_NOT_POSSIBLE: 'whole',
  CANNOT_ACT_AS_PERSON: 'whole',
  RATE_LIMITED: 'whole',
  HOST_QUOTA: 'whole',
  INTERNAL_ERROR: 'whole',
  HOST_ERROR: 'whole',
  AUTH_UNAVAILABLE: 'whole',
  STORAGE_UNAVAILABLE: 'whole',
  HOST_TIMEOUT: 'whole',
};

interface Place {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly header?: string;
}

function placeOf({ pointer, parameter, header }: Place): string {
  if (pointer !== undefined) return pointer;
  if (parameter !== undefined) return `parameter ${parameter}`;
  return header === undefined ? 'whole' : `header ${header}`;
}

interface Entry {
  readonly code: string;
  readonly facts: string;
  readonly text: string;
  readonly example: string | undefined;
  /** The `errors` of the response. */
  readonly shown: string | undefined;
}

const entries = [...guide.matchAll(/^### (\w+)\n\n(.+)\n\n([\s\S]*?)(?=^##|(?![\s\S]))/gm)].map(
  ([, code = '', facts = '', text = '']): Entry => ({
    code,
    facts,
    text,
    example: /^```sh\n([\s\S]*?)^```$/m.exec(text)?.[1],
    shown: /^```json\n([\s\S]*?)^```$/m.exec(text)?.[1],
  }),
);
const withExample = codes.flatMap((code) => {
  const { example, shown } = entries.find((entry) => entry.code === code) ?? {};
  return example === undefined ? [] : [{ code, example, shown }];
});

function adviceFor(status: number): string {
  if (PASSING.includes(status)) return 'retry after Retry-After';
  return status === 500 ? 'retry a few times' : 'do not retry';
}

it('the errors guide is the output of `npm run errors`', () => {
  expect(errorGuide(guide)).toBe(guide);
});

it('the errors guide explains every code of the API once, and no other', () => {
  expect(entries.map(({ code }) => code).sort()).toEqual([...codes].sort());
});

it.each(codes)('the errors guide states the status, the title, and if a retry helps: %s', (code) => {
  const { status, title } = PROBLEMS[code];
  expect(entries.find((entry) => entry.code === code)?.facts).toBe(`${status} · ${title} · ${adviceFor(status)}`);
});

it.each(entries)('the errors guide explains cause and solution: $code', ({ text }) => {
  expect(text).toMatch(/^\*\*Cause\.\*\* \S/m);
  expect(text).toMatch(/^\*\*Cure\.\*\* \S/m);
});

it('the errors guide has an example of every error that a command can cause', () => {
  const without = codes.filter((code) => !withExample.some((entry) => entry.code === code));
  expect(without).toEqual(codes.filter((code) => WITHOUT_EXAMPLE.some((one) => one === code)));
});

it('the errors guide is tested for the part of the request that each code is about', () => {
  expect(Object.keys(PLACES).sort()).toEqual([...codes].sort());
  const isProvenElsewhere = (code: ProblemCode) => ['EXPIRED_CURSOR', 'IDEMPOTENCY_IN_PROGRESS'].includes(code);
  const aboutOnePart = codes.filter((code) => PLACES[code] !== 'whole' && !isProvenElsewhere(code));
  expect(aboutOnePart.filter((code) => !withExample.some((one) => one.code === code))).toEqual([]);
});

it('the errors guide shows the errors of at least ten responses', () => {
  expect(withExample.filter(({ shown }) => shown !== undefined).length).toBeGreaterThanOrEqual(10);
});

it('the errors guide has only valid links', () => {
  const files = [...guide.matchAll(/\]\(([\w./-]+)/g)].map(([, file = '']) => file);
  expect(files.filter((file) => !existsSync(join(__dirname, '../../docs', file)))).toEqual([]);
  const anchors = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );
  const links = [...guide.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

it('the errors guide states for each status once if a retry helps, in agreement with its codes', () => {
  const [, table = ''] = guide.split('## Retries');
  const said = new Map<number, string>();
  for (const [, statuses = '', answer = ''] of table.matchAll(/^\| (\d[^|]*) \| (no|yes, a few|yes, after)/gm)) {
    for (const range of statuses.split(',')) {
      const [from = NaN, to = from] = range.split(' to ').map(Number);
      for (let status = from; status <= to; status += 1) {
        expect(said.has(status)).toBe(false);
        said.set(status, answer);
      }
    }
  }
  for (const code of codes) {
    const { status } = PROBLEMS[code];
    const answer = PASSING.includes(status) ? 'yes, after' : status === 500 ? 'yes, a few' : 'no';
    expect([code, said.get(status)]).toEqual([code, answer]);
  }
});

describe('the examples', () => {
  const CREATED_AT = new Date('2026-03-01T12:00:00.000Z');
  const NOW = new Date('2026-03-10T12:00:00.000Z');
  let now = CREATED_AT;
  let site: ServedSite;
  let env: Record<string, string>;

  beforeAll(async () => {
    now = CREATED_AT;
    // Without the meter of storage, because all examples run in one instant.
    site = await serveSite({ meter: 'off', now: () => now, rateLimits: () => undefined });
    const { baseUrl } = await done<{ baseUrl: string }>(site, 'getBaseAddress', {});
    await archiveLevels(site, ['Public']);
    const expired = await site.createKey({ expiresOn: '2026-03-02' });
    now = NOW;
    const [internal, restricted, archived] = [
      levelNamed(site, 'Internal'),
      levelNamed(site, 'Restricted'),
      levelNamed(site, 'Public'),
    ];
    const revoked = await site.createKey();
    await site.admin('revokeKey', { keyId: revoked.keyId });
    const orphaned = await site.createKey({ as: 'admin2@example.com' });
    await site.setUser('admin2@example.com', { active: false });
    await site.setUser('editor@example.com', { siteAdmin: true });
    const formerAdmin = await site.createKey({ as: 'editor@example.com' });
    await site.setUser('editor@example.com', { siteAdmin: false });
    const readOnly = await aPage(site, { by: 'editor@example.com' });
    await restrict(site, readOnly, 'update', ADMIN_AND_APP.slice(1), 'editor@example.com');
    const classified = await aPage(site);
    await storeLevel(site, classified, restricted.levelId);
    const rules = [{ severity: 'low', levelId: restricted.levelId }];
    await putRow(site, 'config', 'detection', { v: 1, rev: 1, value: { ...DEFAULT_CONFIG, rules } });
    const pageWithACard = await aPage(site, { text: 'Card number: 4539 1488 0343 6467' });
    await site.host.background.settle();
    env = {
      BASE_URL: baseUrl,
      KEY: (await site.createKey({ detectionScope: 'manage' })).key,
      READ_KEY: (await site.createKey({ classificationScope: 'read' })).key,
      LIMITED_KEY: (await site.createKey({ levelLimit: ['unclassified', restricted.levelId] })).key,
      KEY_OF_ANOTHER_SPACE: (await site.createKey({ spaceLimit: [DEMO_SPACES.OPEN] })).key,
      KEY_OF_A_FORMER_ADMIN: formerAdmin.key,
      SPACE_ID: DEMO_SPACES.ENG,
      EXPIRED_KEY: expired.key,
      REVOKED_KEY: revoked.key,
      ORPHANED_KEY: orphaned.key,
      BUSY_KEY: (await site.createKey()).key,
      PAGE_ID: await aPage(site),
      // The one of IDEMPOTENCY_KEY_REUSED classifies this one; the others need a page without a level.
      OTHER_PAGE_ID: await aPage(site),
      READ_ONLY_PAGE_ID: readOnly,
      LEVEL_ID: internal.levelId,
      RESTRICTED_PAGE_ID: classified,
      PAGE_ID_WITH_A_CARD: pageWithACard,
      HR_PAGE_ID: await aPage(site, { spaceId: DEMO_SPACES.HR }),
      ARCHIVED_LEVEL_ID: archived.levelId,
    };
  });
  // The jobs of one example do not block the next one.
  afterEach(() => site.host.background.settle());
  afterAll(() => site.stop());

  it('show the real response', async () => {
    const shown = JSON.parse(/^```json\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '');
    const body = { pageId: env['PAGE_ID'], levelId: env['LEVEL_ID'] };
    const answer = await site.rest('POST', '/v1/page-level', { key: env['READ_KEY'] ?? '', body });
    const { requestId } = answer.body;
    const type = shown.type.replace(/^.*(?=\/v1\/)/, new URL(env['BASE_URL'] ?? '').pathname);
    expect({ ...shown, type, requestId, instance: `urn:uuid:${requestId}` }).toEqual(answer.body);
    expect(shown.instance).toBe(`urn:uuid:${shown.requestId}`);
  });

  itWith('bash', 'curl').each(withExample)(
    'are answered with $code, and what helps',
    async ({ code, example, shown }) => {
      const schemeId = '00000000-0000-4000-8000-00000000cafe';
      await settle(site, {
        lowering: code === 'LEVEL_CHANGE_FORBIDDEN' ? 'forbidden' : 'justified',
        schemes: [{ schemeId, name: 'HR', levelIds: [levelNamed(site, 'Restricted').levelId] }],
        spaces: { [DEMO_SPACES.HR]: { schemeId } },
      });
      const { stdout } = await promisify(execFile)('bash', ['-c', `set -uo pipefail\n${example}`], {
        env: { ...process.env, ...env },
        timeout: 240_000,
      });
      const answer = JSON.parse(stdout);
      expect(answer).toMatchObject({ code, status: PROBLEMS[code].status });
      const [{ title, detail, ...place }] = answer.errors;
      expect(detail ?? title).toEqual(expect.any(String));
      expect(placeOf(place)).toBe(PLACES[code]);
      if (shown !== undefined) expect(answer.errors).toEqual([JSON.parse(shown)]);
      // A relative reference of RFC 9457, section 3.1.1, to the document that the app serves.
      const type = new URL(answer.type, `${env['BASE_URL']}/v1/any/path`);
      const described = (await (await fetch(type)).json()) as typeof document;
      expect(type.hash).toBe(`#/components/x-problems/${code}`);
      expect(described.components['x-problems'][code]).toEqual({
        cause: expect.any(String),
        cure: expect.any(String),
      });
    },
  );
});
