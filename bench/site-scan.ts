import * as z from 'zod';
import { DEMO_SPACES } from '../local/demo';
import type { LocalHost } from '../local/host';
import { readPages } from './detection-pages';
import { makeApp, makeKey, openHost, printTable, request, settleScans } from './support';
import { forAMillion, meter, takeUse } from './units';

/**
 * Measures the pages per second of a scan of the site, and the cost per page in the units that the platform meters: with comments and
 * attachments, without them, and for pages that are up to date, in one run. The processor time includes the app and the local host.
 */

/** At most the number of pages that a scan processes before it pauses to save Confluence's limits. */
const PAGES = 150;

async function makePages(host: LocalHost): Promise<void> {
  const accountId = host.confluence.accountIdOf('admin@example.com') ?? '';
  for (const [index, { adf }] of readPages().slice(0, PAGES).entries()) {
    const page = {
      spaceId: DEMO_SPACES.OPEN,
      status: 'current',
      title: `Bench ${index}`,
      body: { representation: 'atlas_doc_format', value: adf },
    };
    const made = new Request('http://127.0.0.1:8080/wiki/api/v2/pages', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(page),
    });
    const response = await host.confluence.handle(made, { kind: 'user', accountId });
    if (!response.ok) throw new Error(await response.text());
  }
  await host.background.settle();
}

const scanned = z.looseObject({ state: z.string(), pages: z.int(), upToDate: z.int() });

async function run(): Promise<void> {
  const host = openHost(makeApp(), { intercept: meter });
  const key = await makeKey(host, { detectionScope: 'manage' });
  await settleScans(host, key, true);
  await makePages(host);

  const scan = async (name: string, more: object): Promise<readonly string[]> => {
    takeUse();
    const cpu = process.cpuUsage();
    const start = performance.now();
    const wire = request('POST', '/v1/detection/scan', key, { site: true, ...more });
    const asked = await host.callWebTrigger({
      ...wire,
      rawHeaders: [...wire.rawHeaders, 'Idempotency-Key', name.replaceAll(/\W/g, '-')],
    });
    if (asked.status !== 202) throw new Error(asked.body);
    const { scanId } = z.looseObject({ scanId: z.string() }).parse(JSON.parse(asked.body));
    await host.background.settle();
    const seconds = (performance.now() - start) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    const spent = takeUse();
    const after = await host.callWebTrigger(request('GET', `/v1/detection/scan/${scanId}`, key));
    const { state, pages, upToDate } = scanned.parse(JSON.parse(after.body));
    if (state !== 'finished') throw new Error(after.body);
    const all = pages + upToDate;
    const each = (total: number) => (total / all).toFixed(2);
    return [
      name,
      (all / seconds).toFixed(0),
      ((user + system) / 1_000 / all).toFixed(2),
      each(spent.calls),
      each(spent.points),
      each(spent.readUnits),
      each(spent.writeUnits),
      forAMillion(spent, all).dollars.toFixed(2),
    ];
  };

  const rows = [
    await scan('with comments and attachments', {}),
    await scan('again, only pages that are out of date', { onlyStale: true }),
  ];
  await settleScans(host, key, false);
  rows.push(await scan('title and body', {}));
  console.log(`A scan of the site: ${PAGES} pages of Markdown, as documents, and those of the demo site\n`);
  printTable(
    [
      'Scan',
      'Pages per second',
      'Processor ms per page',
      'Calls per page',
      'Points per page',
      'Read units',
      'Write units',
      'US$ per million',
    ],
    rows,
  );
  host.close();
}

void run();
