import { ADMIN, DEMO_SPACES } from '../../local/demo';
import {
  NO_IMPERSONATION,
  PLATFORM_SWITCHES,
  PRESETS,
  type PlatformSwitch,
  type Preset,
} from '../../local/forge/assumptions';
import { needsConsent } from '../../local/forge/surfaces';
import { CARD, openRedactionSite, type RedactionSite } from '../redaction/redaction-site';
import { levelNamed } from '../support/levels';
import type { RestAnswer } from '../support/site';
import { rowsOf } from '../support/stored-rows';

/**
 * The main journeys under each switch of the platform, and under each preset of them. Nothing is allowed that the person may not do, nothing is lost, and
 * every refusal says why.
 */

let site: RedactionSite;
let pageIds: string[];
let adminKey: string;
let hiddenKey: string;
/** The codes and reasons of the refusals of the running journey. */
let refusals: string[];

/** Opened on the usual platform; the switches are set afterwards. Each journey has a page with a value, or one without. */
async function open(switches: readonly PlatformSwitch[]): Promise<Map<string, string[]>> {
  const opened = await openRedactionSite({ assumptions: new Set(PRESETS.usual), seed: jest.getSeed() });
  site = {
    ...opened,
    surface: (...call) => allowing(() => opened.surface(...call)),
    admin: (...call) => allowing(() => opened.admin(...call)),
  };
  const pages = new Map<string, string[]>();
  for (const journey of Object.keys(JOURNEYS)) {
    const body = WITH_VALUES.includes(journey) ? `<p>card number ${CARD}</p>` : '<p>Text</p>';
    const ids = JOURNEYS_WITHOUT_PAGES.includes(journey) ? [] : [await site.publish({ body })];
    pages.set(journey, ids);
  }
  await compareDaily();
  adminKey = (await site.createKey({ name: 'Journey', detectionScope: 'manage' })).key;
  hiddenKey = (await site.createKey({ name: 'Other', spaceLimit: [DEMO_SPACES.OPEN], detectionScope: 'manage' })).key;
  for (const one of switches) site.host.assumptions.add(one);
  if (!WITHOUT_LICENSE.some((one) => site.host.assumptions.has(one))) return pages;
  // The app asks once an hour.
  site.advance(3_600_000);
  await site.host.background.runSchedule('every-five-minutes');
  // Batches are late.
  site.advance(2_000);
  return pages;
}

/** Confluence asks the person if a resolver ends with the platform's error. The person allows the app, and the frame loads again. */
async function allowing<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!needsConsent(error) || site.host.automation.isAllowed(ADMIN.accountId)) throw error;
    site.host.automation.allow(ADMIN.accountId, true);
    return ask();
  }
}
beforeAll(() => (process.env['LICENSE_REQUIRED'] = 'true'));
afterAll(() => delete process.env['LICENSE_REQUIRED']);

const WITHOUT_LICENSE: readonly PlatformSwitch[] = ['no-license', 'license-not-found'];

/** Heals what lost events left. */
async function compareDaily(): Promise<void> {
  await site.host.background.runSchedule('daily-reconciliation');
  for (let steps = 0; steps < 10; steps += 1) {
    site.advance(60_000);
    await settle();
  }
}

const WITH_VALUES = ['scan a page', 'redact a value', 'exclude a finding'];
const JOURNEYS_WITHOUT_PAGES = [
  'publish a value',
  'create, use and revoke a key',
  'read the overview',
  'search for pages with a level',
];

/** Longer than the app waits for an event before it pushes it again. */
const LOST_AFTER_MS = 31 * 60_000;

async function settle(): Promise<void> {
  await site.host.background.settle();
  if (!site.host.assumptions.has('partial-pushes') || site.host.assumptions.has('no-schedules')) return;
  for (let rounds = 0; rounds < 3; rounds += 1) {
    site.advance(LOST_AFTER_MS);
    await site.host.background.runSchedule('every-five-minutes');
    await site.host.background.settle();
  }
}

const page = () => pageIds[0] ?? '';
const levelId = () => levelNamed(site, 'Internal').levelId;
const auditTypes = () => rowsOf(site, 'audit').map(({ value }) => String(value['type']));
const levelOf = (pageId: string) =>
  rowsOf(site, 'page-level').find(({ key }) => key === pageId)?.value['levelId'] as string | undefined;
const isShort = (text: unknown) => typeof text === 'string' && text.length > 10;

/** A response succeeds, or is a problem with a code and a sentence. Never a 500. */
function expectReason(answer: RestAnswer): boolean {
  if (answer.status < 300) return true;
  expect(answer.status).not.toBe(500);
  refusals.push(answer.body.code);
  expect([answer.body.code, isShort(answer.body.title)]).toEqual([expect.stringMatching(/^[A-Z_]+$/), true]);
  return false;
}

/** A resolver succeeds, or refuses with a code and a sentence. */
function expectSaid(result: Awaited<ReturnType<RedactionSite['admin']>>): boolean {
  if (result.ok === true) return true;
  refusals.push(result.error.code);
  expect([result.error.code, isShort(result.error.message)]).toEqual([expect.stringMatching(/^[A-Z_]+$/), true]);
  return false;
}

/** The level of a page and its history row and audit row exist together. */
function expectWhole(pageId: string): void {
  const isSet = levelOf(pageId) !== undefined;
  const changes = rowsOf(site, 'level-change', pageId).length;
  const events = rowsOf(site, 'audit', `page:${pageId}`).filter(({ value }) =>
    String(value['type']).startsWith('page.level'),
  ).length;
  expect({ isSet, hasHistory: changes > 0, isAudited: events > 0 }).toEqual({
    isSet,
    hasHistory: isSet,
    isAudited: isSet,
  });
}

const JOURNEYS: Readonly<Record<string, () => Promise<void>>> = {
  'classify with the API': async () => {
    const answer = await site.rest('POST', '/v1/page-level', {
      key: adminKey,
      body: { pageId: page(), levelId: levelId() },
    });
    const isSet = expectReason(answer);
    expect(levelOf(page())).toBe(isSet ? levelId() : undefined);
    expectWhole(page());
    // The limit of the key holds under every switch.
    const body = { pageId: page(), levelId: levelNamed(site, 'Public').levelId };
    expect((await site.rest('POST', '/v1/page-level', { key: hiddenKey, body })).status).toBeGreaterThanOrEqual(400);
    expect(levelOf(page())).toBe(isSet ? levelId() : undefined);
  },
  'classify in the popup': async () => {
    const at = { pageId: page() };
    const opened = await site.surface('level-byline', 'openPopup', {}, at);
    expectSaid(opened);
    const change = { level: { levelId: levelId() }, revision: 'absent' };
    const result = await site.surface('level-byline', 'setLevel', change, at);
    const isSet = expectSaid(result) && result.value.outcome === 'changed';
    expect(levelOf(page())).toBe(isSet ? levelId() : undefined);
    expectWhole(page());
  },
  'classify many pages with a job': async () => {
    const answer = await site.rest('POST', '/v1/page-level/jobs', {
      key: adminKey,
      body: { levelId: levelId(), pages: pageIds.map((pageId) => ({ pageId })) },
      headers: { 'Idempotency-Key': 'journey' },
    });
    if (!expectReason(answer)) return;
    await settle();
    for (const pageId of pageIds) expectWhole(pageId);
    const results = await site.rest('GET', `/v1/job/${answer.body.jobId}/results`, { key: adminKey });
    if (!expectReason(results)) return;
    for (const { pageId, status, error } of results.body.results) {
      expect([status, levelOf(pageId) === levelId() || isShort(error?.title)]).toEqual([status, true]);
      if (error !== undefined) refusals.push(error.code);
    }
  },
  'scan a page': async () => {
    const answer = await site.rest('POST', '/v1/detection/scan', {
      key: adminKey,
      body: { pageIds },
      headers: { 'Idempotency-Key': 'journey' },
    });
    if (!expectReason(answer)) return;
    await settle();
    const scan = await site.rest('GET', `/v1/detection/scan/${answer.body.scanId}`, { key: adminKey });
    if (expectReason(scan) && scan.body.state === 'failed') {
      refusals.push(scan.body.error.code);
      expect(isShort(scan.body.error.title)).toBe(true);
    }
    expect(site.findings(pageIds[0] ?? '')['card-pan']).toHaveLength(1);
  },
  'publish a value': async () => {
    const pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
    // Late events arrive.
    site.advance(600_000);
    await settle();
    // Without a license, the app scans nothing as soon as it knows.
    const canHeal = !(['no-schedules', ...WITHOUT_LICENSE] as const).some((one) => site.host.assumptions.has(one));
    if (!site.host.assumptions.has('no-schedules')) await compareDaily();
    if (canHeal) expect(site.findings(pageId)['card-pan']).toHaveLength(1);
  },
  'redact a value': async () => {
    const [pageId = ''] = pageIds;
    const before = site.findings(pageId)['card-pan'] ?? [];
    const answer = await site.redact({ detectionIds: before }, { key: adminKey });
    if (!expectReason(answer)) return;
    await settle();
    const { version, authorId } = await site.page(pageId);
    const stored = rowsOf(site, 'job').find(({ key }) => key === `redaction:${answer.body.redactionId}`)?.value as {
      data: { paused?: object; pages: { result?: { failed: { reason: string }[] } }[] };
    };
    const isAudited = auditTypes().includes('page.redacted');
    expect([version, isAudited]).toEqual(isAudited ? [2, true] : [1, false]);
    // Always in the name of the person, never as the app.
    expect(authorId).toBe(ADMIN.accountId);
    const reasons = stored.data.pages.flatMap(({ result }) => result?.failed ?? []);
    const isWaiting = stored.data.pages.some(({ result }) => result === undefined);
    expect(isAudited || stored.data.paused !== undefined || reasons.length > 0 || isWaiting).toBe(true);
    if (!isAudited) refusals.push(stored.data.paused === undefined ? 'WAITS' : 'PAUSED');
  },
  'exclude a finding': async () => {
    const [detectionId] = site.findings(pageIds[0] ?? '')['card-pan'] ?? [];
    const answer = await site.rest('POST', '/v1/exclusion', {
      key: adminKey,
      body: { detectionIds: [detectionId], reason: 'a test card', scope: { of: 'page' } },
    });
    const isExcluded = expectReason(answer);
    expect(auditTypes().some((type) => type.startsWith('exclusion.'))).toBe(isExcluded);
  },
  'create, use and revoke a key': async () => {
    const created = await site.admin('createKey', {
      name: 'Short',
      expiresOn: '2026-12-01',
      classificationScope: 'manage',
    });
    if (!expectSaid(created)) {
      expect(rowsOf(site, 'api-key')).toHaveLength(3);
      return;
    }
    const { key, keyId } = created.value;
    expectReason(await site.rest('GET', '/v1/level', { key }));
    if (expectSaid(await site.admin('revokeKey', { keyId })))
      expect((await site.rest('GET', '/v1/level', { key })).status).toBe(401);
  },
  'classify with the action of a rule': async () => {
    const result = await site.action('set-level', { pageId: page(), level: 'Internal' });
    if (result.errors !== undefined) {
      refusals.push('ACTION');
      expect(isShort(result.errors[0].message)).toBe(true);
    }
    expect(levelOf(page())).toBe(result.errors === undefined ? levelId() : undefined);
    expectWhole(page());
  },
  'read the overview': async () => {
    expectSaid(await site.admin('getOverview', {}));
  },
  'search for pages with a level': async () => {
    const result = await site.surface('home', 'findByLevel', { levelId: levelId() }, {});
    expectSaid(result);
  },
};

/** Codes by journey. */
type Refused = Readonly<Record<string, readonly string[]>>;

/** The app may act for no absent person, and does not know what a person may do. People on pages are served. */
const AS_DOCUMENTED: Refused = {
  'classify with the API': ['CANNOT_ACT_AS_PERSON'],
  'classify many pages with a job': ['CANNOT_ACT_AS_PERSON'],
  'scan a page': ['CANNOT_ACT_AS_PERSON'],
  'redact a value': ['CANNOT_ACT_AS_PERSON'],
  'exclude a finding': ['CANNOT_ACT_AS_PERSON'],
  'create, use and revoke a key': ['CANNOT_ACT_AS_PERSON'],
  'classify with the action of a rule': ['ACTION'],
  'search for pages with a level': ['CONFLUENCE_UNAVAILABLE'],
};

const UNLICENSED: Refused = {
  'classify with the API': ['APP_LICENSE_INACTIVE'],
  'classify in the popup': ['APP_LICENSE_INACTIVE'],
  'classify many pages with a job': ['APP_LICENSE_INACTIVE'],
  'scan a page': ['APP_LICENSE_INACTIVE'],
  'redact a value': ['APP_LICENSE_INACTIVE'],
  'exclude a finding': ['APP_LICENSE_INACTIVE'],
  'create, use and revoke a key': ['APP_LICENSE_INACTIVE'],
  'classify with the action of a rule': ['ACTION'],
};

/** The refusals that each switch or preset causes; no other journey is refused. */
const REFUSED: Readonly<Partial<Record<PlatformSwitch | Preset, Refused>>> = {
  documented: AS_DOCUMENTED,
  stormy: AS_DOCUMENTED,
  'no-impersonation-in-resolvers': {
    'classify in the popup': ['NOT_ALLOWED'],
    'classify with the action of a rule': ['ACTION'],
    'search for pages with a level': ['NOT_ALLOWED'],
  },
  'no-impersonation-in-consumers': { 'redact a value': ['PAUSED'] },
  'plain-refusals': { 'redact a value': ['PAUSED'] },
  'no-search-alias': { 'search for pages with a level': ['CONFLUENCE_UNAVAILABLE'] },
  'unknown-action-arguments': { 'classify with the action of a rule': ['ACTION'] },
  // Nothing repairs a push that the queue refused.
  'no-schedules': { 'redact a value': ['WAITS'] },
  'no-license': UNLICENSED,
  'license-not-found': UNLICENSED,
};

/** A refusal is only seen where the platform refuses something. */
const SWITCHES_OF: Readonly<Partial<Record<PlatformSwitch, readonly PlatformSwitch[]>>> = {
  'plain-refusals': NO_IMPERSONATION,
};

const WORLDS: readonly (readonly [string, readonly PlatformSwitch[], Refused | undefined])[] = [
  ...PLATFORM_SWITCHES.map((one) => [one, [one, ...(SWITCHES_OF[one] ?? [])], REFUSED[one]] as const),
  ...Object.entries(PRESETS).map(([name, switches]) => [name, switches, REFUSED[name as Preset]] as const),
];

describe.each(WORLDS)('with %s', (_name, switches, refused) => {
  let pages: Map<string, string[]>;
  beforeAll(async () => {
    pages = await open(switches);
  });
  afterAll(() => site.close());

  it.each(Object.entries(JOURNEYS))('%s', async (title, journey) => {
    pageIds = pages.get(title) ?? [];
    refusals = [];
    await journey();
    // The platform refuses only what the switches make impossible.
    expect([...new Set(refusals)]).toEqual(refused?.[title] ?? []);
  });
});
