import { DEMO_SPACES } from '../../local/demo';
import { builtInEngine } from '../../src/detection/engine/engine';
import { CATEGORIES } from '../../src/detection/detector';
import { SERVICE_NAMES } from '../../src/detection/vocabulary/service-names';
import { detectors } from '../../src/detection/detectors';
import type { FindingDetails } from '../../src/admin/findings/findings';
import { done as doneAsAdmin } from '../admin/ask';
import { allRows } from '../detection/rows';
import { readRow } from '../detection/rows/row';
import { done as doneOnPage, popup } from '../surfaces/surface-site';
import { levelNamed } from '../support/levels';
import { openSite, type Site } from '../support/site';
import { everythingStored, putRow, rowsOf } from '../support/stored-rows';
import { attach, expectOk } from '../support/wiki-pages';

/** Words that people write beside values. The app shows them when a person opens one finding, and keeps none. */

/** None of them is a label of a detector. */
const WORDS = [
  ...['Wilhelmina', 'Thandiwe', 'Siobhan', 'Katarzyna', 'Mehmet'],
  ...['Sarkoidose', 'endometriosis', 'dépression', 'Parkinsons'],
  ...['methotrexate', 'Ibuflamon', 'sertralina'],
  ...['layoffs', 'Betriebsratswahl', 'acquisition', 'harcèlement', 'disciplinary'],
  ...['Bluebird', 'Nordlicht', 'Zugvogel'],
  ...[
    'зимородок',
    'λιβελούλα',
    'אלמוגים',
    'السلحفاة',
    'तितलियाँ',
    '잠자리떼',
    '翡翠鳥影',
    'かわせみの',
    'ผีเสื้อกลางคืน',
    'kolibříček',
  ],
];
const TITLES = ['Gehaltsverhandlung', 'Kormoran', 'водопад', '青瓷花瓶', 'whistleblower'];
const PER_CATEGORY = 4;

const enabled = Object.fromEntries(detectors.map(({ id }) => [id, { enabled: true }]));
/** Some values of each category, each with its label. */
const VALUES = CATEGORIES.flatMap((category) =>
  detectors
    .filter((one) => one.category === category)
    .flatMap(({ id }) => allRows.find(({ detector }) => detector === id)?.finds[0] ?? [])
    .map((marked) => readRow(marked).text)
    .filter((text) => !text.includes('\n'))
    .slice(0, PER_CATEGORY),
);
const CARD = 'My card is 4539 1488 0343 6467';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const storage = (value: string) => ({ body: { representation: 'storage', value } });
const without = (words: readonly string[], text: string) => words.filter((word) => text.includes(word));

/** Each value between two words, in paragraphs, cells, code, and parameters of macros. */
function bodyOf(value: string, at: number): string {
  const [before, after] = [WORDS[(2 * at) % WORDS.length] ?? '', WORDS[(2 * at + 1) % WORDS.length] ?? ''];
  const sentence = escape(`${before} ${value} ${after}`);
  return `<p>${sentence}</p><table><tbody><tr><th>${before}</th><th>${after}</th></tr><tr><td>${sentence}</td><td>${after}</td></tr></tbody></table>
    <ac:structured-macro ac:name="code"><ac:parameter ac:name="title">${sentence}</ac:parameter><ac:plain-text-body><![CDATA[${before} ${value} ${after}]]></ac:plain-text-body></ac:structured-macro>
    <ac:structured-macro ac:name="${before}"><ac:parameter ac:name="${after}">${sentence}</ac:parameter></ac:structured-macro>`;
}

async function publish(site: Site): Promise<readonly string[]> {
  const pages: string[] = [];
  for (const [at, word] of TITLES.entries()) {
    const some = VALUES.flatMap((value, index) => (index % TITLES.length === at ? [bodyOf(value, index)] : []));
    const all = WORDS.flatMap((one, index) =>
      index % TITLES.length === at ? [`<p>${one}, card 4539 1488 0343 6467, ${one}</p>`] : [],
    );
    const page = {
      spaceId: DEMO_SPACES.ENG,
      status: 'current',
      title: `${word} ${CARD}`,
      ...storage([...some, ...all].join('')),
    };
    const { id: pageId } = (await expectOk(site.wiki('POST', '/api/v2/pages', page))) as { id: string };
    pages.push(pageId);
    const said = storage(`<p>${WORDS[at]} ${CARD} ${WORDS[at + 5]}</p>`);
    const { id: parentCommentId } = (await expectOk(
      site.wiki('POST', '/api/v2/footer-comments', { pageId, ...said }),
    )) as {
      id: string;
    };
    await expectOk(site.wiki('POST', '/api/v2/footer-comments', { parentCommentId, ...said }));
    const inline = { pageId, inlineCommentProperties: { textSelection: 'card' }, ...said };
    await expectOk(site.wiki('POST', '/api/v2/inline-comments', inline));
    await attach(site, pageId, `${WORDS[at + 1]} ${CARD}.txt`, `${WORDS[at + 2]} ${CARD} ${WORDS[at + 3]}`);
  }
  return pages;
}

it('no row, log line, content property, list or file has a word of a page, and one opened finding shows them', async () => {
  const said: string[] = [];
  const site = openSite({ meter: 'on', queryLagMs: 0, log: (...line) => said.push(JSON.stringify(line)) });
  const printed = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    jest.spyOn(console, name).mockImplementation((...line: unknown[]) => said.push(line.map(String).join(' '))),
  );
  const targets = { title: true, body: true, comments: true, attachmentNames: true };
  const noLists = { custom: [], schemes: [], spaces: {}, rules: [] };
  const triggers = { onPublish: true, schedule: 'off' };
  const value = { regions: [], minConfidence: 0.3, detectors: enabled, targets, triggers, ...noLists };
  await putRow(site, 'config', 'detection', { v: 1, rev: 1, value });
  const { key } = await site.createKey({ detectionScope: 'manage', classificationScope: 'manage' });
  const answers: string[] = [];
  const rest = async (method: string, path: string, body?: object) => {
    const once = { 'idempotency-key': crypto.randomUUID() };
    const answer = await site.rest(method, path, { key, ...(body && { body, headers: once }) });
    expect([method, path, answer.status < 300]).toEqual([method, path, true]);
    answers.push(answer.text);
    return answer.body;
  };
  const admin = async (operation: string, payload: object) => {
    const answer = await doneAsAdmin<Record<string, unknown>>(site, operation, payload);
    answers.push(JSON.stringify(answer));
    return answer;
  };

  const pages = await publish(site);
  await site.host.background.settle();
  const findings = rowsOf(site, 'detection');
  const categories = new Set(findings.map(({ value: row }) => row['category']));
  expect([...categories].sort()).toEqual([...CATEGORIES].sort());

  // Levels, alone and in bulk, by a job, by an import and on the page.
  const { levelId } = levelNamed(site, 'Restricted');
  const [first = '', second = '', third = ''] = pages;
  await rest('POST', '/v1/page-level', { pageId: first, levelId, justification: 'Reviewed.' });
  await rest('POST', '/v1/page-level/bulk', { items: [{ pageId: second, levelId }] });
  const job = await rest('POST', '/v1/page-level/jobs', { action: 'set', levelId, tree: { rootPageId: third } });
  const rows = pages.map((pageId) => ({ pageId, levelId: levelNamed(site, 'Highly Restricted').levelId }));
  await admin('importPageLevels', { rows, onExisting: 'replace', dryRun: false });
  const scan = await rest('POST', '/v1/detection/scan', { spaceId: DEMO_SPACES.ENG });
  await site.host.background.settle();
  for (const dryRun of [true, false]) {
    const { results } = await rest('GET', `/v1/detection/by-page/${first}?limit=250`);
    const detectionIds = results.map((one: { detectionId: string }) => one.detectionId);
    const { redactionId } = await rest('POST', '/v1/redaction', { detectionIds, dryRun });
    await site.host.background.settle();
    await rest('GET', `/v1/redaction/${redactionId}`);
  }

  // Lists, files and previews.
  await rest('GET', `/v1/job/${job.jobId}/results`);
  await rest('GET', `/v1/detection/scan/${scan.scanId}/results`);
  for (const path of [
    'page-level',
    'change',
    'audit',
    'detection',
    'detection/export',
    'suggestion',
    'detection/coverage',
  ])
    await rest('GET', `/v1/${path}?limit=100`.replace('export?limit=100', 'export'));
  await rest('POST', '/v1/detection/analyze', { text: `${WORDS.join(' ')} ${CARD} ${WORDS.join(' ')}` });
  const found = await admin('listFindings', { limit: 100 });
  await admin('groupFindings', { by: 'value' });
  await admin('exportFindings', {});
  await admin('previewDetection', {
    operation: 'changeSiteDetection',
    input: { rev: 1, ...{ regions: [], minConfidence: 1, targets, triggers, rules: [] } },
  });
  const at = { pageId: second, as: 'editor@example.com' };
  answers.push(JSON.stringify(await popup(site, second)));
  for (const payload of [{ of: 'pages' }, { of: 'findings' }] as const)
    answers.push(
      JSON.stringify(await doneOnPage(site, 'exportSpace', payload, { spaceKey: 'ENG', as: 'admin@example.com' })),
    );
  expect(found['findings']).toHaveLength(100);

  // One finding is opened, on every surface.
  const opened: string[] = [];
  const ofSecond = rowsOf(site, 'detection').filter(
    ({ value: row }) => row['pageId'] === second && row['status'] === 'open',
  );
  for (const { key: findingId } of ofSecond) {
    const { context } = (await site.rest('GET', `/v1/detection/${findingId}`, { key })).body as {
      context: string | null;
    };
    const details = await doneAsAdmin<FindingDetails>(site, 'getFinding', { findingId });
    const isAttached = details.finding.field.startsWith('attachment');
    const shown = isAttached
      ? { state: 'attachment', path: `/wiki/pages/viewpageattachments.action?pageId=${second}` }
      : { state: 'shown', text: context };
    expect([details.finding.field, details.context]).toEqual([details.finding.field, shown]);
    expect(await doneOnPage(site, 'openFinding', { findingId }, at)).toEqual({ state: 'finding', context: shown });
    opened.push(context ?? '');
  }
  expect(without(WORDS, opened.join('\n')).length).toBeGreaterThan(5);
  await site.host.background.settle();
  printed.forEach((spy) => spy.mockRestore());

  const stored = everythingStored(site).map(({ key: name, value: row }) => `${name} ${row}`);
  const properties = await Promise.all(
    pages.map((pageId) => expectOk(site.wiki('GET', `/api/v2/pages/${pageId}/properties?limit=100`))),
  );
  const kept = [...stored, ...said, JSON.stringify(properties)].join('\n');
  expect(without([...WORDS, ...TITLES], kept)).toEqual([]);
  // Titles are read for the person who sees the list.
  expect(without(WORDS, answers.join('\n'))).toEqual([]);
  expect(without(TITLES, answers.join('\n'))).toEqual(TITLES);

  const labels = new Set([...builtInEngine.compiledFor(() => true).keywords.map(({ text }) => text), ...SERVICE_NAMES]);
  const excerpts = rowsOf(site, 'detection').map(
    ({ value: row }) => (row['data'] as { maskedExcerpt: string }).maskedExcerpt,
  );
  const labelsOf = excerpts.flatMap(
    (excerpt) => /^(?:(.+): )?•{8}$/.exec(excerpt)?.[1] ?? (excerpt === '••••••••' ? [] : [excerpt]),
  );
  expect(labelsOf.filter((label) => !labels.has(label))).toEqual([]);
  expect(labelsOf.length).toBeGreaterThan(10);
  site.close();
}, 60_000);
