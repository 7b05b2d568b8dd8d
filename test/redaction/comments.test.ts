import { ADMIN2, DEMO_SPACES } from '../../local/demo';
import type { Intercept, PlatformCall } from '../../local/forge/platform-calls';
import { MARKER } from '../../src/redaction/page/cut';
import { samplePoints } from '../support/sample';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { expectOk } from '../support/wiki-pages';
import { openRedactionSite, type RedactionSite } from './redaction-site';

/** Copies in comments that no detector finds are redacted as on the page, or the result says where they remain. */

const BORN = '1.11.1981';
const BODY = `<p>born ${BORN}</p><p>fine</p>`;
const REDACTED = BODY.replace(BORN, MARKER);
const bare = (more = '') => `<p>${BORN}${more}</p>`;
const never = new Promise<never>(() => undefined);

let site: RedactionSite;
let intercept: Intercept;
const pass: Intercept = (_call, proceed) => proceed();
beforeEach(async () => {
  intercept = pass;
  site = await openRedactionSite({ intercept: (call, proceed) => intercept(call, proceed) });
});
afterEach(() => site.close());

const redact = async (order: object, key?: string) => {
  const { redactionId } = (await site.redact(order, key === undefined ? {} : { key })).body;
  return site.finish(redactionId, key);
};
const cutComment = (commentId: string, field = 'footer-comment') => ({
  commentId,
  field,
  versionBefore: 1,
  versionAfter: 2,
});
/** ADMIN2 can no longer edit comments of others. */
const withoutAdministration = async () => {
  const path = `/api/v2/spaces/${DEMO_SPACES.ENG}/permissions?limit=250`;
  const { results } = (await expectOk(site.wiki('GET', path))) as {
    results: readonly {
      readonly id: string;
      readonly principal: { readonly id: string };
      readonly operation: { readonly key: string };
    }[];
  };
  const administers = results.find(
    ({ principal, operation }) => principal.id === ADMIN2.accountId && operation.key === 'administer',
  );
  await expectOk(site.wiki('DELETE', `/rest/api/space/ENG/permission/${administers?.id}`));
};

it('values are redacted in comments, inline comments and replies; similar text stays and is reported', async () => {
  const pageId = await site.publish({ body: BODY });
  const footer = await site.comment(pageId, { body: bare(' or 11.1.1981') });
  const reply = await site.comment(pageId, { body: bare('?'), answers: footer });
  const inline = await site.comment(pageId, { body: bare('!'), selection: 'fine' });
  const near = await site.comment(pageId, { body: '<p>not 11.1.1981</p>', selection: 'fine' });
  expect(site.findings(pageId)).toEqual({ 'date-of-birth': [expect.any(String)] });
  const uncertainPlaces = {
    count: 2,
    locations: [
      expect.objectContaining({ field: 'footer-comment', contentId: footer }),
      { field: 'inline-comment', contentId: near, kind: 'text', pointer: '', start: 7, end: 16 },
    ],
  };
  const dry = await redact({ pageId, dryRun: true });
  expect(dry).toMatchObject({
    results: [{ status: 'would-be-redacted' }],
    pages: [
      {
        cuts: [
          { field: 'body', before: 'born: ••••••••' },
          { field: 'footer-comment', contentId: footer, after: expect.stringContaining(MARKER) },
          { field: 'footer-comment', contentId: reply, after: expect.stringContaining(MARKER) },
          { field: 'inline-comment', contentId: inline, after: expect.stringContaining(MARKER) },
        ],
        uncertainPlaces,
      },
    ],
  });
  expect(JSON.stringify(dry)).not.toMatch(/11\.1/);
  expect((await site.storedComment(footer)).version).toBe(1);
  const done = await redact({ pageId });
  expect(done).toMatchObject({
    results: [{ status: 'redacted' }],
    pages: [
      {
        uncertainPlaces,
        versionAfter: 2,
        comments: [cutComment(footer), cutComment(reply), cutComment(inline, 'inline-comment')],
        places: [
          { field: 'footer-comment', kind: 'text', count: 2 },
          { field: 'inline-comment', kind: 'text', count: 1 },
          { field: 'body', kind: 'text', count: 1 },
        ].sort((a, b) => (a.field === 'body' ? -1 : b.field === 'body' ? 1 : 0)),
      },
    ],
  });
  expect((await site.page(pageId)).body).toBe(REDACTED);
  expect((await site.storedComment(footer)).body).toBe(`<p>${MARKER} or 11.1.1981</p>`);
  expect((await site.storedComment(reply)).body).toBe(`<p>${MARKER}?</p>`);
  expect((await site.storedComment(inline, 'inline')).body).toBe(`<p>${MARKER}!</p>`);
  expect(await site.storedComment(near, 'inline')).toMatchObject({ body: '<p>not 11.1.1981</p>', version: 1 });
});

it('values in comments are redacted on the page and in other comments too if only a comment proves the value', async () => {
  const pageId = await site.publish({ body: bare(' and more') });
  const proof = await site.comment(pageId, { body: BODY });
  const copy = await site.comment(pageId, { body: bare() });
  expect(await redact({ detectionIds: site.findings(pageId)['date-of-birth'] })).toMatchObject({
    results: [{ status: 'redacted' }],
    pages: [{ versionAfter: 2, comments: [cutComment(proof), cutComment(copy)] }],
  });
  expect((await site.page(pageId)).body).toBe(`<p>${MARKER} and more</p>`);
  expect((await site.storedComment(copy)).body).toBe(`<p>${MARKER}</p>`);
});

it('values in comments that the user may not edit, or that cannot be redacted, fail the finding and are named', async () => {
  const { key } = await site.createKey({ detectionScope: 'write', as: 'admin2@example.com' });
  await withoutAdministration();
  const pageId = await site.publish({ body: BODY });
  const theirs = await site.comment(pageId, { body: bare(' or 11.1.1981'), by: 'editor@example.com' });
  const result = { status: 'failed', reason: 'cannot-redact', field: 'footer-comment' };
  const place = { field: 'footer-comment', contentId: theirs, kind: 'text', pointer: '' };
  const uncertainPlaces = {
    count: 2,
    locations: [
      { ...place, start: 3, end: 12 },
      { ...place, start: 16, end: 25 },
    ],
  };
  expect(await redact({ pageId, dryRun: true }, key)).toMatchObject({
    results: [result],
    pages: [{ uncertainPlaces }],
  });
  expect(await redact({ pageId }, key)).toMatchObject({ results: [result], pages: [{ uncertainPlaces }] });
  expect((await site.page(pageId)).body).toBe(REDACTED);
  expect((await site.storedComment(theirs)).version).toBe(1);
  // The selected text of an inline comment keeps the copy, so the text of the comment keeps it as well.
  const other = await site.publish({ body: BODY });
  const held = await site.comment(other, { body: bare(), selection: `born ${BORN}` });
  const selected = await site.comment(other, { body: '<p>fine</p>', selection: BORN });
  expect(await redact({ pageId: other })).toMatchObject({
    results: [{ status: 'failed', reason: 'cannot-redact', field: 'inline-selection' }],
    pages: [{ versionAfter: 2, inlineSelections: [held, selected] }],
  });
  expect((await site.storedComment(held, 'inline')).version).toBe(1);
});

it('values on a page that the user may not edit fail the finding of a comment', async () => {
  const pageId = await site.publish({ body: bare() });
  const commentId = await site.comment(pageId, { body: BODY });
  await expectOk(
    site.wiki('PUT', `/api/v2/pages/${pageId}`, {
      id: pageId,
      status: 'draft',
      title: (await site.page(pageId)).title,
      body: { representation: 'storage', value: '<p>draft</p>' },
      version: { number: 1 },
    }),
  );
  expect(await redact({ detectionIds: site.findings(pageId)['date-of-birth'] })).toMatchObject({
    results: [{ status: 'failed', reason: 'cannot-redact', field: 'body' }],
    pages: [{ comments: [cutComment(commentId)], uncertainPlaces: { count: 1 } }],
  });
});

describe('a step that dies at one of its calls', () => {
  const isWrite = ({ method, path }: PlatformCall) => method === 'PUT' && path.startsWith('/wiki/api/v2/');
  /** Ends the step after the effect of some of its calls, and continues with the next step. */
  const dieEverywhere = async <T extends { readonly eventId: string }>(
    begin: () => Promise<T>,
    expectDone: (begun: T, what: unknown) => Promise<void>,
  ) => {
    const counted = await begin();
    let calls = 0;
    let writes = 0;
    intercept = (call, proceed) => {
      calls += 1;
      if (isWrite(call)) writes += 1;
      return proceed();
    };
    await site.host.background.deliver(counted.eventId);
    intercept = pass;
    await expectDone(counted, 'undisturbed');
    expect(writes).toBeGreaterThan(1);
    for (const point of samplePoints(calls, 8)) {
      // The platform limits what is read from storage in a minute.
      site.advance(60_000);
      const begun = await begin();
      let left = point;
      let die: (how: 'dead') => void = () => undefined;
      const death = new Promise<'dead'>((resolve) => {
        die = resolve;
      });
      intercept = async (_call, proceed) => {
        left -= 1;
        if (left > 0) return proceed();
        if (left === 0) await proceed();
        die('dead');
        return never;
      };
      const ended = await Promise.race([
        site.host.background.deliver(begun.eventId).then(() => 'ended' as const),
        death,
      ]);
      // Its concurrent calls have ended by then.
      for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
      intercept = pass;
      if (ended === 'dead') await site.host.background.deliver(begun.eventId);
      await expectDone(begun, point);
    }
  };
  it('leaves no copy that the user may edit, and reports the same', async () => {
    const { key } = await site.createKey({ detectionScope: 'write', as: 'admin2@example.com' });
    await withoutAdministration();
    await dieEverywhere(
      async () => {
        const pageId = await site.publish({ body: BODY });
        await site.comment(pageId, { body: bare(), by: 'editor@example.com' });
        const mine = await site.comment(pageId, { body: bare(' or 11.1.1981'), by: 'admin2@example.com' });
        const selected = await site.comment(pageId, { body: '<p>fine</p>', selection: `on ${BORN}` });
        const { redactionId } = (await site.redact({ pageId }, { key })).body;
        return { pageId, mine, selected, redactionId, eventId: site.events().at(-1)?.id ?? '' };
      },
      async ({ pageId, mine, selected, redactionId }, what) => {
        const { results, pages } = await site.finish(redactionId, key);
        expect([what, results, pages, (await site.page(pageId)).body, (await site.storedComment(mine)).body]).toEqual([
          what,
          [expect.objectContaining({ status: 'failed', reason: 'cannot-redact', field: 'footer-comment' })],
          [
            expect.objectContaining({
              versionAfter: 2,
              comments: [cutComment(mine)],
              inlineSelections: [selected],
              uncertainPlaces: expect.objectContaining({ count: 2 }),
            }),
          ],
          REDACTED,
          `<p>${MARKER} or 11.1.1981</p>`,
        ]);
        const audit = rowsOf(site, 'audit').filter(
          ({ value }) => value['type'] === 'page.redacted' && value['subject'] === `page:${pageId}`,
        );
        expect([what, audit.map(({ value }) => JSON.stringify(value['details']))]).toEqual([
          what,
          [expect.stringContaining(`"comments":["${mine} version 2"]`)],
        ]);
      },
    );
  });

  it('leaves no copy if page and comment each prove a copy of the other', async () => {
    const password = 'hR7#kq2Lw9!zT';
    await dieEverywhere(
      async () => {
        const pageId = await site.publish({ body: `<p>born ${BORN}</p><p>use ${password}</p>` });
        const commentId = await site.comment(pageId, { body: `<p>password: ${password}</p><p>on ${BORN}</p>` });
        const { redactionId } = (await site.redact({ pageId })).body;
        return { pageId, commentId, redactionId, eventId: site.events().at(-1)?.id ?? '' };
      },
      async ({ pageId, commentId, redactionId }, what) => {
        const { results } = await site.finish(redactionId);
        const [page, comment] = [(await site.page(pageId)).body, (await site.storedComment(commentId)).body];
        expect([what, results, page, comment]).toEqual([
          what,
          Array(2).fill(expect.objectContaining({ status: 'redacted' })),
          `<p>born ${MARKER}</p><p>use ${MARKER}</p>`,
          `<p>password: ${MARKER}</p><p>on ${MARKER}</p>`,
        ]);
      },
    );
    const stored = everythingStored(site).map((row) => JSON.stringify(row));
    expect([password, BORN].flatMap((value) => stored.filter((row) => row.includes(value)))).toEqual([]);
  });
});

it('values in comments are redacted by two concurrent redactions', async () => {
  const pageId = await site.publish({ body: BODY });
  const copies = [await site.comment(pageId, { body: bare() }), await site.comment(pageId, { body: bare('!') })];
  const { key } = await site.createKey({ detectionScope: 'write', as: 'admin2@example.com' });
  const [mine, theirs] = [await site.redact({ pageId }), await site.redact({ pageId }, { key })];
  const events = site.events().map(({ id }) => id);
  await Promise.all(events.map((id) => site.host.background.deliver(id)));
  const done = [await site.finish(mine.body.redactionId), await site.finish(theirs.body.redactionId, key)];
  // Either of the two can win the race.
  const outcomes = done.map(({ results }) => results[0].reason ?? results[0].status);
  expect(outcomes).toContain('redacted');
  expect(['redacted', 'not-there-any-more']).toEqual(expect.arrayContaining(outcomes));
  for (const copy of copies) expect((await site.storedComment(copy)).body).toContain(MARKER);
  expect((await site.page(pageId)).body).toBe(REDACTED);
});

it('comments are not searched without the value, so a redaction does not report a value that another one redacted', async () => {
  const { key } = await site.createKey({ detectionScope: 'write', as: 'admin2@example.com' });
  await withoutAdministration();
  const pageId = await site.publish({ body: BODY });
  await site.comment(pageId, { body: bare(), by: 'editor@example.com' });
  const [theirs, mine] = [await site.redact({ pageId }, { key }), await site.redact({ pageId })];
  expect((await site.finish(theirs.body.redactionId, key)).results).toMatchObject([{ reason: 'cannot-redact' }]);
  expect((await site.finish(mine.body.redactionId)).results).toMatchObject([{ reason: 'not-there-any-more' }]);
});

it('comments are searched for a spelling that another user adds during the edits of comments', async () => {
  const pageId = await site.publish({ body: '<p>born 25.12.1981</p>' });
  const commentId = await site.comment(pageId, { body: '<p>on 25/12/1981</p>' });
  const other = await site.comment(pageId, { body: '<p>on 25.12.1981</p>' });
  let isEdited = false;
  intercept = async (call, proceed) => {
    if (call.method === 'PUT' && call.path.includes(other) && !isEdited) {
      isEdited = true;
      await site.edit(pageId, '<p>born 25.12.1981</p><p>born 25/12/1981</p>');
    }
    return proceed();
  };
  expect(await redact({ pageId })).toMatchObject({ state: 'succeeded', failed: 0 });
  expect(isEdited).toBe(true);
  expect((await site.page(pageId)).body).toBe(`<p>born ${MARKER}</p><p>born ${MARKER}</p>`);
  for (const id of [commentId, other]) expect((await site.storedComment(id)).body).toBe(`<p>on ${MARKER}</p>`);
});

it('values in a place that the app cannot list prevent the redaction of the finding', async () => {
  const pageId = await site.publish({ body: BODY });
  intercept = (call, proceed) =>
    call.path.includes(`/pages/${pageId}/footer-comments`)
      ? Promise.resolve(new Response('{}', { status: 404 }))
      : proceed();
  expect(await redact({ pageId })).toMatchObject({
    results: [{ status: 'failed', reason: 'cannot-redact', field: 'footer-comment' }],
  });
});
