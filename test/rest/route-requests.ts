import * as z from 'zod';
import { DEMO_PAGES, DEMO_SPACES, EDITOR } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import type { Exclusion } from '../../src/findings/exclusions/model';
import type { Route } from '../../src/rest/route';
import { routes } from '../../src/rest/routes';
import { CUSTOM_INPUT_EXAMPLE as DETECTOR_EXAMPLE } from '../../src/rest/routes/detector-schemas';
import { anExclusion, storeExclusions } from '../support/exclusions';
import { storeFinding } from '../support/findings';
import { archiveLevels, levelNamed, settle } from '../support/levels';
import type { RestAnswer, RestOptions, Site } from '../support/site';
import { putRow, rowsOf } from '../support/stored-rows';
import { storeLevel } from '../support/wiki-pages';

/**
 * A successful request to each route, built from the route table. Tests change one part of it and check the response.
 */

export interface RouteRequest {
  readonly route: Route;
  /** Used in the names of tests. */
  readonly name: string;
  readonly method: Route['method'];
  /** Contains the id from `makeSampleJob`, after it has run. */
  readonly path: string;
  /** The required headers besides the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for a route without a body. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Levels of the site, as a key with every scope sees them. */
export interface SampleLevel {
  readonly levelId: string;
  readonly subLevels: readonly { readonly subLevelId: string }[];
}

/** The ID of the site of the tests, which its name decides. */
const LOCAL_SITE = '21085172-4c90-4a00-8d01-027783377926';

/** A page without restrictions. */
export const PAGE_ID = DEMO_PAGES.engHome;

/** Valid values by the name of the parameter or field, the same in all routes. A new name needs an entry here. */
const SAMPLES: Record<string, string> = {
  site: LOCAL_SITE,
  pageId: PAGE_ID,
  levelId: 'restricted',
  subLevelId: 'finance',
  jobId: '00000000-0000-4000-8000-000000000000',
  schemeId: '00000000-0000-4000-8000-00000000cafe',
  spaceId: DEMO_SPACES.ENG,
  detectorId: 'us-ssn',
  customId: '00000000-0000-4000-8000-00000000beef',
  detectionId: '00000000-0000-4000-8000-000000000000',
  ownerId: EDITOR.accountId,
  scanId: '00000000-0000-4000-8000-000000000000',
  redactionId: '00000000-0000-4000-8000-000000000000',
  exclusionId: '00000000-0000-4000-8000-0000000e0001',
  exceptionId: '00000000-0000-4000-8000-0000000e0002',
  campaignId: '00000000-0000-4000-8000-0000000e0003',
};

export function routeRequests(): readonly RouteRequest[] {
  return routes.map((route) => ({
    route,
    name: `${route.method} ${route.path}`,
    method: route.method,
    get path() {
      return withSamples(route.path);
    },
    headers: Object.fromEntries(
      Object.entries(route.requiredHeaders ?? {}).map(([name, { example }]) => [name, example]),
    ),
    body: route.body === undefined ? undefined : { ...route.body.example },
  }));
}

/** Reads can share a site in a test, because they change nothing. A change needs one of its own. */
export const isReadRequest = ({ method }: Pick<RouteRequest, 'method'>): boolean => method === 'GET';

/** Replaces the parameters of a path. */
export function withSamples(path: string, replacements: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_all, name: string) => {
    const value = replacements[name] ?? SAMPLES[name];
    if (value === undefined) throw new Error(`Add a value that works for the parameter ${name} to SAMPLES`);
    return value;
  });
}

export function parameterNames({ path }: Route): readonly string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
}

/** The body of a successful request on this site; undefined for a route without one. */
export function bodyFor({ body }: RouteRequest, level: SampleLevel): Record<string, unknown> | undefined {
  if (body === undefined) return undefined;
  const known: Readonly<Record<string, unknown>> = {
    ...SAMPLES,
    levelId: level.levelId,
    detectionIds: [SAMPLES.detectionId],
    levelIds: ['public', 'internal', 'restricted', 'highly-restricted'],
    subLevelIds: ['people', 'finance'],
    ifMatch: '*',
  };
  return filled(body, known) as Record<string, unknown>;
}

/** Replaces members by name, at every depth. */
function filled(value: unknown, known: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, known));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, known[name] ?? filled(member, known)]),
  );
}

interface Field {
  readonly name: string;
  readonly type: string | undefined;
  readonly isRequired: boolean;
}

/** The members that the schema of a route's body permits. */
export function fieldsOf(route: Route): readonly Field[] {
  const { properties = {}, required = [] } = bodySchemaOf(route) ?? {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeof schema === 'object' && typeof schema.type === 'string' ? schema.type : undefined,
    isRequired: required.includes(name),
  }));
}

/** The JSON Schema of a route's body; undefined for a route without one. */
export function bodySchemaOf({ body }: Route): z.core.JSONSchema.BaseSchema | undefined {
  if (body === undefined) return undefined;
  const { $ref, $defs, ...own } = z.toJSONSchema(body.schema, { io: 'input' });
  return $ref === undefined ? own : $defs?.[$ref.slice('#/$defs/'.length)];
}

/** JSON as text, with its content type. */
export function jsonText(key: string, text: string): RestOptions {
  return { key, body: text, headers: { 'Content-Type': 'application/json' } };
}

/** Status and code of a response: `200` or `404 PAGE_NOT_FOUND`. Checks the required members of every problem. */
export function outcomeOf(answer: RestAnswer): string {
  if (answer.status < 400) return String(answer.status);
  const { status } = answer;
  // One comparison for all, because tests check tens of thousands of responses.
  const isPresent = (name: string) => answer.header(name) !== undefined;
  const problem = answer.text === '' ? undefined : problemOf(answer);
  const [first] = problem?.errors ?? [];
  const wrong = Object.entries({
    'WWW-Authenticate':
      answer.header('WWW-Authenticate') === (status === 401 ? 'Key realm="page-classification"' : undefined),
    'Accept-Post': answer.header('Accept-Post') === (status === 415 ? 'application/json' : undefined),
    Allow: isPresent('Allow') === (status === 405),
    'Retry-After': isPresent('Retry-After') === [409, 429, 502, 503, 504].includes(status),
    ...(problem && {
      // The base path is unknown in a malformed event (test/rest/headers.test.ts).
      type:
        (problem.type === 'about:blank' && problem.code === 'INTERNAL_ERROR') ||
        new RegExp(`^(?:/[^/#]+)+/v1/openapi\\.json#/components/x-problems/${problem.code}$`).test(problem.type),
      status: problem.status === status,
      instance: problem.instance === `urn:uuid:${answer.requestId}`,
      requestId: problem.requestId === answer.requestId,
      errors: first?.status === status && first.code === problem.code,
    }),
  }).filter(([, isRight]) => !isRight);
  if (wrong.length > 0) {
    const names = wrong.map(([name]) => name).join(', ');
    throw new Error(
      `${names} of an answer is wrong: ${JSON.stringify({ status, headers: answer.headers, text: answer.text })}`,
    );
  }
  return problem === undefined ? String(status) : `${status} ${problem.code}`;
}

/** The codes and locations of `errors`: `INVALID_FIELD #/pageId`, `UNKNOWN_PARAMETER limit`. */
export function placesOf(answer: RestAnswer): readonly string[] {
  return problemOf(answer).errors.map(({ code, pointer, parameter, header }) =>
    [code, pointer ?? parameter ?? header].filter((part) => part !== undefined).join(' '),
  );
}

export interface ProblemAnswer {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly instance: string;
  readonly requestId: string;
  readonly requiredScope?: string;
  readonly errors: readonly {
    readonly status: number;
    readonly code: string;
    readonly title: string;
    readonly detail: string | null;
    readonly pointer?: string;
    readonly parameter?: string;
    readonly header?: string;
  }[];
}

export function problemOf(answer: RestAnswer): ProblemAnswer {
  return answer.body as ProblemAnswer;
}

/** Creates a scan for the routes on scans. */
export async function makeSampleScan(site: Site, key: string, level: SampleLevel): Promise<void> {
  const request = routeRequests().find(({ route }) => route.operationId === 'createScan');
  const { body } = await site.rest('POST', '/v1/detection/scan', { ...requestOptions(request, level), key });
  SAMPLES.scanId = (body as { scanId: string }).scanId;
}

/** Creates a redaction of the key for the route on redactions. */
export async function makeSampleRedaction(site: Site, key: string, level: SampleLevel): Promise<void> {
  const request = routeRequests().find(({ route }) => route.operationId === 'createRedaction');
  const { body } = await site.rest('POST', '/v1/redaction', { ...requestOptions(request, level), key });
  SAMPLES.redactionId = (body as { redactionId: string }).redactionId;
}

/** Creates a job of the key for the routes on jobs. */
export async function makeSampleJob(site: Site, key: string, level: SampleLevel): Promise<void> {
  const request = routeRequests().find(({ route }) => route.operationId === 'createJob');
  const { body } = await site.rest('POST', '/v1/page-level/jobs', { ...requestOptions(request, level), key });
  SAMPLES.jobId = (body as { jobId: string }).jobId;
}

/** Stores a finding on the page for the routes on findings. */
export async function makeSampleFinding(site: Site): Promise<void> {
  await configureDetection(site);
  await excludeOnPage(site);
  await storeException(site);
  await storeCampaign(site);
  SAMPLES.detectionId = await storeFinding(site, PAGE_ID);
}

/** Stores a rule and an exception for the space, bypassing the app. */
async function storeException(site: Site): Promise<void> {
  const [levelId = '', ...others] = [
    levelNamed(site, 'Highly Restricted').levelId,
    levelNamed(site, 'Restricted').levelId,
  ];
  const rule = { guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' };
  const rules = Object.fromEntries([levelId, ...others].map((id) => [id, rule]));
  const { exceptionId, spaceId } = SAMPLES;
  const times = { until: '2099-01-15T00:00:00.000Z', createdAt: '2026-01-20T10:00:00.000Z' };
  const exceptions = [{ exceptionId, spaceId, levelId, reason: 'Known.', ...times }];
  await putRow(site, 'config', 'governance', { v: 1, rev: 1, value: { exposure: { rules, exceptions } } });
}

/** Stores an open campaign that has the page, bypassing the app. */
async function storeCampaign(site: Site): Promise<void> {
  const { campaignId, spaceId } = SAMPLES;
  const data = { name: 'Spring', filter: {}, reviewers: 'owner', answerBy: '2027-03-31T00:00:00.000Z', pages: 1 };
  await putRow(site, 'governance', `campaign:${campaignId}`, {
    ...{ v: 1, rev: 1, kind: 'campaign', list: 'campaign-open', sort: '2026-01-20T10:00:00.000Z' },
    data: { ...data, firsts: [PAGE_ID] },
  });
  const part = { v: 1, rev: 1, kind: 'campaign-part', data: { pages: [{ pageId: PAGE_ID, spaceId }] } };
  await putRow(site, 'governance', `campaign:${campaignId}:0`, part);
}

/** Stores an exclusion of a value on the page, bypassing the app. */
function excludeOnPage(site: Site): Promise<void> {
  const match: Exclusion['match'] = { by: 'fingerprint', fingerprints: ['fingerprint-of-a-value'] };
  return storeExclusions(site, anExclusion({ match, scope: { of: 'page', pageId: PAGE_ID } }));
}

/**
 * The levels and settings of a new site, with a scheme, for a request that reads the scheme or would fail a second
 * time.
 */
export async function restoreFor(site: Site, { method, path }: Pick<RouteRequest, 'method' | 'path'>): Promise<void> {
  if (path.startsWith('/v1/detect')) await configureDetection(site);
  if (path.startsWith('/v1/exclusion')) await excludeOnPage(site);
  if (path.includes('/exposure')) await storeException(site);
  if (path === '/v1/review-campaign') await endCampaigns(site);
  if (path.startsWith('/v1/review-campaign')) await storeCampaign(site);
  const isRead = method === 'GET';
  const records = rowsOf(site, 'page-level', PAGE_ID);
  if (
    /^\/v1\/(page-level\/by-page|page-review|review-campaign)/.test(path) &&
    !records.some(({ value }) => 'levelId' in value)
  )
    await storeLevel(site, PAGE_ID, levelNamed(site, 'Internal').levelId);
  if (/^\/v1\/(level|setting)/.test(path) && !isRead) await archiveLevels(site, []);
  if (path.startsWith('/v1/setting/scheme/') || (path.startsWith('/v1/setting') && !isRead)) {
    const levelIds = [levelNamed(site, 'Public').levelId];
    await settle(site, { schemes: [{ schemeId: SAMPLES.schemeId, name: 'Open', levelIds }] });
  }
}

/** A site has only a few open campaigns. */
async function endCampaigns(site: Site): Promise<void> {
  for (const { key, value } of rowsOf(site, 'governance', 'campaign-open'))
    await putRow(site, 'governance', key, { ...value, list: 'campaign-ended' });
}

/** Stores a custom detector and a scheme, bypassing the app. */
async function configureDetection(site: Site): Promise<void> {
  const custom = {
    ...DETECTOR_EXAMPLE,
    detectorId: `custom:${SAMPLES.customId}`,
    name: 'Sample detector',
    proximity: 50,
    confidence: 0.8,
  };
  const scheme = { schemeId: SAMPLES.schemeId, name: 'Sample scheme', detectors: {} };
  const value = { ...DEFAULT_CONFIG, custom: [custom], schemes: [scheme] };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value });
}

/** The body and headers of a successful request, besides the key. */
export function requestOptions(request: RouteRequest | undefined, level: SampleLevel): RestOptions {
  if (request === undefined) throw new Error('there is no such route');
  const body = bodyFor(request, level);
  return { headers: request.headers, ...(body === undefined ? {} : { body }) };
}

/** The options with the required headers of the request. */
export function withRequired({ headers }: RouteRequest, options: RestOptions): RestOptions {
  const given = options.headers ?? {};
  const required = Object.entries(headers).flat();
  return { ...options, headers: [...required, ...(Array.isArray(given) ? given : Object.entries(given).flat())] };
}

/** The first level of the site. */
export async function firstLevel(site: Site, key: string): Promise<SampleLevel> {
  const { body } = await site.rest('GET', '/v1/level', { key });
  const [level] = (body as { results: SampleLevel[] }).results;
  if (level === undefined) throw new Error('the site has no level');
  return level;
}
