import { randomUUID } from 'node:crypto';
import { ADMIN, DEMO_SPACES, EDITOR } from '../../local/demo';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { levelNamed, settle } from '../support/levels';
import { MIRROR_PEPPERS, mirrorState, removeProperty } from '../support/mirror';
import { openSite, type Site } from '../support/site';
import { putRow, stopScans } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/** Forge takes 500 queue events a minute from a site. Other work leaves a part of them to jobs, scans and redactions. */

/** The events of six windows of a quota, and of one sweep. */
const MOST = 6 * 24 + 25;
const PAGES = 20;
const ROUNDS = 6;
const ROUND_MS = 10_000;
/** More events than Forge takes in a minute, at one event for each. */
const PER_ROUND = 90;

let nowMs: number;
let limits: string;
let site: Site;
let pageIds: readonly string[];
let statuses: number[];
beforeEach(async () => {
  nowMs = Date.parse('2026-11-21T09:30:00.000Z');
  limits = 'off';
  statuses = [];
  // Without the meter of storage, because the changes of ten seconds are made in one instant.
  site = openSite({
    meter: 'off',
    queryLagMs: 0,
    peppers: () => MIRROR_PEPPERS,
    now: () => new Date(nowMs),
    rateLimits: () => limits,
    intercept: async (call, proceed) => {
      const response = await proceed();
      if (call.path.includes('/queue/publish/')) statuses.push(response.status);
      return response;
    },
  });
  await stopScans(site);
  pageIds = await Promise.all(Array.from({ length: PAGES }, () => aPage(site, { spaceId: DEMO_SPACES.OPEN })));
  await pass(1);
});
afterEach(() => site.close());

async function pass(minutes: number): Promise<void> {
  for (let step = 1; step <= minutes * 2; step += 1) {
    await site.host.background.settle();
    nowMs += 30_000;
    if (step % 10 === 0) await site.host.background.runSchedule('every-five-minutes');
  }
  await site.host.background.settle();
}

const pageOf = (count: number) => pageIds[count % PAGES] ?? '';
const levelOf = (count: number) =>
  levelNamed(site, Math.floor(count / PAGES) % 2 === 0 ? 'Internal' : 'Restricted').levelId;

async function expectDone(answer: Promise<{ readonly ok?: boolean; readonly status?: number }>): Promise<void> {
  const { ok, status = 200 } = await answer;
  expect([ok ?? true, Math.floor(status / 100)]).toEqual([true, 2]);
}

type Cause = (count: number) => Promise<void>;

/** The sources that can cause more queue events than Forge takes. */
const SOURCES: Readonly<Record<string, () => Promise<Cause>>> = {
  keys: async () => {
    const { key } = await site.createKey();
    return async (count) => {
      const body = { pageId: pageOf(count), levelId: levelOf(count) };
      await expectDone(site.rest('POST', '/v1/page-level', { key, body }));
    };
  },
  'people on pages': async () => async (count) => {
    // Without the quota, each change pushes three events, because the popups also compare the property.
    if (count % 3 > 0) return;
    const at = { pageId: pageOf(count), as: EDITOR.email };
    const { value } = await site.surface('level-byline', 'openPopup', {}, at);
    const payload = { level: { levelId: levelOf(count) }, revision: value.revision };
    await expectDone(site.surface('level-byline', 'setLevel', payload, at));
  },
  actions: async () => async (count) => {
    const inputs = { pageId: pageOf(count), level: levelOf(count) };
    await expectDone(site.action('set-level', inputs, { as: EDITOR.email }));
  },
  'popups of pages without their property': async () => {
    return async (count) => {
      await removeProperty(site, pageOf(count));
      await expectDone(site.surface('level-byline', 'openPopup', {}, { pageId: pageOf(count), as: EDITOR.email }));
    };
  },
  imports: async () => async (count) => {
    const rows = [{ pageId: pageOf(count), levelId: levelOf(count) }];
    await expectDone(site.admin('importPageLevels', { rows, onExisting: 'replace', dryRun: false }));
  },
  'edits of pages': async () => {
    await settle(site, { mentions: true });
    return async (count) => {
      const content = { id: pageOf(count), type: 'page', space: { id: DEMO_SPACES.OPEN } };
      // Each pushes two.
      if (count % 2 === 0) publish('avi:confluence:updated:page', { content }, count);
    };
  },
  'moved folders': async () => async (count) => {
    publish('avi:confluence:moved:folder', { content: { id: pageOf(count), type: 'folder' } }, count);
  },
  'sessions in live docs': async () => {
    await putRow(site, 'config', 'detection', { v: 1, rev: 2, value: DEFAULT_CONFIG });
    await settle(site, { mentions: true });
    return async (count) => {
      const content = { id: pageOf(count), type: 'page', space: { id: DEMO_SPACES.OPEN } };
      // Each pushes three.
      if (count % 3 === 0) publish('avi:confluence:snapshotted:page', { content }, count);
    };
  },
  'removed labels': async () => {
    const rules = [{ severity: 'critical' as const, levelId: levelOf(0) }];
    await putRow(site, 'config', 'detection', { v: 1, rev: 2, value: { ...DEFAULT_CONFIG, rules } });
    const exclusion = { scope: { of: 'label', label: 'sample' }, match: { by: 'detector', detectorId: 'card-pan' } };
    const added = await site.admin('addExclusion', { ...exclusion, reason: 'These are samples.' });
    expect(added).toMatchObject({ ok: true });
    return async (count) => {
      const content = { id: pageOf(count), type: 'page' };
      publish('avi:confluence:removed:label', { label: { name: 'sample' }, content }, count);
    };
  },
};

function publish(eventType: string, event: object, count: number): void {
  const eventCreatedDate = new Date(nowMs + count).toISOString();
  site.host.background.publish({ eventType, eventCreatedDate, ...event } as never);
}

describe.each(Object.keys(SOURCES))('while %s cause as many events as they may', (name) => {
  it('the job of another person starts at once and advances, and no property is lost', async () => {
    const cause = await SOURCES[name]?.();
    // One owner makes the changes of all owners of the site.
    limits = JSON.stringify({ host: 1_000_000, key: 10_000, 'key-write': 10_000, site: 10_000 });
    statuses = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let count = 0; count < PER_ROUND; count += 1) await cause?.(round * PER_ROUND + count);
      await site.host.background.settle();
      if (round < ROUNDS - 1) nowMs += ROUND_MS;
    }
    expect(statuses.length).toBeLessThanOrEqual(MOST);
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
    const before = statuses.length;
    const payload = { level: { levelId: levelOf(0) }, alsoLower: true, requestKey: randomUUID() };
    const at = { pageId: pageOf(0), as: ADMIN.email };
    const { value } = await site.surface('level-history', 'previewBelow', payload, at);
    const { jobId } = value.job;
    expect(statuses.slice(before)).toEqual([201]);
    await site.host.background.settle();
    const { value: after } = await site.surface('level-history', 'getBelowJob', { jobId }, at);
    expect(after.job.counts).toBeDefined();
    // A property that an editor removed is found by the next popup.
    for (let round = 0; round < 3 && name.startsWith('popups'); round += 1) {
      nowMs += ROUND_MS;
      for (const pageId of pageIds) await site.surface('level-byline', 'openPopup', {}, { pageId, as: ADMIN.email });
      await site.host.background.settle();
    }
    await pass(30);
    const states = await Promise.all(pageIds.map((pageId) => mirrorState(site, pageId)));
    expect(states.filter((state) => state !== 'current')).toEqual([]);
  });
});
