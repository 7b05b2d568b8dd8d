import * as z from 'zod';
import { awaitAll } from '../../platform/await-all';
import { readAppVersion } from '../../platform/app-version';
import { HEALTH_PARTS, readHealth } from '../../site-check/health';
import { findActiveCreator } from '../active-creator';
import { ok, operation } from '../operation';

const instant = z.iso.datetime({ precision: 3 });
const status = z.enum(['ok', 'degraded']);

const answer = z
  .strictObject({
    status: status.meta({ description: '`degraded` if a part is degraded.' }),
    checkedAt: instant,
    version: z.string().nullable().meta({ description: 'The version of the deployed app. `null` if it is not known.' }),
    parts: z.array(
      z.strictObject({
        name: z.enum(HEALTH_PARTS).meta({
          description:
            '`schedules`: scheduled triggers run in time, and no part of the daily work failed. `storage`: storage behaves as the app needs it. `site-check`: no probe has failed that disables something. `license`: the license is not inactive. `erasures`: no erasure of personal data has stopped. `backlog`: every job, scan and redaction makes progress, and at most four of a kind wait for their turn. `points`: no work waits for points of Confluence. Parts may be added.',
        }),
        status,
        since: instant.nullable().meta({
          description: 'The time since which the part is degraded. `null` if it is not, or if it is not known.',
        }),
      }),
    ),
  })
  .meta({ id: 'Health', description: 'The state of the app on this site.' });

export const getHealth = operation({
  method: 'GET',
  path: '/v1/health',
  operationId: 'getHealth',
  summary: 'Read the health of the app',
  description:
    'Returns the state of the app on this site, for monitoring. The response is 200 also if a part is degraded. It contains no IDs. A client may reuse it for a minute.',
  success: ok(
    'The state.',
    answer,
    {
      status: 'degraded',
      checkedAt: '2026-11-23T09:30:00.000Z',
      version: '2.14.0',
      parts: [
        { name: 'schedules', status: 'ok', since: null },
        { name: 'storage', status: 'ok', since: null },
        { name: 'site-check', status: 'degraded', since: '2026-11-23T06:00:00.000Z' },
        { name: 'license', status: 'ok', since: null },
        { name: 'erasures', status: 'ok', since: null },
      ],
    },
    { 'Cache-Control': 'The response is private and may be reused for 60 seconds.' },
  ),
  problems: [],
  points: 'creator-check',
  run: async ({ confluence, key, storage, now }) => {
    const [, parts] = await awaitAll([findActiveCreator({ confluence, key }), readHealth(storage, now)] as const);
    const body: z.infer<typeof answer> = {
      status: parts.some((part) => part.status === 'degraded') ? 'degraded' : 'ok',
      checkedAt: now.toISOString(),
      version: readAppVersion() ?? null,
      parts: [...parts],
    };
    return { status: 200, headers: { 'Cache-Control': 'private, max-age=60' }, body };
  },
});
