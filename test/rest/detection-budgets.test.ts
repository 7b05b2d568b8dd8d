import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { TracedCall } from '../../local/forge/trace';
import { storeFinding } from '../support/findings';
import { openSite, type Site } from '../support/site';
import { putRow } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/**
 * The budgets of detection, for its configuration, lists of findings, and scans. Calls are counted from the trace, as
 * in site-budgets.test.ts. Only summaries take more calls for more findings, up to a maximum.
 */

interface Request {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly stages: number;
  readonly calls: number;
  /** The maximum of a summary, for any number of findings. */
  readonly most?: { readonly stages: number; readonly calls: number };
}

const CUSTOM = {
  name: 'Project code',
  category: 'pii',
  severity: 'medium',
  pattern: 'PRJ-[0-9]{6}',
  samples: { match: ['PRJ-123456'], noMatch: ['PRJ-12'] },
};
const SCHEME = { name: 'Open', detectors: [] };
const SITE = {
  regions: ['GB'],
  minConfidence: 0.5,
  targets: { title: true, body: true, comments: true, attachmentNames: true },
  triggers: { onPublish: true, schedule: 'weekly' },
  rules: [],
};
const PAGE = DEMO_PAGES.engHome;

/** Setup replaces `SCHEME_ID`, `CUSTOM_ID`, `SCAN_ID` and `FINDING_ID`. The first stage of each takes three calls. */
const REQUESTS: readonly Request[] = [
  { name: 'the detectors', method: 'GET', path: '/v1/detector', stages: 2, calls: 5 },
  {
    name: 'a detector, changed',
    method: 'PATCH',
    path: '/v1/detector/us-ssn',
    body: { severity: 'low' },
    stages: 3,
    calls: 6,
  },
  { name: 'a new detector', method: 'POST', path: '/v1/detector/custom', body: CUSTOM, stages: 3, calls: 6 },
  { name: 'a detector of the site', method: 'GET', path: '/v1/detector/custom/CUSTOM_ID', stages: 2, calls: 5 },
  {
    name: 'it, replaced',
    method: 'PUT',
    path: '/v1/detector/custom/CUSTOM_ID',
    body: { ...CUSTOM, severity: 'high' },
    stages: 3,
    calls: 6,
  },
  { name: 'a text, analyzed', method: 'POST', path: '/v1/detection/analyze', body: { text: 'x' }, stages: 2, calls: 5 },
  { name: 'it, removed', method: 'DELETE', path: '/v1/detector/custom/CUSTOM_ID', stages: 3, calls: 6 },
  { name: 'the configuration', method: 'GET', path: '/v1/detection/config', stages: 2, calls: 5 },
  { name: 'another configuration', method: 'PUT', path: '/v1/detection/config', body: SITE, stages: 3, calls: 6 },
  { name: 'a new scheme', method: 'POST', path: '/v1/detection/config/scheme', body: SCHEME, stages: 3, calls: 6 },
  {
    name: 'a scheme, edited',
    method: 'PUT',
    path: '/v1/detection/config/scheme/SCHEME_ID',
    body: { ...SCHEME, name: 'Opened' },
    stages: 3,
    calls: 6,
  },
  {
    name: 'a space as the site',
    method: 'PUT',
    path: `/v1/detection/config/space/${DEMO_SPACES.ENG}`,
    body: {},
    stages: 2,
    calls: 5,
  },
  {
    name: 'a scheme, removed',
    method: 'DELETE',
    path: '/v1/detection/config/scheme/SCHEME_ID',
    stages: 3,
    calls: 6,
  },
  { name: 'what was found', method: 'GET', path: '/v1/detection?limit=5', stages: 4, calls: 8 },
  { name: 'of it that of a page', method: 'GET', path: `/v1/detection?pageId=${PAGE}&limit=5`, stages: 4, calls: 10 },
  { name: 'what was found on a page', method: 'GET', path: `/v1/detection/by-page/${PAGE}`, stages: 3, calls: 8 },
  // The page is read again for the words around the value, once the key may see it.
  { name: 'a finding', method: 'GET', path: '/v1/detection/FINDING_ID', stages: 4, calls: 10 },
  {
    name: 'the numbers',
    method: 'GET',
    path: '/v1/detection/summary',
    stages: 4,
    calls: 7,
    // Ten lists of a hundred in sequence; the levels of 250 pages, 25 at a time.
    most: { stages: 14, calls: 3 + 1 + 11 + 1 + 10 },
  },
  { name: 'the numbers of a page', method: 'GET', path: `/v1/detection/summary?pageId=${PAGE}`, stages: 4, calls: 9 },
  { name: 'the coverage', method: 'GET', path: '/v1/detection/coverage?limit=5', stages: 4, calls: 8 },
  { name: 'a scan', method: 'POST', path: '/v1/detection/scan', body: { pageIds: [PAGE] }, stages: 5, calls: 9 },
  { name: 'how it is', method: 'GET', path: '/v1/detection/scan/SCAN_ID', stages: 3, calls: 6 },
  {
    name: 'what became of its pages',
    method: 'GET',
    path: '/v1/detection/scan/SCAN_ID/results',
    stages: 5,
    calls: 8,
  },
  { name: 'all scans', method: 'GET', path: '/v1/detection/scan', stages: 4, calls: 6 },
  { name: 'a scan, canceled', method: 'DELETE', path: '/v1/detection/scan/SCAN_ID', stages: 5, calls: 10 },
];

let nowMs = Date.parse('2026-11-21T09:00:00.000Z');
const open: Site[] = [];
afterEach(() => open.splice(0).forEach((site) => site.close()));

/** @param size the number of pages with findings */
async function siteOf(size: number) {
  const site = openSite({ queryLagMs: 0, now: () => new Date((nowMs += 1)) });
  open.push(site);
  const { key } = await site.createKey({ detectionScope: 'manage' });
  let findingId = '';
  for (let index = 0; index < size; index += 1) {
    const pageId = index === 0 ? PAGE : await aPage(site);
    for (let n = 0; n < 3; n += 1) findingId = await storeFinding(site, pageId);
    const scannedAt = new Date((nowMs += 1)).toISOString();
    const data = { reasons: [], detectorsOverBudget: [], findingIds: [] };
    const record = { v: 1, rev: 1, spaceId: DEMO_SPACES.ENG, pageVersion: 1, scannedAt, configHash: 'x' };
    await putRow(site, 'page-scan', pageId, { ...record, state: 'complete', data });
  }
  return { site, key, findingId };
}

async function runAll({ site, key, findingId }: Awaited<ReturnType<typeof siteOf>>) {
  // The use of the key is recorded once a minute, and not during the counted requests.
  await site.rest('GET', '/v1/key', { key });
  const made: Record<string, string> = { FINDING_ID: findingId };
  const calls = new Map<string, readonly TracedCall[]>();
  for (const { name, method, path, body } of REQUESTS) {
    const answer = await site.rest(
      method,
      path.replace(/[A-Z]+_ID/, (id) => made[id] ?? ''),
      {
        key,
        headers: method === 'POST' && path.endsWith('/scan') ? { 'Idempotency-Key': 'a-scan-of-pages' } : {},
        ...(body === undefined ? {} : { body }),
      },
    );
    expect({ name, isGood: answer.status < 300 }).toEqual({ name, isGood: true });
    for (const [placeholder, member] of Object.entries({
      SCHEME_ID: 'schemeId',
      CUSTOM_ID: 'customId',
      SCAN_ID: 'scanId',
    })) {
      const id = (answer.body as Record<string, unknown> | undefined)?.[member];
      if (method === 'POST' && typeof id === 'string') made[placeholder] = id;
    }
    calls.set(name, answer.calls);
  }
  return calls;
}

const stagesOf = (calls: readonly TracedCall[]) => Math.max(0, ...calls.map(({ stage }) => stage));
const shapeOf = (calls: readonly TracedCall[] = []) =>
  calls.map(({ stage, target, path }) => `${stage} ${target} ${path.split('?')[0]?.replace(/\d{6,}/, 'ID')}`);

it('each operation stays within its budget, with many findings and pages as with few', async () => {
  const [few, many] = [await runAll(await siteOf(2)), await runAll(await siteOf(120))];
  for (const { name, stages, calls: budget, most = { stages, calls: budget } } of REQUESTS) {
    const [spent = [], spentOnMany = []] = [few.get(name), many.get(name)];
    expect({ name, calls: spent.length, stages: stagesOf(spent), isUsed: spent.length > 0 }).toMatchObject({
      name,
      isUsed: true,
    });
    expect({ name, calls: Math.max(budget, spent.length), stages: Math.max(stages, stagesOf(spent)) }).toEqual({
      name,
      calls: budget,
      stages,
    });
    if (most.calls === budget) expect({ name, shape: shapeOf(spentOnMany) }).toEqual({ name, shape: shapeOf(spent) });
    expect({
      name,
      calls: spentOnMany.length,
      stages: stagesOf(spentOnMany),
      isWithin: isWithin(spentOnMany, most),
    }).toMatchObject({ name, isWithin: true });
  }
});

function isWithin(calls: readonly TracedCall[], { stages, calls: budget }: { stages: number; calls: number }): boolean {
  return calls.length <= budget && stagesOf(calls) <= stages;
}
