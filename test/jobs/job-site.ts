import * as z from 'zod';
import type { PendingEvent } from '../../local/forge/background';
import { DEMO_SPACES } from '../../local/demo';
import {
  type KeyRequest,
  openSite,
  type RestAnswer,
  type RestOptions,
  type Site,
  type SiteOptions,
} from '../support/site';
import { stopScans } from '../support/stored-rows';

/** A site with its own pages, and a key that creates jobs. */

export interface JobSite extends Site {
  readonly key: string;
  readonly keyId: string;
  readonly levelId: string;
  readonly otherLevelId: string;
  /** Creates pages in a space, below a page if one is given. @returns their ids */
  makePages(
    count: number,
    more?: { readonly spaceId?: string; readonly parentId?: string },
  ): Promise<readonly string[]>;
  /** Creates a job with its own Idempotency-Key. */
  makeJob(body: object, options?: RestOptions): Promise<RestAnswer>;
  job(jobId: string, key?: string): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests check any response
  /** All results, page by page. */
  results(jobId: string, key?: string): Promise<any[]>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  /** The pending events of jobs, without those of new pages. */
  jobEvents(): readonly PendingEvent[];
  now(): Date;
  advance(milliseconds: number): void;
  /** Runs everything until the job has ended, advancing the clock while it waits. */
  finish(jobId: string): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  /** The level of a page, as the API returns it; undefined = none. */
  levelOf(pageId: string): Promise<string | undefined>;
  /** The number of changes in the history of a page. */
  changesOf(pageId: string): Promise<number>;
}

const START = Date.parse('2026-11-21T09:30:00.000Z');

let serial = 0;

export async function openJobSite(options: SiteOptions = {}, keyRequest: KeyRequest = {}): Promise<JobSite> {
  let nowMs = START;
  const site = openSite({ now: () => new Date(nowMs), ...options });
  await stopScans(site);
  const { key, keyId } = await site.createKey(keyRequest);
  const { body } = await site.rest('GET', '/v1/level', { key });
  const [first, second] = body.results;
  const read = async (path: string, withKey: string) => (await site.rest('GET', path, { key: withKey })).body;
  const jobSite: JobSite = {
    ...site,
    key,
    keyId,
    levelId: first.levelId,
    otherLevelId: second.levelId,
    makePages: async (count, { spaceId = DEMO_SPACES.OPEN, ...more } = {}) => {
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) {
        serial += 1;
        const response = await site.wiki('POST', '/api/v2/pages', {
          spaceId,
          status: 'current',
          title: `Page ${serial}`,
          body: { representation: 'storage', value: '<p>Text.</p>' },
          ...more,
        });
        ids.push(z.object({ id: z.string() }).parse(await response.json()).id);
      }
      return ids;
    },
    makeJob: (wanted, request = {}) => {
      serial += 1;
      return site.rest('POST', '/v1/page-level/jobs', {
        key,
        body: { levelId: first.levelId, ...wanted },
        headers: { 'Idempotency-Key': `job-${serial}` },
        ...request,
      });
    },
    job: (jobId, withKey = key) => read(`/v1/job/${jobId}`, withKey),
    results: async (jobId, withKey = key) => {
      const all: unknown[] = [];
      let path: string | undefined = `/v1/job/${jobId}/results?limit=250`;
      while (path !== undefined) {
        const page: any = await read(path, withKey); // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
        all.push(...page.results);
        path = page._links.next;
      }
      return all;
    },
    jobEvents: () => site.host.background.pending().filter(({ module }) => module === 'jobs-consumer'),
    now: () => new Date(nowMs),
    advance: (milliseconds) => {
      nowMs += milliseconds;
    },
    finish: async (jobId) => {
      for (let rounds = 0; rounds < 1_000; rounds += 1) {
        await site.host.background.settle();
        const job = await jobSite.job(jobId);
        if (!['queued', 'waiting', 'running'].includes(job.state)) return job;
        const [next] = jobSite.jobEvents();
        if (next === undefined) throw new Error('nothing drives the job');
        nowMs = Math.max(nowMs + 1, Date.parse(next.dueAt));
      }
      throw new Error('the job comes to no end');
    },
    levelOf: async (pageId) => (await read(`/v1/page-level/by-page/${pageId}`, key)).levelId,
    changesOf: async (pageId) => (await read(`/v1/page-level/by-page/${pageId}/history`, key)).results.length,
  };
  return jobSite;
}
