import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { PlatformCall } from '../../local/forge/platform-calls';
import {
  createFaultInjector,
  type Fault,
  faultNamed,
  type FaultInjector,
  FAULTS,
  RETRY_AFTER,
  withoutWaiting,
} from '../support/fault-injection';
import { isKeyUseCall } from '../support/key-use';
import { sample } from '../support/sample';
import { openSite, type RestAnswer, type Site } from '../support/site';
import { expectWhole, truthOf } from '../support/page-truth';

/**
 * T18: every platform call of every operation, recorded from a valid request, gets every fault. Never success without
 * the effect, never an effect without its history and audit, never an allow on an error, never a 500.
 */

interface Scenario {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: (pageId: string) => string;
  /** The level of the page before the request, as an index into the levels. */
  readonly before: number | undefined;
  /** The level to set. */
  readonly target?: number;
}

const record = (pageId: string) => `/v1/page-level/by-page/${pageId}`;
const SCENARIOS: readonly Scenario[] = [
  { name: 'GET /v1/level', method: 'GET', path: () => '/v1/level', before: 1 },
  { name: 'GET the record', method: 'GET', path: record, before: 1 },
  { name: 'GET the levels for a page', method: 'GET', path: (pageId) => `${record(pageId)}/levels`, before: 1 },
  { name: 'POST the first level', method: 'POST', path: () => '/v1/page-level', before: undefined, target: 2 },
  { name: 'POST another level', method: 'POST', path: () => '/v1/page-level', before: 1, target: 2 },
  { name: 'POST the same level', method: 'POST', path: () => '/v1/page-level', before: 1, target: 1 },
];

/** One scenario gets all faults in each run, and each of the others some of them. */
const isRepresentative = ({ name }: Scenario, impersonation: boolean) => impersonation && name === 'POST another level';

/** True if the scenario writes. */
const changes = ({ before, target }: Scenario) => target !== undefined && target !== before;

const cases = [true, false].flatMap((impersonation) =>
  SCENARIOS.map(
    (scenario) => [scenario.name, impersonation ? 'as the creator' : 'as the app', impersonation, scenario] as const,
  ),
);

describe.each(cases)('%s, %s', (_name, _way, impersonation, scenario) => {
  let site: Site;
  let injector: FaultInjector;
  let key: string;
  let levelIds: readonly string[];
  /** The calls of a valid request. */
  let goodCalls: readonly PlatformCall[];
  let goodText: string;
  let readPage: string;
  /** Each request comes a minute after the one before, so that the use of the key is written. */
  let minutes = 0;

  beforeAll(async () => {
    const start = Date.now();
    injector = createFaultInjector();
    site = openSite({ impersonation, intercept: injector.intercept, now: () => new Date(start + minutes * 60_000) });
    ({ key } = await site.createKey());
    levelIds = await levelIdsOf(site, key);
    readPage = await makePage();
    injector.arm();
    const good = await send(readPage);
    goodText = good.text;
    expect(good.status).toBe(scenario.method === 'GET' ? 200 : 201);
    goodCalls = [...injector.calls];
    expect(goodCalls.filter(isKeyUseCall).map(({ path }) => path)).toEqual(['/api/v1/batch/get', '/api/v1/set']);
  });
  afterAll(() => site.close());

  /** A page as the scenario needs it. */
  async function makePage(): Promise<string> {
    const pageId = await newPage(site);
    injector.arm();
    if (scenario.before !== undefined) {
      const set = await site.rest('POST', '/v1/page-level', {
        key,
        body: { pageId, levelId: levelIds[scenario.before] },
      });
      expect(set.status).toBe(201);
    }
    return pageId;
  }

  function send(pageId: string): Promise<RestAnswer> {
    minutes += 1;
    const body = scenario.target === undefined ? {} : { body: { pageId, levelId: levelIds[scenario.target] } };
    return site.rest(scenario.method, scenario.path(pageId), { key, ...body });
  }

  it.each(isRepresentative(scenario, impersonation) ? FAULTS : sample(FAULTS, 6))(
    '$name, at any call',
    async (fault) => {
      expect(goodCalls.length).toBeGreaterThanOrEqual(3);
      for (const [place, call] of goodCalls.entries()) {
        if (isTrustedByForge(call, fault) || (fault.effect && !isWrite(call))) continue;
        // The way the page is read does not affect storage, so once is enough.
        if (call.target === 'kvs' && !impersonation) continue;
        const pageId = scenario.method === 'GET' ? readPage : await makePage();
        const before = truthOf(site.host, pageId);
        injector.arm([place, fault]);
        const answer = await (fault.name.startsWith('no answer') ? withoutWaiting(() => send(pageId)) : send(pageId));
        expect(injector.calls.length).toBeGreaterThan(place);
        injector.arm();

        const at = `${fault.name} at call ${place}, ${call.method} ${call.path}`;
        const truth = truthOf(site.host, pageId);
        const isDone = truth.history.length > before.history.length;
        expectWhole(truth);
        const { status, body } = answer;
        const outcome = { at, status, code: body.code, retryAfter: answer.header('retry-after') };
        expect(outcome).toEqual({ at, ...expected(call, fault, scenario) });
        if (status === 200) {
          if (isKeyUseCall(call)) expect({ at, text: answer.text }).toEqual({ at, text: goodText });
          else expect({ at, canSetLevel: body.canSetLevel }).toEqual({ at, canSetLevel: false });
        }
        if (answer.status === 201) expect({ at, done: isDone }).toEqual({ at, done: answer.body.changed });

        const again = await send(pageId);
        expect({ at, status: again.status }).toEqual({ at, status: scenario.method === 'GET' ? 200 : 201 });
        if (scenario.method === 'GET') expect(again.text).toBe(goodText);
        else expect({ at, changed: again.body.changed }).toEqual({ at, changed: changes(scenario) && !isDone });
        const after = truthOf(site.host, pageId);
        expect({ at, entries: after.history.length }).toEqual({
          at,
          entries: before.history.length + (changes(scenario) ? 1 : 0),
        });
        expectWhole(after);
      }
    },
  );
});

/** A call without an effect is the same whether it fails before or after it. */
const isWrite = ({ target, path }: PlatformCall) => target === 'kvs' && !path.endsWith('/get');

/**
 * @forge/kvs ignores the body of a transaction's 2xx (the documented body is empty), so no app can distinguish an
 * error page with the status 200 from a success; only this one case is excluded.
 */
function isTrustedByForge({ path }: PlatformCall, { response, effect }: Fault): boolean {
  return path.endsWith('/transaction') && response === 'garbage' && !effect;
}

interface Outcome {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: string | undefined;
}

/** The expected response if this call gets this fault. */
function expected(call: PlatformCall, { response, effect }: Fault, scenario: Scenario): Outcome {
  const success = { status: scenario.method === 'GET' ? 200 : 201, code: undefined, retryAfter: undefined };
  const storageUnavailable = { status: 503, code: 'STORAGE_UNAVAILABLE', retryAfter: '5' };
  const { target, path } = call;
  // A lost event for the content property is found by a sweep.
  if (isKeyUseCall(call) || target === 'gateway') return success;
  if (path.endsWith('/transaction')) {
    // A conflict is retried. If the reply is ambiguous, or refuses with an unknown code, the stored data decides.
    if (response === 'conflict') return success;
    const isRecognized = effect && response !== 'quota';
    return isRecognized ? success : storageUnavailable;
  }
  if (target === 'kvs') return storageUnavailable;
  switch (response) {
    case 'quota':
      return { status: 429, code: 'HOST_QUOTA', retryAfter: String(RETRY_AFTER) };
    case 'timeout':
      return { status: 504, code: 'HOST_TIMEOUT', retryAfter: '5' };
    case 'failed':
    case 'lost':
    case 'garbage':
      return { status: 502, code: 'HOST_ERROR', retryAfter: '5' };
    case 'refused':
    case 'conflict':
      return refusedByConfluence(call, scenario);
  }
}

/** A clear refusal by Confluence is not a fault but a denial. If it cannot be a denial, it is an error. */
function refusedByConfluence({ path, body = '' }: PlatformCall, { method }: Scenario): Outcome {
  if (path.startsWith('/wiki/rest/api/user')) return { status: 502, code: 'HOST_ERROR', retryAfter: '5' };
  if (!body.includes('"update"')) return { status: 404, code: 'PAGE_NOT_FOUND', retryAfter: undefined };
  return method === 'GET'
    ? { status: 200, code: undefined, retryAfter: undefined }
    : { status: 403, code: 'PAGE_NOT_EDITABLE', retryAfter: undefined };
}

describe('a page whose level is set', () => {
  const pageId = DEMO_PAGES.officeGuide;
  /** After the reads. The event is pushed at the same time. */
  const TRANSACTION = 6;

  it('keeps one entry if the reply is lost and the stored data cannot be read either', async () => {
    const injector = createFaultInjector();
    const site = openSite({ intercept: injector.intercept });
    try {
      const { key } = await site.createKey();
      const [levelId] = await levelIdsOf(site, key);
      const set = () => site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
      injector.arm(
        [TRANSACTION, faultNamed('connection lost, after the effect')],
        [TRANSACTION + 2, faultNamed('503, before the effect')],
      );
      const answer = await set();
      expect([answer.status, answer.header('retry-after')]).toEqual([503, '5']);
      expect(injector.calls).toHaveLength(TRANSACTION + 3);
      expect(truthOf(site.host, pageId).history).toHaveLength(1);
      injector.arm();
      const again = await set();
      expect([again.status, again.body.changed]).toEqual([201, false]);
      expect(truthOf(site.host, pageId).history).toHaveLength(1);
      expectWhole(truthOf(site.host, pageId));
    } finally {
      site.close();
    }
  });

  it.each([
    ['confluence', 504, 'HOST_TIMEOUT'],
    ['kvs', 503, 'STORAGE_UNAVAILABLE'],
  ] as const)(
    'responds within the time limit of a request even if every call to %s hangs',
    async (target, status, code) => {
      let isHeld = false;
      const site = openSite({
        intercept: (call, proceed) =>
          isHeld && call.target === target ? new Promise<never>(() => undefined) : proceed(),
      });
      try {
        const { key } = await site.createKey();
        const [levelId] = await levelIdsOf(site, key);
        isHeld = true;
        site.limits.requestLimitMs = 300;
        const answer = await site.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
        expect([answer.status, answer.body.code, answer.header('retry-after')]).toEqual([status, code, '5']);
        expect(truthOf(site.host, pageId)).toEqual({ record: undefined, history: [], audit: [] });
      } finally {
        site.close();
      }
    },
  );
});

async function levelIdsOf(site: Site, key: string): Promise<string[]> {
  const { body } = await site.rest('GET', '/v1/level', { key });
  return body.results.map(({ levelId }: { levelId: string }) => levelId);
}

let pages = 0;
async function newPage(site: Site): Promise<string> {
  pages += 1;
  const response = await site.wiki('POST', '/api/v2/pages', {
    spaceId: DEMO_SPACES.OPEN,
    status: 'current',
    title: `A page of its own ${pages}`,
    body: { representation: 'storage', value: '<p>Text.</p>' },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}
