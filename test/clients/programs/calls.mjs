// calls.mjs KEY PAGE_ID: one line of JSON for each result
import { inspect } from 'node:util';
import { ApiError, ConnectionError, PageClassification, responseOf } from 'page-classification-client';

const [, , key, pageId] = process.argv;
const client = new PageClassification({ baseUrl: process.env.BASE_URL, key });
const show = (name, value) => console.log(JSON.stringify({ name, value }));
const shown = [];

async function showError(name, call) {
  try {
    show(name, await call());
  } catch (error) {
    shown.push(inspect(error, { depth: 9, showHidden: true }));
    if (error instanceof ApiError) {
      const { status, code, title, detail, errors, requestId, retryAfter, message } = error;
      show(name, { status, code, title, detail, errors, requestId, retryAfter: retryAfter ?? null, message });
    } else show(name, error instanceof ConnectionError ? error.message : String(error));
  }
}

const settings = await client.getSettings();
const { etag } = responseOf(settings);
show('unchanged', (await client.getSettings({ ifNoneMatch: etag })) === undefined);
const body = { pageId, levelId: 'internal' };
const first = await client.setPageLevel(body, { ifNoneMatch: '*', idempotencyKey: 'one' });
const again = await client.setPageLevel(body, { ifNoneMatch: '*', idempotencyKey: 'one' });
show('replayed', [first.changed, again.changed, responseOf(first).isReplayed, responseOf(again).isReplayed]);
await showError('condition', () => client.setPageLevel(body, { ifMatch: '"other"' }));
await showError('pointer', () => client.setPageLevel({ pageId: 'Home', levelId: 'internal' }));
await showError('parameter', () => client.listPageLevels({ limit: 1_000 }));

const ids = [];
for await (const entry of client.listPageLevels({ unclassified: 'true', limit: 3 })) ids.push(entry.pageId);
const sizes = [];
for await (const page of client.listPageLevels({ unclassified: 'true', limit: 3 }).pages())
  sizes.push(page.results.length);
show('list', { ids, sizes, first: (await client.listPageLevels({ unclassified: 'true', limit: 3 })).results.length });
let csv = '';
for await (const part of client.exportDetections()) csv += part;
show('csv', csv.split('\r\n')[0]);

const job = await client.createJob({ levelId: 'public', pages: [{ pageId }] });
const ended = await client.waitFor(job);
show('job', [job.state, ended.state, ended.done]);
show('cleared', (await client.clearPageLevel(pageId)) ?? null);

await showError('lost read', async () => (await client.getOwnKey()).name);
await showError('lost write', () => client.createLevel({ name: 'New', color: 'grey' }));
const impatient = new PageClassification({ baseUrl: process.env.BASE_URL, key, maxWaitSeconds: 5 });
await showError('long wait', () => impatient.getPageLevel(pageId));
await showError('redirected', () => client.getHealth());
const elsewhere = { state: 'running', _links: { self: 'http://localhost/x1/v1/job/1' } };
await showError('other host', () => client.waitFor(elsewhere));
await showError('wrong key', () =>
  new PageClassification({ baseUrl: process.env.BASE_URL, key: `${key}x` }).getOwnKey(),
);
await showError('bad key', () =>
  new PageClassification({ baseUrl: process.env.BASE_URL, key: `${key}\n` }).getOwnKey(),
);
show('inspected', [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client), ...shown]);
