import { randomUUID } from 'node:crypto';
import { openSite } from '../support/site';

/** The consumers of all queues. */

const PUBLISH = '/webhook/queue/publish/{contextAri}/{environmentId}/{appId}/{appVersion}';

it.each(['jobs', 'scans', 'redactions', 'page-life', 'mirror', 'probes'])(
  'a malformed event of the queue %s is logged without its content and dropped',
  async (queueName) => {
    const lines: unknown[] = [];
    const site = openSite({ log: (...line) => lines.push(line) });
    const pushed = site.host.background.callQueue(
      PUBLISH,
      JSON.stringify({
        queueName,
        jobId: randomUUID(),
        type: 'avi:forge:app:event',
        schema: 'ari:cloud:ecosystem::forge/app-event-2',
        time: '2026-11-22T09:00:00.000Z',
        payload: [{ body: { task: 'unknown', value: '4111111111111111' } }],
      }),
      'test',
    );
    expect(pushed.status).toBe(201);
    expect(await site.host.background.settle()).toMatchObject([{ outcome: 'done' }]);
    expect(lines).toEqual([['queue.malformed-event', { queue: queueName }]]);
    site.close();
  },
);
