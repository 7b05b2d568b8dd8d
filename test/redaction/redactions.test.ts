import { ADMIN, ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { PlatformCall } from '../../local/forge/platform-calls';
import { type ContentType, CONTENT_TYPES } from '../../src/classification/content-type';
import { MARKER } from '../../src/redaction/page/cut';
import { rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, archive, expectOk, restrict, storeLevel } from '../support/wiki-pages';
import { levelNamed } from '../support/levels';
import { CARD, openRedactionSite, type RedactionSite, SSN, withoutIds } from './redaction-site';

/** Redactions over the API: what is redacted, what remains, the permissions, and the results. */

let site: RedactionSite;
beforeEach(async () => {
  site = await openRedactionSite();
});
afterEach(() => site.close());

const BODY =
  `<p class="x">Card number: <strong>4539 1488</strong> 0343 6467 &amp; more.</p>` +
  `<p><a href="https://example.org/?c=${CARD.replaceAll(' ', '%20')}">look</a></p>` +
  `<ac:structured-macro ac:name="info"><ac:parameter ac:name="title">card ${CARD}</ac:parameter>` +
  `<ac:rich-text-body><p>SSN ${SSN}</p></ac:rich-text-body></ac:structured-macro>`;

it.each(CONTENT_TYPES)(
  'a redaction of a %s removes a value from title, text, links and macros, as the creator of the key, and keeps the rest',
  async (contentType) => {
    const title = `About card ${CARD.replaceAll(' ', '')}`;
    const pageId = await site.publish({ title, body: BODY, contentType });
    const before = site.findings(pageId);
    const [cardId = ''] = before['card-pan'] ?? [];
    const made = await site.redact({ detectionIds: [cardId] });
    expect([made.status, made.body.state, made.header('Location')]).toEqual([
      202,
      'queued',
      expect.stringContaining(`/v1/redaction/${made.body.redactionId}`),
    ]);
    const done = await site.finish(made.body.redactionId);
    expect(done).toMatchObject({ state: 'succeeded', dryRun: false, failed: 0 });
    const ids = (results: { detectionId: string; status: string }[]) =>
      results.map(({ detectionId, status }) => `${detectionId} ${status}`).sort();
    // All findings of the value, not only the requested one.
    expect(ids(done.results)).toEqual((before['card-pan'] ?? []).map((id) => `${id} redacted`).sort());
    expect(done.pages).toEqual([
      {
        pageId,
        contentType,
        uncertainPlaces: { count: 0, locations: [] },
        versionBefore: 1,
        versionAfter: 2,
        method: 'edit',
        comments: [],
        inlineSelections: [],
        versionsDeleted: [],
        historyExposed: true,
        places: expect.arrayContaining([
          { field: 'title', kind: 'plain', count: 1 },
          { field: 'body', kind: 'text', count: 1 },
          { field: 'body', kind: 'link', count: 1 },
          { field: 'body', kind: 'macro-parameter', count: 1 },
        ]),
      },
    ]);
    const page = await site.page(pageId);
    expect(page).toEqual({
      title: `About card ${MARKER}`,
      body:
        `<p class="x">Card number: <strong>${MARKER}</strong> &amp; more.</p>` +
        `<p><a href="#">look</a></p>` +
        `<ac:structured-macro ac:name="info"><ac:parameter ac:name="title">card ${MARKER}</ac:parameter>` +
        `<ac:rich-text-body><p>SSN ${SSN}</p></ac:rich-text-body></ac:structured-macro>`,
      version: 2,
      message: expect.stringContaining(made.body.redactionId),
      authorId: ADMIN.accountId,
    });
    expect(site.findings(pageId, 'redacted')['card-pan']).toEqual(before['card-pan']);
    expect(Object.keys(site.findings(pageId))).toEqual(['us-ssn']);
    const audit = rowsOf(site, 'audit').map(({ value }) => value);
    expect(audit.filter(({ type }) => type === 'page.redacted')).toEqual([
      expect.objectContaining({
        subject: `page:${pageId}`,
        actorAccountId: ADMIN.accountId,
        actorKeyId: site.keyId,
        details: {
          before: { pageVersion: 1 },
          after: {
            pageVersion: 2,
            detectors: ['card-pan'],
            values: 1,
            findings: before['card-pan']?.length,
            method: 'edit',
          },
        },
      }),
    ]);
    const ofRun = audit.filter(({ subject }) => subject === `redaction:${made.body.redactionId}`);
    expect(ofRun.map(({ type }) => type).sort()).toEqual(['job.created', 'job.finished']);
  },
);

it('a redaction edits the stored form of a page of the new editor, and keeps its links and marks', async () => {
  const link = '<ac:link><ri:page ri:content-title="Plan" ri:space-key="ENG" /></ac:link>';
  const pageId = await site.publish({
    isOfNewEditor: true,
    body: `<h2>Payment</h2><p>Card number: <strong>4539 1488</strong><em> 0343 6467</em> ok</p><p>${link} <code><strong>x</strong></code></p>`,
  });
  const { body } = await site.redact({ pageId });
  expect(await site.finish(body.redactionId)).toMatchObject({ failed: 0, pages: [{ versionAfter: 2 }] });
  expect(withoutIds((await site.page(pageId)).body)).toBe(
    `<h2>Payment</h2><p>Card number: <strong>${MARKER}</strong><em></em> ok</p><p>${link} <code><strong>x</strong></code></p>`,
  );
});

it.each(CONTENT_TYPES)(
  'a redaction accepts a whole %s, or some detectors; a dry run changes nothing and reports the same',
  async (contentType) => {
    const pageId = await site.publish({ body: `<p>card number ${CARD}</p><p>SSN ${SSN}</p>`, contentType });
    const dry = await site.redact({ pageId, dryRun: true });
    const planned = await site.finish(dry.body.redactionId);
    expect(rowsOf(site, 'audit', `redaction:${dry.body.redactionId}`)).toEqual([]);
    expect(planned.results.map(({ status }: { status: string }) => status)).toEqual(Array(2).fill('would-be-redacted'));
    expect(planned.pages).toEqual([
      {
        pageId,
        contentType,
        historyExposed: false,
        comments: [],
        inlineSelections: [],
        versionsDeleted: [],
        places: [{ field: 'body', kind: 'text', count: 2 }],
        uncertainPlaces: { count: 0, locations: [] },
        cuts: [
          { field: 'body', kind: 'text', before: 'card: ••••••••', after: `card: ${MARKER}` },
          { field: 'body', kind: 'text', before: 'ssn: ••••••••', after: `ssn: ${MARKER}` },
        ],
      },
    ]);
    expect((await site.page(pageId)).version).toBe(1);
    expect(site.findings(pageId, 'redacted')).toEqual({});
    const some = await site.redact({ pageId, detectorIds: ['us-ssn'] });
    await site.finish(some.body.redactionId);
    expect((await site.page(pageId)).body).toBe(`<p>card number ${CARD}</p><p>SSN ${MARKER}</p>`);
    expect((await site.redact({ pageId, detectorIds: ['us-ssn'] })).body.code).toBe('DETECTION_NOT_FOUND');
    expect((await site.redact({ pageId: '7000001' })).body.code).toBe('PAGE_NOT_FOUND');
  },
);

it('a redaction keeps text that is only similar to a value, and reports it; a dry run shows each cut without other text', async () => {
  const born = (date: string, more: string) => `<p>born ${date}, card number ${CARD}</p><p>${more}</p>`;
  const near = 'since 11.1.1981, and 1.11.1981-4711';
  const body = born('1.11.1981', near);
  const pageId = await site.publish({ body, title: 'Joined 11.1.1981' });
  const commentId = await site.comment(pageId, { body: '<p>born 1.11.1981, not 111/1981</p>' });
  const order = { detectionIds: site.findings(pageId)['date-of-birth']?.slice(0, 1) };
  const place = (field: string, source: string, text: string) => {
    const start = source.indexOf(text);
    return { field, kind: field === 'title' ? 'plain' : 'text', pointer: '', start, end: start + text.length };
  };
  const placesIn = (after: string) => ({
    count: 4,
    locations: [
      place('title', 'Joined 11.1.1981', '11.1.1981'),
      place('body', after, '11.1.1981'),
      place('body', after, '1.11.1981'),
      { ...place('footer-comment', `<p>born ${MARKER}, not 111/1981</p>`, '111/1981'), contentId: commentId },
    ],
  });
  const after = body.replace('1.11.1981', MARKER);
  const dry = await site.finish((await site.redact({ ...order, dryRun: true })).body.redactionId);
  expect(dry.pages).toMatchObject([
    {
      cuts: [
        { field: 'body', before: 'born: ••••••••', after: `born: ${MARKER}` },
        { field: 'footer-comment', contentId: commentId, after: `born: ${MARKER}` },
      ],
      uncertainPlaces: placesIn(after),
    },
  ]);
  const done = await site.finish((await site.redact(order)).body.redactionId);
  expect(done.results).toMatchObject([{ status: 'redacted' }, { status: 'redacted' }]);
  expect(done.pages).toMatchObject([{ uncertainPlaces: placesIn(after) }]);
  expect(done.pages[0]).not.toHaveProperty('cuts');
  expect(await site.page(pageId)).toMatchObject({ title: 'Joined 11.1.1981', body: after });
});

it('a retried request gets the same redaction, which only its key sees', async () => {
  const pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const first = await site.redact({ pageId }, { name: 'the-same' });
  const again = await site.redact({ pageId }, { name: 'the-same' });
  expect([again.body.redactionId, again.header('Idempotent-Replayed')]).toEqual([first.body.redactionId, 'true']);
  expect((await site.redact({ pageId, dryRun: true }, { name: 'the-same' })).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  await site.finish(first.body.redactionId);
  expect((await site.page(pageId)).version).toBe(2);
  const other = await site.createKey({ detectionScope: 'manage' });
  expect((await site.redaction(first.body.redactionId, other.key)).code).toBe('REDACTION_NOT_FOUND');
  const reader = await site.createKey({ detectionScope: 'read' });
  expect((await site.redact({ pageId }, { key: reader.key })).body.code).toBe('INSUFFICIENT_SCOPE');
  for (let n = 0; n < 5; n += 1) await site.redact({ detectionIds: [crypto.randomUUID()] });
  expect((await site.redact({ detectionIds: [crypto.randomUUID()] })).body.code).toBe('TOO_MANY_JOBS');
});

it('a redaction writes the type of the value into the marker if requested, and no detector matches that', async () => {
  const texts = [`card number ${CARD}`, `SSN ${SSN}`, 'password: hR7#kq2Lw9!zT', 'NHS number 943 474 8224'];
  const link = `<p><a href="https://example.org/${CARD.replaceAll(' ', '')}">${CARD}</a></p>`;
  const pages = [];
  for (const isOfNewEditor of [false, true])
    pages.push(await site.publish({ body: texts.map((text) => `<p>${text}</p>`).join('') + link, isOfNewEditor }));
  for (const pageId of pages) {
    const { redactionId } = (await site.redact({ pageId, marker: 'category' })).body;
    expect(await site.finish(redactionId)).toMatchObject({ state: 'succeeded', failed: 0 });
    const { body } = await site.page(pageId);
    for (const category of ['financial', 'pii', 'secret', 'health']) expect(body).toContain(`[REDACTED: ${category}]`);
    expect([body.includes(MARKER), site.findings(pageId)]).toEqual([false, {}]);
  }
});

it.each(CONTENT_TYPES)(
  'a redaction removes a value from comments and replies of a %s too, with it or alone, as the creator of the key',
  async (contentType) => {
    const pageId = await site.publish({ body: `<p>card number ${CARD}</p><p>fine</p>`, contentType });
    const footer = await site.comment(pageId, { body: `<p>SSN ${SSN} &amp; <em>card</em> ${CARD}</p>` });
    const reply = await site.comment(pageId, { body: `<p>card number ${CARD}?</p>`, answers: footer });
    const inline = await site.comment(pageId, { body: `<p>card number ${CARD}</p>`, selection: 'fine' });
    const before = site.findings(pageId);
    expect([before['card-pan']?.length, before['us-ssn']?.length]).toEqual([4, 1]);
    const order = { pageId, detectorIds: ['card-pan'] };
    const dry = await site.finish((await site.redact({ ...order, dryRun: true })).body.redactionId);
    expect(dry.results.map(({ status }: { status: string }) => status)).toEqual(Array(4).fill('would-be-redacted'));
    expect((await site.storedComment(footer)).version).toBe(1);
    const { redactionId } = (await site.redact(order)).body;
    const done = await site.finish(redactionId);
    const version = { versionBefore: 1, versionAfter: 2 };
    expect(done).toMatchObject({
      failed: 0,
      pages: [
        {
          pageId,
          ...version,
          historyExposed: true,
          inlineSelections: [],
          comments: expect.arrayContaining([
            { commentId: footer, field: 'footer-comment', ...version },
            { commentId: reply, field: 'footer-comment', ...version },
            { commentId: inline, field: 'inline-comment', ...version },
          ]),
          places: expect.arrayContaining([
            { field: 'body', kind: 'text', count: 1 },
            { field: 'footer-comment', kind: 'text', count: 2 },
            { field: 'inline-comment', kind: 'text', count: 1 },
          ]),
        },
      ],
    });
    expect(await site.storedComment(footer)).toEqual({
      body: `<p>SSN ${SSN} &amp; <em>card</em> ${MARKER}</p>`,
      version: 2,
      message: expect.stringContaining(redactionId),
      authorId: ADMIN.accountId,
    });
    expect((await site.storedComment(reply)).body).toBe(`<p>card number ${MARKER}?</p>`);
    expect((await site.storedComment(inline, 'inline')).body).toBe(`<p>card number ${MARKER}</p>`);
    expect(Object.keys(site.findings(pageId))).toEqual(['us-ssn']);
    expect(site.findings(pageId, 'redacted')['card-pan']).toEqual(before['card-pan']);
    // A value that occurs only in a comment leaves the page unchanged.
    await site.finish((await site.redact({ detectionIds: before['us-ssn'] })).body.redactionId);
    expect((await site.storedComment(footer)).body).toBe(`<p>SSN ${MARKER} &amp; <em>card</em> ${MARKER}</p>`);
    expect([(await site.page(pageId)).version, site.findings(pageId)]).toEqual([2, {}]);
    const audit = rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'page.redacted');
    expect(audit.map(({ value }) => value['details'])).toEqual(
      expect.arrayContaining([
        {
          before: { pageVersion: 1 },
          after: {
            pageVersion: 2,
            comments: expect.arrayContaining([`${footer} version 2`, `${reply} version 2`, `${inline} version 2`]),
            detectors: ['card-pan'],
            values: 1,
            findings: 4,
            method: 'edit',
          },
        },
        { after: { comments: [`${footer} version 3`], detectors: ['us-ssn'], values: 1, findings: 1 } },
      ]),
    );
  },
);

it('a redaction of the same value as a concurrent one reports that older versions still have it', async () => {
  const pageId = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const { key } = await site.createKey({ detectionScope: 'write', as: 'admin2@example.com' });
  const [mine, theirs] = [await site.redact({ pageId }), await site.redact({ pageId }, { key })];
  const done = [await site.finish(mine.body.redactionId), await site.finish(theirs.body.redactionId, key)];
  for (const { results, pages } of done) {
    expect(results).toMatchObject([{ status: 'redacted' }]);
    expect(pages).toMatchObject([{ historyExposed: true }]);
  }
  expect((await site.page(pageId)).version).toBe(2);
});

describe('older versions', () => {
  const text = (value: string) => `<p>card number ${value}</p>`;
  const versionsOf = async (path: string) => {
    const { results } = (await expectOk(site.wiki('GET', `${path}/versions?body-format=storage`))) as {
      results: readonly { number: number }[];
    };
    return results.map(({ number }) => number);
  };
  const keyRev = (keyId: string) => rowsOf(site, 'api-key').find(({ key }) => key === keyId)?.value['rev'];
  const deletions = () =>
    rowsOf(site, 'audit')
      .filter(({ value }) => value['type'] === 'page.version-deleted')
      .map(({ value }) => JSON.parse(JSON.stringify(value)).details.after)
      .map(({ version, commentId }: { version: number; commentId?: string }) => [version, commentId]);
  /** Versions 1 to 4, the second without a card, and a comment with two versions. */
  const aHistory = async (contentType: ContentType = 'page') => {
    const pageId = await site.publish({ body: text(CARD.replaceAll(' ', '-')), contentType });
    await site.edit(pageId, text('none'));
    await site.edit(pageId, text(CARD));
    await site.edit(pageId, `${text(CARD)}<p>more</p>`);
    const commentId = await site.comment(pageId, { body: text(CARD) });
    return { pageId, commentId };
  };

  it('with only similar text stay, and are reported', async () => {
    const pageId = await site.publish({ body: '<p>born 1.11.1981</p>' });
    await site.edit(pageId, '<p>born 11.1.1981</p>');
    await site.edit(pageId, '<p>born 1.11.1981 in Bonn</p>');
    const { key } = await site.createKey({ detectionScope: 'manage' });
    const { redactionId } = (await site.redact({ pageId, cleanHistory: true }, { key })).body;
    const { pages } = await site.finish(redactionId, key);
    const location = { field: 'body', kind: 'text', pointer: '', start: 8, end: 17, version: 2 };
    expect(pages).toMatchObject([
      {
        versionsDeleted: [{ version: 3 }, { version: 1 }],
        historyExposed: false,
        uncertainPlaces: { count: 1, locations: [location] },
      },
    ]);
    expect(await versionsOf(`/api/v2/pages/${pageId}`)).toEqual([2, 1]);
  });

  it('with a copy that only another version proves are deleted too, at any distance', async () => {
    const pageId = await site.publish({ body: '<p>on 1.11.1981</p>' });
    for (let edits = 0; edits < 12; edits += 1) await site.edit(pageId, `<p>none ${edits}</p>`);
    await site.edit(pageId, '<p>since 1.11.1981</p>');
    await site.edit(pageId, '<p>born 1.11.1981</p>');
    await site.host.background.settle();
    const { key } = await site.createKey({ detectionScope: 'manage' });
    const clean = async (order: object) => {
      const { redactionId } = (await site.redact({ pageId, cleanHistory: true, ...order }, { key })).body;
      return (await site.finish(redactionId, key)).pages;
    };
    const versionsDeleted = [{ version: 15 }, { version: 14 }, { version: 1 }];
    expect(await clean({ dryRun: true })).toMatchObject([{ versionsDeleted }]);
    expect(await clean({})).toMatchObject([{ versionsDeleted, historyExposed: false }]);
    expect(await versionsOf(`/api/v2/pages/${pageId}`)).toHaveLength(13);
  });

  it('with a copy of a value that an earlier version or a comment proves are deleted, including those of comments', async () => {
    const pageId = await site.publish({ body: '<p>born 1.11.1981</p>' });
    for (let edits = 0; edits < 12; edits += 1) await site.edit(pageId, `<p>none ${edits}</p>`);
    await site.edit(pageId, '<p>since 1.11.1981</p>');
    await site.edit(pageId, '<p>fine</p>');
    await site.host.background.settle();
    const proof = await site.comment(pageId, { body: '<p>born 1.11.1981</p>' });
    const copy = await site.comment(pageId, { body: '<p>on 1.11.1981</p>' });
    const current = { body: { representation: 'storage', value: '<p>fine</p>' }, version: { number: 2 } };
    await expectOk(site.wiki('PUT', `/api/v2/footer-comments/${copy}`, current));
    const { key } = await site.createKey({ detectionScope: 'manage' });
    const order = { detectionIds: site.findings(pageId)['date-of-birth'], cleanHistory: true };
    const clean = async (more: object) => {
      const { redactionId } = (await site.redact({ ...order, ...more }, { key })).body;
      return (await site.finish(redactionId, key)).pages;
    };
    const versionsDeleted = [
      { version: 14 },
      { version: 1 },
      { commentId: proof, version: 1 },
      { commentId: copy, version: 1 },
    ];
    expect(await clean({ dryRun: true })).toMatchObject([{ versionsDeleted, historyExposed: true }]);
    expect(await clean({})).toMatchObject([{ versionsDeleted, historyExposed: false }]);
    expect(await versionsOf(`/api/v2/pages/${pageId}`)).toHaveLength(13);
    expect(await versionsOf(`/api/v2/footer-comments/${copy}`)).toEqual([1]);
  });

  it('are reported as exposed if the value stays in a comment', async () => {
    const { key } = await site.createKey({ detectionScope: 'manage' });
    const pageId = await site.publish({ body: '<p>born 1.11.1981</p>' });
    await site.comment(pageId, { body: '<p>on 1.11.1981</p>', selection: '1.11.1981' });
    const order = { detectionIds: site.findings(pageId)['date-of-birth'], cleanHistory: true };
    const clean = async () => {
      const { redactionId } = (await site.redact(order, { key })).body;
      return site.finish(redactionId, key);
    };
    expect(await clean()).toMatchObject({
      results: [{ reason: 'cannot-redact', field: 'inline-selection' }],
      pages: [{ versionAfter: 2, versionsDeleted: [], historyExposed: true }],
    });
    expect(await clean()).toMatchObject({
      results: [{ status: 'redacted' }],
      pages: [{ versionsDeleted: [{ version: 1 }], historyExposed: true, historyReason: 'refused' }],
    });
  });

  it.each(CONTENT_TYPES)(
    'of a %s with the values are deleted if requested and permitted, others stay; a dry run lists them',
    async (contentType) => {
      const { pageId, commentId } = await aHistory(contentType);
      expect((await site.redact({ pageId, cleanHistory: true })).body).toMatchObject({
        code: 'INSUFFICIENT_SCOPE',
        requiredScope: 'detection::manage',
      });
      const { key } = await site.createKey({ detectionScope: 'manage' });
      const clean = async (order: object) => {
        const { redactionId } = (await site.redact({ cleanHistory: true, ...order }, { key })).body;
        const { state, pages, results } = await site.finish(redactionId, key);
        expect([state, results.filter(({ status }: { status: string }) => status === 'failed')]).toEqual([
          'succeeded',
          [],
        ]);
        return pages;
      };
      const ofPage = [{ version: 3 }, { version: 1 }];
      // The current versions are older ones by then.
      const versionsDeleted = [{ version: 4 }, ...ofPage, { commentId, version: 1 }];
      expect(await clean({ pageId, dryRun: true })).toMatchObject([{ versionsDeleted, historyExposed: true }]);
      expect([await versionsOf(site.pathOf(pageId)), deletions()]).toEqual([[4, 3, 2, 1], []]);
      expect(await clean({ pageId })).toMatchObject([{ versionAfter: 5, versionsDeleted, historyExposed: false }]);
      // The second and the last, numbered again.
      expect(await versionsOf(site.pathOf(pageId))).toEqual([2, 1]);
      expect(await versionsOf(`/api/v2/footer-comments/${commentId}`)).toEqual([1]);
      expect(deletions().sort()).toEqual(
        [
          [1, undefined],
          [3, undefined],
          [4, undefined],
          [1, commentId],
        ].sort(),
      );
      // Versions of earlier redactions can be cleaned later.
      const later = await site.publish({ body: text(CARD), contentType });
      const [findingId = ''] = site.findings(later)['card-pan'] ?? [];
      const first = await site.finish((await site.redact({ detectionIds: [findingId] })).body.redactionId);
      expect(first.pages).toMatchObject([{ historyExposed: true, versionsDeleted: [] }]);
      expect(await clean({ detectionIds: [findingId] })).toMatchObject([
        { pageId: later, historyExposed: false, versionsDeleted: [{ version: 1 }] },
      ]);
      expect(await versionsOf(site.pathOf(later))).toEqual([1]);
    },
  );

  it('that may not be deleted, or are not, are reported', async () => {
    const { key, keyId } = await site.createKey({ detectionScope: 'manage' });
    const clean = async (status: number, times: number, after = false) => {
      const pageId = await site.publish({ body: text(CARD) });
      site.host.faults.add({ target: 'confluence', match: '/version/', status, times, after });
      const { redactionId } = (await site.redact({ pageId, cleanHistory: true }, { key })).body;
      const [page] = (await site.finish(redactionId, key)).pages;
      site.host.faults.add({ target: 'confluence', times: 0 });
      return [page.versionAfter, page.versionsDeleted, page.historyExposed, page.historyReason];
    };
    expect(await clean(403, 1)).toEqual([2, [], true, 'not-allowed']);
    expect(await clean(400, 1)).toEqual([2, [{ version: 1 }], false, undefined]);
    expect(await clean(400, 9)).toEqual([2, [], true, 'refused']);
    // Deleted, although the response was an error.
    expect(await clean(503, 1, true)).toEqual([2, [{ version: 1 }], false, undefined]);
    expect(await clean(503, 99)).toEqual([2, [], true, 'unavailable']);
    // A key that is narrowed in the meantime no longer deletes anything.
    const pageId = await site.publish({ body: text(CARD) });
    const { redactionId } = (await site.redact({ pageId, cleanHistory: true }, { key })).body;
    await site.admin('editKey', { keyId, rev: keyRev(keyId), changes: { detectionScope: 'write' } });
    expect(await site.finish(redactionId, key)).toMatchObject({
      state: 'failed',
      error: { code: 'INSUFFICIENT_SCOPE' },
    });
    expect((await site.page(pageId)).version).toBe(1);
  });
});

interface SpacePermission {
  readonly id: string;
  readonly principal: { readonly id: string };
  readonly operation: { readonly key: string };
}

it('a redaction reports comments that cannot be edited, and selections that keep the value', async () => {
  const body = `<p>card number ${CARD}</p>`;
  const pageId = await site.publish({ body });
  const held = await site.comment(pageId, { body, selection: `number ${CARD.replaceAll(' ', '-')}` });
  const deleted = await site.comment(pageId, { body });
  const fine = await site.comment(pageId, { body, by: 'editor@example.com' });
  const withSsn = `<p>SSN ${SSN}</p>`;
  const theirs = await site.comment(pageId, { body: withSsn, by: 'editor@example.com' });
  await expectOk(site.wiki('DELETE', `/api/v2/footer-comments/${deleted}`));
  const ofComments = new Map(
    rowsOf(site, 'detection').map(({ key, value }) => [JSON.parse(JSON.stringify(value)).data.location.contentId, key]),
  );
  const outcome = async (redactionId: string, commentId: string) => {
    const { results } = await site.finish(redactionId);
    const {
      detectionId: _id,
      pageId: _page,
      ...result
    } = results.find(({ detectionId }: { detectionId: string }) => detectionId === ofComments.get(commentId));
    return result;
  };
  const { redactionId } = (await site.redact({ pageId, detectorIds: ['card-pan'] })).body;
  expect(await outcome(redactionId, held)).toEqual({
    status: 'failed',
    reason: 'cannot-redact',
    field: 'inline-selection',
  });
  expect(await outcome(redactionId, deleted)).toEqual({ status: 'failed', reason: 'not-there-any-more' });
  // The admin administers the space.
  expect(await outcome(redactionId, fine)).toEqual({ status: 'redacted' });
  expect((await site.redaction(redactionId)).pages).toMatchObject([{ versionAfter: 2, inlineSelections: [held] }]);
  expect((await site.storedComment(held, 'inline')).version).toBe(1);
  expect(site.findings(pageId)['card-pan']).toEqual([ofComments.get(held)]);
  // A user who does not administer the space can edit only their own comments.
  const { key } = await site.createKey({ detectionScope: 'write', as: 'admin2@example.com' });
  const path = `/api/v2/spaces/${DEMO_SPACES.ENG}/permissions?limit=250`;
  const { results: granted } = (await expectOk(site.wiki('GET', path))) as { results: readonly SpacePermission[] };
  const administers = granted.find(
    ({ principal, operation }) => principal.id === ADMIN2.accountId && operation.key === 'administer',
  );
  await expectOk(site.wiki('DELETE', `/rest/api/space/ENG/permission/${administers?.id}`));
  for (const dryRun of [true, false]) {
    const other = (await site.redact({ detectionIds: [ofComments.get(theirs)], dryRun }, { key })).body;
    await site.host.background.settle();
    const { results } = await site.redaction(other.redactionId, key);
    expect(results).toMatchObject([{ pageId, status: 'failed', reason: 'not-editable' }]);
  }
  expect((await site.storedComment(theirs)).body).toBe(withSsn);
});

describe('without the permission of the key or its creator', () => {
  const text = `<p>card number ${CARD}</p>`;
  const cardOf = (pageId: string) => site.findings(pageId)['card-pan']?.[0] ?? '';

  it.each(CONTENT_TYPES)(
    'a %s stays unchanged: hidden, read-only, outside the limits, archived, or with a draft',
    async (contentType) => {
      const publish = (more: object = {}) => site.publish({ body: text, contentType, ...more });
      const limits = { spaceLimit: [DEMO_SPACES.ENG], levelLimit: ['unclassified'] };
      const { key } = await site.createKey({ as: 'admin2@example.com', detectionScope: 'write', ...limits });
      const pages = {
        fine: await publish(),
        hidden: await publish(),
        notTheirs: await publish(),
        otherSpace: await publish({ spaceId: DEMO_SPACES.HR }),
        otherLevel: await publish(),
        // Only pages can be archived.
        archived: await site.publish({ body: text }),
        drafted: await publish(),
      };
      await restrict(site, pages.hidden, 'read', ADMIN_AND_APP);
      await restrict(site, pages.notTheirs, 'update', ADMIN_AND_APP);
      await storeLevel(site, pages.otherLevel, levelNamed(site, 'Restricted').levelId);
      await archive(site, pages.archived);
      const draft = {
        id: pages.drafted,
        status: 'draft',
        title: 'With values',
        body: { representation: 'storage', value: `${text}<p>New.</p>` },
        version: { number: 1 },
      };
      await expectOk(site.wiki('PUT', site.pathOf(pages.drafted), draft));
      const unknown = crypto.randomUUID();
      const named = [...Object.values(pages).map(cardOf), unknown];
      for (const dryRun of [true, false]) {
        const { body } = await site.redact({ detectionIds: named, dryRun }, { key });
        for (let round = 0; round < 5; round += 1) await site.host.background.settle();
        const { results } = (await site.rest('GET', `/v1/redaction/${body.redactionId}`, { key })).body;
        const outcomes = new Map(
          results.map(({ detectionId, pageId, status, reason }: Record<string, string>) => [
            detectionId,
            [pageId, status, reason],
          ]),
        );
        expect(named.map((id) => outcomes.get(id))).toEqual([
          [pages.fine, dryRun ? 'would-be-redacted' : 'redacted', undefined],
          [undefined, 'failed', 'not-found'],
          [pages.notTheirs, 'failed', 'not-editable'],
          [undefined, 'failed', 'not-found'],
          [undefined, 'failed', 'not-found'],
          [pages.archived, 'failed', 'archived'],
          [pages.drafted, 'failed', 'unpublished-changes'],
          [undefined, 'failed', 'not-found'],
        ]);
      }
      for (const [name, pageId] of Object.entries(pages))
        expect([name, (await site.page(pageId)).version]).toEqual([name, name === 'fine' ? 2 : 1]);
    },
  );

  it('the redaction ends if the key is revoked in between', async () => {
    const pageId = await site.publish({ body: text });
    const second = await site.createKey({ detectionScope: 'write' });
    const { body } = await site.redact({ pageId }, { key: second.key });
    await site.admin('revokeKey', { keyId: second.keyId });
    await site.host.background.settle();
    const run = rowsOf(site, 'job').find(({ key }) => key === `redaction:${body.redactionId}`)?.value;
    expect(run).toMatchObject({ state: 'failed', data: { stoppedBy: 'API_KEY_REVOKED' } });
    expect((await site.page(pageId)).version).toBe(1);
    expect(Object.keys(site.findings(pageId))).toEqual(['card-pan']);
  });

  it('nothing is redacted without impersonation', async () => {
    site.close();
    site = await openRedactionSite({ impersonation: false });
    const pageId = await site.publish({ body: text });
    const { body } = await site.redact({ detectionIds: [cardOf(pageId)] });
    await site.host.background.settle();
    expect(await site.redaction(body.redactionId)).toMatchObject({
      state: 'waiting',
      waiting: { code: 'CANNOT_ACT_AS_PERSON' },
      failed: 0,
    });
    expect((await site.page(pageId)).version).toBe(1);
  });
});

it('a redaction reports values that cannot be redacted, and redacts the rest', async () => {
  const named = `<ac:structured-macro ac:name="note"><ac:parameter ac:name="${CARD}">x</ac:parameter></ac:structured-macro>`;
  const pageId = await site.publish({
    isOfNewEditor: true,
    body: `<p>card number ${CARD}</p><p>SSN ${SSN}</p>${named}`,
  });
  const { body } = await site.redact({ pageId });
  const { results } = await site.finish(body.redactionId);
  const found = site.findings(pageId, 'redacted');
  expect(Object.keys(found)).toEqual(['us-ssn']);
  expect(results).toEqual(
    expect.arrayContaining([
      { detectionId: found['us-ssn']?.[0], pageId, status: 'redacted' },
      expect.objectContaining({ status: 'failed', reason: 'cannot-redact', field: 'body' }),
    ]),
  );
  const { body: kept } = await site.page(pageId);
  expect(withoutIds(kept)).toContain(`<p>card number ${CARD}</p><p>SSN ${MARKER}</p>`);
});

it('a redaction reports a value that only the document of the page shows, without a write', async () => {
  const shown = `<ac:task-id>card number ${CARD}</ac:task-id>`;
  const pageId = await site.publish({ isOfNewEditor: true, body: `<p>fine</p>${shown}` });
  const { body } = await site.redact({ pageId });
  const { results } = await site.finish(body.redactionId);
  const reasons = new Set(results.map(({ reason }: { reason?: string }) => reason));
  expect([[...reasons], (await site.page(pageId)).version]).toEqual([['cannot-redact'], 1]);
});

it('a redaction never writes a live doc whose content Confluence may not have returned', async () => {
  const doc = { spaceId: DEMO_SPACES.ENG, status: 'current', subtype: 'live', title: `card ${CARD}` };
  const blank = { body: { representation: 'storage', value: '' } };
  const { id: pageId } = (await expectOk(site.wiki('POST', '/api/v2/pages', { ...doc, ...blank }))) as { id: string };
  await site.edit(pageId, '');
  await site.host.background.settle();
  const { body } = await site.redact({ pageId });
  const { results } = await site.finish(body.redactionId);
  expect(results).toEqual([expect.objectContaining({ status: 'failed', reason: 'cannot-redact', field: 'title' })]);
  expect(await site.page(pageId)).toMatchObject({ title: `card ${CARD}`, version: 2 });
});

it('a redaction reports a value that no longer exists, and finds another title if the redacted one is taken', async () => {
  const gone = await site.publish({ body: `<p>card number ${CARD}</p>` });
  const titled: string[] = [];
  for (const contentType of CONTENT_TYPES)
    for (const title of [`card ${CARD}`, `card ${CARD.replaceAll(' ', '-')}`])
      titled.push(await site.publish({ title, body: '<p>a</p>', contentType }));
  const detectionIds = [gone, ...titled].flatMap((pageId) => site.findings(pageId)['card-pan'] ?? []);
  await site.edit(gone, '<p>nothing</p>');
  const { body } = await site.redact({ detectionIds });
  const { results } = await site.finish(body.redactionId);
  expect(results.map(({ pageId, status, reason }: Record<string, string>) => [pageId, status, reason])).toEqual([
    [gone, 'failed', 'not-there-any-more'],
    ...titled.map((pageId) => [pageId, 'redacted', undefined]),
  ]);
  const titles = await Promise.all(titled.map(async (pageId) => (await site.page(pageId)).title));
  expect(titles).toEqual(titled.map((pageId, index) => `card ${MARKER}${index % 2 === 0 ? '' : ` (${pageId})`}`));
});

it('a redaction reports what it cannot compare, and that Confluence moved the page to the legacy editor', async () => {
  const othersAfter = async (prepare: () => void) => {
    const pageId = await site.publish({ body: `<p>card number ${CARD}</p>`, isOfNewEditor: true });
    prepare();
    const { redactionId } = (await site.redact({ pageId })).body;
    const { state, failed, pages } = await site.finish(redactionId);
    expect([state, failed, site.findings(pageId)]).toEqual(['succeeded', 0, {}]);
    return pages[0].otherChanges;
  };
  const failing = (times: number, more: object = { status: 500 }) => {
    return () => site.host.faults.add({ target: 'confluence', match: '/versions?', ...more, times });
  };
  expect(await othersAfter(failing(1))).toBeUndefined();
  expect(await othersAfter(failing(100))).toBe('unknown');
  failing(0)();
  // The result of a page that is written does not wait for calls.
  expect(await othersAfter(failing(1, { status: 429, headers: { 'Retry-After': '60' } }))).toBe('unknown');
  site.advance(60_000);
  expect(await othersAfter(() => site.host.assumptions.add('storage-changes-editor'))).toBe('editor');
  site.host.assumptions.clear();
});

describe('with Atlassian Guard', () => {
  const text = `<p>card number <strong>4539 1488</strong> 0343 6467</p><p>SSN ${SSN}</p>`;
  const linked = `${text}<p><a href="https://example.org/${CARD.replaceAll(' ', '')}">x</a></p>`;
  let asked: PlatformCall[];
  const openWithGuard = async (guard: boolean) => {
    site.close();
    asked = [];
    site = await openRedactionSite({
      guard,
      intercept: (call, proceed) => {
        if (call.path.endsWith('/redact')) asked.push(call);
        return proceed();
      },
    });
  };
  const redact = async (pageId: string, more: object = {}) => {
    const { redactionId } = (await site.redact({ pageId, ...more })).body;
    const { state, failed, pages } = await site.finish(redactionId);
    expect([state, failed]).toEqual(['succeeded', 0]);
    return pages[0];
  };

  it('it redacts text as the creator of the key; pages with other locations are edited as before', async () => {
    await openWithGuard(true);
    const isOfNewEditor = true;
    const title = `About SSN ${SSN}`;
    const before = await site.publish({ body: text, isOfNewEditor });
    expect([(await redact(before)).method, asked]).toEqual(['edit', []]);
    await site.letGuardRedact();
    const pageId = await site.publish({ title, body: text, isOfNewEditor });
    expect([(await redact(pageId, { dryRun: true })).method, asked]).toEqual([undefined, []]);
    expect(await redact(pageId)).toMatchObject({ method: 'guard', versionBefore: 1, versionAfter: 2 });
    const page = await site.page(pageId);
    expect(page).toMatchObject({ title: `About SSN ${MARKER}`, version: 2, authorId: ADMIN.accountId });
    expect(page.body).toBe(`<p>card number <strong>${MARKER}</strong>${MARKER}</p><p>SSN ${MARKER}</p>`);
    expect([site.findings(pageId), asked.length]).toEqual([{}, 1]);
    expect([CARD, '4539 1488', '0343', SSN].filter((value) => asked[0]?.body?.includes(value))).toEqual([]);
    const audit = rowsOf(site, 'audit').filter(({ value }) => value['subject'] === `page:${pageId}`);
    expect(audit.map(({ value }) => value['details'])).toEqual([
      {
        before: { pageVersion: 1 },
        after: {
          pageVersion: 2,
          detectors: ['card-pan', 'us-ssn'],
          values: 2,
          findings: 3,
          method: 'guard',
        },
      },
    ]);
    // A link, a copy that no detector finds, the old editor, a marker of our own: Guard does not handle these.
    const compactCard = CARD.replaceAll(' ', '');
    const copied = `<p>card number ${CARD}</p><p>order ${compactCard}</p>`;
    for (const [page_, more] of [
      [{ body: linked, isOfNewEditor }, {}],
      [{ body: copied, isOfNewEditor }, {}],
      [{ body: text }, {}],
      [{ body: text, isOfNewEditor }, { marker: 'category' }],
    ] as const) {
      const other = await site.publish(page_);
      expect([(await redact(other, more)).method, site.findings(other)]).toEqual(['edit', {}]);
      expect((await site.page(other)).body).not.toContain(compactCard);
    }
    expect(asked).toHaveLength(1);
    const post = await site.publish({ title: 'A post', body: text, isOfNewEditor, contentType: 'blogpost' });
    expect([(await redact(post)).method, site.findings(post)]).toEqual(['guard', {}]);
    expect(asked.at(-1)?.path).toBe(`/wiki/api/v2/blogposts/${post}/redact`);
  });

  it('it loses a link to a page, which the result reports', async () => {
    await openWithGuard(true);
    await site.letGuardRedact();
    const link = '<p><ac:link><ri:page ri:content-title="Plan" /></ac:link></p>';
    const pageId = await site.publish({ body: `${text}${link}`, isOfNewEditor: true });
    expect(await redact(pageId)).toMatchObject({ method: 'guard', otherChanges: 'content' });
  });

  it('pages are edited as before if it is missing or refuses', async () => {
    await openWithGuard(false);
    await site.letGuardRedact();
    for (const status of [undefined, 400, 404]) {
      if (status !== undefined) site.host.faults.add({ target: 'confluence', match: '/redact', status, times: 1 });
      const pageId = await site.publish({ body: text, isOfNewEditor: true });
      expect(await redact(pageId)).toMatchObject({ method: 'edit', versionAfter: 2 });
      expect([status, site.findings(pageId)]).toEqual([status, {}]);
    }
    expect(asked).toHaveLength(3);
  });
});
