import { readLevels } from '../../src/classification/level-store';
import { installationIdOf } from '../../src/events/invocation';
import type { Log } from '../../src/platform/log';
import { markForRefresh } from '../../src/exposure/mark';
import { Deadline } from '../../src/platform/deadline';
import { openStorage, type Storage } from '../../src/platform/storage';
import { readPageExposure, readSiteExposure, type PageExposure, type SiteExposure } from '../../src/exposure/reads';
import { MIRROR_PEPPERS } from '../support/mirror';
import { openSite, type Site, type SiteOptions } from '../support/site';
import { rowOf, stopScans } from '../support/stored-rows';

/** A site whose exposure the app measures, with the real walks, queues and triggers. */

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

export interface ExposedSite extends Site {
  readonly now: () => Date;
  readonly pass: (milliseconds: number) => void;
  /** Runs triggers and delivers events until nothing of the counters and of exposure is left to do. */
  readonly measure: () => Promise<void>;
  readonly exposureOf: (pageId: string, spaceId: string, levelId: string) => Promise<PageExposure | undefined>;
  readonly siteExposure: () => Promise<SiteExposure>;
  /** Events of Confluence and of queues that wait are never delivered. */
  readonly dropEvents: () => void;
  readonly refresh: (pageIds: readonly string[]) => Promise<void>;
  readonly logged: readonly string[];
  readonly setLevel: (pageId: string, levelId: string) => Promise<void>;
}

export async function openExposedSite(options: SiteOptions = {}): Promise<ExposedSite> {
  let nowMs = Date.parse('2026-11-23T08:00:00.000Z');
  const now = () => new Date(nowMs);
  let inside: ((installationId: string) => Promise<unknown>) | undefined;
  // A schedule that these tests do not need runs what they ask the rooms of the app.
  const dailyTrigger = async (_event: unknown, context: unknown) => {
    await inside?.(installationIdOf(context));
    return { statusCode: 204 };
  };
  const usual = {
    queryLagMs: 0,
    now,
    meter: 'off',
    peppers: () => MIRROR_PEPPERS,
    functions: { dailyTrigger },
  } as const;
  const logged: string[] = [];
  const log: Log = (event, fields) => void logged.push(JSON.stringify({ event, ...fields }));
  const opened = openSite({ ...usual, log, ...options });
  await stopScans(opened);
  const { key } = await opened.createKey();
  const inApp = async <T>(work: (reader: Parameters<typeof readPageExposure>[0]) => Promise<T>): Promise<T> => {
    const results: T[] = [];
    inside = async (installationId) => {
      const storage = openStorage(new Deadline(60_000));
      const levels = await readLevels(storage, installationId);
      results.push(await work({ storage, levels, now: now() }));
    };
    await opened.host.background.runSchedule('daily-key-expiry');
    const [result] = results;
    if (results.length === 0) throw new Error('the app did not read it');
    return result as T;
  };
  const site: ExposedSite = {
    ...opened,
    now,
    logged,
    dropEvents: () => opened.host.background.pending().forEach(({ id }) => opened.host.background.lose(id)),
    pass: (milliseconds) => void (nowMs += milliseconds),
    measure: async () => {
      for (let round = 0; round < 200; round += 1) {
        nowMs += 2 * MINUTE_MS;
        await opened.host.background.runSchedule('every-five-minutes');
        await opened.host.background.settle();
        const { value } = rowOf(opened, 'config', 'exposure-position');
        const { isBusy, waitsUntil = '' } = value as { readonly isBusy: boolean; readonly waitsUntil?: string };
        if (waitsUntil > now().toISOString()) nowMs = Date.parse(waitsUntil);
        else if (!isBusy) return;
      }
      throw new Error('exposure is not measured');
    },
    exposureOf: (pageId, spaceId, levelId) => inApp((reader) => readPageExposure(reader, { pageId, spaceId, levelId })),
    refresh: async (pageIds) => void (await inApp(({ storage }) => markForRefresh(storage as Storage, pageIds))),
    siteExposure: () => inApp(readSiteExposure),
    setLevel: async (pageId, levelId) => {
      const { status, text } = await opened.rest('POST', '/v1/page-level', { key, body: { pageId, levelId } });
      if (status >= 300) throw new Error(text);
    },
  };
  return site;
}
