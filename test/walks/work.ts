import { randomUUID } from 'node:crypto';
import { ADMIN, ADMIN2, DEMO_SPACES } from '../../local/demo';
import { START, WALK_QUEUE, type WalkName } from '../../src/walks/walk';
import { levelNamed } from '../support/levels';
import { followNativeLevels } from '../support/native-levels';
import type { Site } from '../support/site';
import { putAuditEvent, putRow, rowsOf, type StoredRecord } from '../support/stored-rows';

/** Work of several steps for each walk, which can be started again and again. A walk without it does not compile. */

export interface WalkSite extends Site {
  readonly nowMs: () => number;
  readonly pass: (milliseconds: number) => void;
}

export interface Work {
  /** Once for each site. */
  readonly prepare?: (site: WalkSite) => Promise<void>;
  readonly start: (site: WalkSite) => Promise<void>;
  /** The result of the walk since `sinceMs`. Undefined: it has not ended. Nothing may count twice. */
  readonly outcome: (site: WalkSite, sinceMs: number) => unknown;
  /** True if the walk waits for the trigger between its passes. */
  readonly rests?: boolean;
  /** The time between two starts. */
  readonly days?: number;
}

const DAY_MS = 86_400_000;
/** The clock may be set back during a walk. */
const EARLIER_MS = 3 * 3_600_000;

/** Pushes an event of the queue. */
function pushToWalks(site: Site, body: Readonly<Record<string, string>>): void {
  const { status } = site.host.background.callQueue(
    '/webhook/queue/publish/{contextAri}/{environmentId}/{appId}/{appVersion}',
    JSON.stringify({
      queueName: WALK_QUEUE,
      jobId: randomUUID(),
      type: 'avi:forge:app:event',
      schema: 'ari:cloud:ecosystem::forge/app-event-2',
      time: new Date(0).toISOString(),
      payload: [{ body }],
    }),
    randomUUID(),
  );
  if (status !== 201) throw new Error(`the event was not pushed: ${String(status)}`);
}

const startByEvent = (walk: WalkName) => (site: WalkSite) => {
  pushToWalks(site, { walk, id: '', ticket: START });
  return Promise.resolve();
};
const startBySchedule = (key: string) => async (site: WalkSite) => {
  await site.host.background.runSchedule(key);
};
const startByAdmin = (operation: string) => async (site: WalkSite) => {
  const result = await site.admin(operation, {});
  if (result.ok !== true) throw new Error(JSON.stringify(result.error));
};

const valueOf = (site: WalkSite, key: string, entity = 'config') =>
  (rowsOf(site, entity).find((row) => row.key === key)?.value['value'] ?? {}) as Readonly<
    Record<string, StoredRecord | undefined>
  >;
const isSince = (time: unknown, sinceMs: number) => typeof time === 'string' && Date.parse(time) >= sinceMs;

/** Pages that the app cannot see. */
const storePages = (pages: number) => async (site: WalkSite) => {
  for (let index = 0; index < pages; index += 1)
    await putRow(site, 'page-level', String(60_000_000 + index), {
      v: 1,
      rev: 1,
      changeId: randomUUID(),
      spaceId: DEMO_SPACES.ENG,
      levelId: levelNamed(site, 'Restricted').levelId,
      classifierId: 'system',
      classificationDate: new Date(site.nowMs() - 30 * DAY_MS - index * 1_000).toISOString(),
      method: 'DEFAULT',
      pageVersion: 1,
    });
};

/** Page scans that the counters follow. */
async function storeScans(site: WalkSite, scans: number): Promise<void> {
  for (let index = 0; index < scans; index += 1)
    await putRow(site, 'page-scan', String(70_000_000 + index), {
      v: 1,
      rev: 1,
      spaceId: DEMO_SPACES.ENG,
      pageVersion: 1,
      scannedAt: new Date(site.nowMs() - 60_000).toISOString(),
      configHash: 'hash',
      state: 'complete',
      data: { reasons: [], detectorsOverBudget: [], findingIds: [] },
    });
}

export const WORK: { readonly [Name in WalkName]: Work } = {
  reconciliation: {
    prepare: storePages(201),
    start: startBySchedule('daily-reconciliation'),
    outcome: (site, sinceMs) => {
      const { run, last } = valueOf(site, 'reconciliation');
      return run === undefined && isSince(last?.['startedAt'], sinceMs) ? last?.['counts'] : undefined;
    },
  },
  mirror: {
    prepare: storePages(101),
    start: startByAdmin('startMirrorWalk'),
    outcome: (site) => {
      const { walk } = valueOf(site, 'mirror-walk');
      return walk?.['state'] === 'finished' ? (walk['counts'] as { checked: number }).checked : undefined;
    },
  },
  'mirror-share': {
    prepare: async (site) => {
      for (let index = 0; index < 201; index += 1)
        await putRow(site, 'page-mirror', String(60_000_000 + index), {
          v: 1,
          rev: 1,
          spaceId: DEMO_SPACES.ENG,
          checkedAt: new Date(site.nowMs() - DAY_MS - index).toISOString(),
          data: { pageRev: 0, isClassified: true },
        });
    },
    start: startBySchedule('daily-key-expiry'),
    outcome: (site, sinceMs) =>
      valueOf(site, 'mirror-share')['share'] === undefined
        ? rowsOf(site, 'page-mirror').filter(({ value }) => isSince(value['checkedAt'], sinceMs)).length
        : undefined,
    days: 1,
  },
  'native-levels': {
    prepare: async (site) => {
      await storePages(201)(site);
      await followNativeLevels(site, (name) => levelNamed(site, name).levelId);
    },
    start: startByAdmin('compareNativeLevels'),
    outcome: (site, sinceMs) => {
      const { running, last } = valueOf(site, 'native-levels');
      return running === undefined && isSince(last?.['finishedAt'], sinceMs - EARLIER_MS)
        ? last?.['counts']
        : undefined;
    },
    days: 1,
  },
  counts: {
    start: async (site) => {
      await storeScans(site, 301);
      await site.host.background.runSchedule('every-five-minutes');
    },
    outcome: (site, sinceMs) => {
      const { asOf, isBehind } = valueOf(site, 'position', 'count') as { asOf?: unknown; isBehind?: unknown };
      return isBehind === false && isSince(asOf, sinceMs - 900_000) ? rowsOf(site, 'page-count').length : undefined;
    },
    days: 1,
  },
  exposure: {
    // A site without roles, whose spaces need more calls.
    prepare: storePages(30),
    start: async (site) => {
      for (let index = 0; index < 2; index += 1) {
        site.pass(61_000);
        await site.host.background.runSchedule('every-five-minutes');
        if (index === 0) await site.host.background.settle();
      }
    },
    outcome: (site) => {
      const { isBusy, rules } = valueOf(site, 'exposure-position') as { isBusy?: unknown; rules?: unknown };
      return isBusy === false && rules !== '' ? rowsOf(site, 'governance', '"kind":"page"').length : undefined;
    },
    days: 1,
  },
  'count-check': {
    prepare: async (site) => {
      await storePages(3)(site);
    },
    // Only recent counters are checked.
    start: async (site) => {
      await site.host.background.runSchedule('every-five-minutes');
      for (const { id, body } of site.host.background.pending())
        if (body['walk'] === 'counts') await site.host.background.deliver(id);
      await startByEvent('count-check')(site);
    },
    outcome: (site, sinceMs) => {
      const { night, lastCheck } = valueOf(site, 'position', 'count');
      return night === undefined && isSince(lastCheck?.['at'], sinceMs - EARLIER_MS) ? lastCheck?.['pages'] : undefined;
    },
    days: 1,
  },
  removal: {
    prepare: async (site) => {
      const settings = await site.admin('changeRetention', { rev: 0, settings: { auditEvents: 90 } });
      if (settings.ok !== true) throw new Error(JSON.stringify(settings.error));
      site.pass(2 * DAY_MS);
      await startByEvent('removal')(site);
      await site.host.background.settle();
    },
    start: async (site) => {
      for (let index = 0; index < 30; index += 1)
        await putAuditEvent(site, { time: new Date(site.nowMs() - 120 * DAY_MS + index).toISOString() });
      await startByEvent('removal')(site);
    },
    outcome: (site, sinceMs) => {
      const { night, last } = valueOf(site, 'removal');
      return night === undefined && isSince(last?.['startedAt'], sinceMs) ? last?.['counts'] : undefined;
    },
    days: 1,
  },
  'personal-data-report': {
    prepare: async (site) => {
      for (let index = 0; index < 200; index += 1)
        await putRow(site, 'person', `712020:${String(index).padStart(4, '0')}`, {
          v: 1,
          seenAt: new Date(site.nowMs()).toISOString(),
        });
    },
    start: startByEvent('personal-data-report'),
    outcome: (site, sinceMs) => {
      const { run, last } = valueOf(site, 'personal-data-report');
      return run === undefined && isSince(last?.['startedAt'], sinceMs) ? last?.['reported'] : undefined;
    },
    days: 8,
  },
  erasure: {
    rests: true,
    start: async (site) => {
      const accountId = `712020:erased-${site.nowMs()}`;
      await putRow(site, 'person', accountId, { v: 1, seenAt: new Date(site.nowMs() - DAY_MS).toISOString() });
      const requested = await site.admin('requestPersonErasure', { accountId }, ADMIN.email);
      const open = (requested.value.erasures as readonly { readonly erasureId: string; readonly state: string }[]).find(
        ({ state }) => state === 'requested',
      );
      const confirmed = await site.admin('confirmPersonErasure', { erasureId: open?.erasureId }, ADMIN2.email);
      if (confirmed.ok !== true) throw new Error(JSON.stringify(confirmed));
    },
    outcome: (site) => {
      const states = rowsOf(site, 'erasure').map(({ value }) => value['state']);
      return states.every((state) => state === 'done')
        ? rowsOf(site, 'audit', '"person.erased"').length - states.length
        : undefined;
    },
  },
};
