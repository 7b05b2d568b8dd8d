import { DEMO_SPACES } from '../../local/demo';
import type { Intercept, PlatformCall } from '../../local/forge/platform-calls';
import { type ContentType, CONTENT_TYPES } from '../../src/classification/content-type';
import { MARKER } from '../../src/redaction/page/cut';
import { FAULTS } from '../support/fault-injection';
import { sample, samplePoints } from '../support/sample';
import { everythingStored, rowsOf } from '../support/stored-rows';
import { ADMIN_AND_APP, expectOk, restrict } from '../support/wiki-pages';
import { CARD, openRedactionSite, type RedactionSite, SSN, withoutIds } from './redaction-site';

/**
 * Interruptions, retries and lost permissions: a redaction never reports a remaining value as removed, and never edits
 * a page twice.
 */

const BODY = `<p>card number ${CARD}</p><p>fine</p>`;
const REDACTED = `<p>card number ${MARKER}</p><p>fine</p>`;
const never = new Promise<never>(() => undefined);

let site: RedactionSite;
let intercept: Intercept;
const pass: Intercept = (_call, proceed) => proceed();
beforeEach(() => {
  intercept = pass;
});
afterEach(() => site.close());
const open = async (options: Parameters<typeof openRedactionSite>[0] = {}) => {
  site = await openRedactionSite({ intercept: (call, proceed) => intercept(call, proceed), ...options });
};

const isWrite = ({ method, path }: PlatformCall) =>
  method === 'PUT' && /^\/wiki\/api\/v2\/(?:pages|blogposts)\//.test(path);
const isWriteOfComment = ({ method, path }: PlatformCall) => method === 'PUT' && path.includes('-comments/');
const COMMENT = `<p>is it ${CARD}?</p>`;
const auditOf = (pageId: string) =>
  rowsOf(site, 'audit', pageId).filter(
    ({ value }) => value['type'] === 'page.redacted' && value['subject'] === `page:${pageId}`,
  );
const openList = () => rowsOf(site, 'job', 'redaction:open').find(({ key }) => key === 'redaction:open')?.value['data'];

/** A page with a card, and a redaction of it that waits for its event. */
async function begin(body = BODY, contentType: ContentType = 'page') {
  const pageId = await site.publish({ body, contentType });
  const { redactionId } = (await site.redact({ pageId })).body;
  return { pageId, redactionId, eventId: site.events().at(-1)?.id ?? '' };
}

/** The same, with the card in a comment as well. */
async function beginWithComment(contentType: ContentType = 'page') {
  const pageId = await site.publish({ body: BODY, contentType });
  const commentId = await site.comment(pageId, { body: COMMENT });
  const { redactionId } = (await site.redact({ pageId })).body;
  return { pageId, commentId, redactionId, eventId: site.events().at(-1)?.id ?? '' };
}

async function expectDoneOnceWithComment({ pageId, commentId, redactionId }: Begun, what: unknown): Promise<void> {
  const { state, failed, pages } = await site.finish(redactionId);
  const [page, comment] = [await site.page(pageId), await site.storedComment(commentId)];
  const versions = { versionBefore: 1, versionAfter: 2 };
  expect([what, state, failed, pages[0].comments, page.body, page.version, comment.body, comment.version]).toEqual([
    what,
    'succeeded',
    0,
    [{ commentId, field: 'footer-comment', ...versions }],
    REDACTED,
    2,
    COMMENT.replace(CARD, MARKER),
    2,
  ]);
  expect([what, auditOf(pageId).map(({ value }) => JSON.stringify(value['details']))]).toEqual([
    what,
    [expect.stringContaining(`"pageVersion":2,"comments":["${commentId} version 2"]`)],
  ]);
  expect([what, site.findings(pageId), site.findings(pageId, 'redacted')['card-pan']?.length]).toEqual([what, {}, 2]);
}

type Begun = Awaited<ReturnType<typeof beginWithComment>>;

async function expectDoneOnce(pageId: string, redactionId: string, what: unknown): Promise<void> {
  const { state, results, pages } = await site.finish(redactionId);
  const { body, version } = await site.page(pageId);
  const statuses = results.map(({ status, reason }: Record<string, string>) => reason ?? status);
  const [{ versionBefore, versionAfter }] = pages;
  const result = { state, statuses, versionBefore, versionAfter };
  expect([what, result, body, version, auditOf(pageId).length]).toEqual([
    what,
    { state: 'succeeded', statuses: ['redacted'], versionBefore: 1, versionAfter: 2 },
    REDACTED,
    2,
    1,
  ]);
  expect([what, Object.keys(site.findings(pageId)), Object.keys(site.findings(pageId, 'redacted'))]).toEqual([
    what,
    [],
    ['card-pan'],
  ]);
  expect(openList()).toEqual([]);
}

/** The number of platform calls of a redaction of one page with a comment. */
async function countCalls(): Promise<number> {
  const begun = await beginWithComment();
  let calls = 0;
  intercept = (_call, proceed) => ((calls += 1), proceed());
  await site.host.background.deliver(begun.eventId);
  intercept = pass;
  await expectDoneOnceWithComment(begun, 'undisturbed');
  return calls;
}

it('a step that dies at any of its calls, before or after the effect, is completed by the next one', async () => {
  await open();
  const calls = await countCalls();
  expect(calls).toBeGreaterThan(15);
  for (let point = 1; point <= calls; point += 1) {
    // The state before a call equals the state after the previous one.
    const sides = point === 1 ? (['before', 'after'] as const) : (['after'] as const);
    // The calls of a blog post are the same at other addresses.
    const types = point % 4 === 0 ? CONTENT_TYPES : (['page'] as const);
    for (const [side, contentType] of sides.flatMap((one) => types.map((type) => [one, type] as const))) {
      site.advance(60_000);
      const begun = await beginWithComment(contentType);
      const { eventId } = begun;
      let left = point;
      intercept = async (_call, proceed) => {
        left -= 1;
        if (left > 0) return proceed();
        if (left === 0 && side === 'after') await proceed();
        return never;
      };
      const dead = site.host.background.deliver(eventId);
      const idle = async () => {
        for (let turn = 0; turn < 300; turn += 1) await new Promise(setImmediate);
      };
      const ended = await Promise.race([dead.then(() => 'ended' as const), idle()]);
      intercept = pass;
      if (ended !== 'ended') await site.host.background.deliver(eventId);
      await expectDoneOnceWithComment(begun, [point, side, contentType]);
    }
  }
});

it('a cleanup of older versions that dies at one of its calls deletes each once, with its audit event', async () => {
  await open();
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const beginCleaning = async (contentType: ContentType) => {
    const pageId = await site.publish({ body: BODY, contentType });
    for (const body of ['<p>fine</p>', `${BODY}<p>more</p>`]) {
      // A version is identified by its time, because its number can change.
      site.advance(1_000);
      await site.edit(pageId, body);
    }
    await site.host.background.settle();
    const { redactionId } = (await site.redact({ pageId, cleanHistory: true }, { key })).body;
    return { pageId, redactionId, eventId: site.events().at(-1)?.id ?? '' };
  };
  const isClean = ({ path }: PlatformCall) => path.includes('/versions?') || path.includes('/version/');
  const expectClean = async (pageId: string, redactionId: string, what: unknown) => {
    const [page] = (await site.finish(redactionId, key)).pages;
    const path = `${site.pathOf(pageId)}/versions`;
    const { results } = (await expectOk(site.wiki('GET', path))) as { results: readonly { number: number }[] };
    const deleted = rowsOf(site, 'audit', pageId)
      .filter(({ value }) => value['type'] === 'page.version-deleted' && value['subject'] === `page:${pageId}`)
      .map(({ value }) => JSON.parse(JSON.stringify(value)).details.after.version);
    const numbers = results.map(({ number }) => number);
    expect([what, page.historyExposed, page.versionsDeleted, numbers, deleted.sort()]).toEqual([
      what,
      false,
      [{ version: 3 }, { version: 1 }],
      [2, 1],
      [1, 3],
    ]);
  };
  const count = await beginCleaning('page');
  let calls = 0;
  let isCounting = false;
  intercept = (call, proceed) => {
    isCounting ||= isClean(call);
    if (isCounting) calls += 1;
    return proceed();
  };
  await site.host.background.deliver(count.eventId);
  intercept = pass;
  await expectClean(count.pageId, count.redactionId, 'undisturbed');
  expect(calls).toBeGreaterThan(12);
  for (const [point, contentType] of samplePoints(calls, 4).flatMap((one) =>
    CONTENT_TYPES.map((type) => [one, type] as const),
  )) {
    const { pageId, redactionId, eventId } = await beginCleaning(contentType);
    let left = point;
    let isBegun = false;
    intercept = async (call, proceed) => {
      isBegun ||= isClean(call);
      if (!isBegun) return proceed();
      left -= 1;
      if (left > 0) return proceed();
      if (left === 0) await proceed();
      return never;
    };
    const dead = site.host.background.deliver(eventId);
    const idle = async () => {
      for (let turn = 0; turn < 600; turn += 1) await new Promise(setImmediate);
    };
    const ended = await Promise.race([dead.then(() => 'ended' as const), idle()]);
    intercept = pass;
    if (ended !== 'ended') await site.host.background.deliver(eventId);
    await expectClean(pageId, redactionId, point);
  }
});

it('a step that another step overtakes deletes no version', async () => {
  await open();
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const pageId = await site.publish({ body: BODY });
  site.advance(1_000);
  await site.edit(pageId, '<p>fine</p>');
  await site.host.background.settle();
  site.advance(1_000);
  await site.edit(pageId, BODY);
  await site.host.background.settle();
  const { redactionId } = (await site.redact({ pageId, cleanHistory: true }, { key })).body;
  const eventId = site.events().at(-1)?.id ?? '';
  let isOvertaken = false;
  let deletions = 0;
  intercept = async ({ method, body }, proceed) => {
    if (method === 'DELETE') deletions += 1;
    if (body?.includes('"deleting"') === true && !isOvertaken) {
      isOvertaken = true;
      await site.host.background.deliver(eventId);
    }
    return proceed();
  };
  await site.host.background.deliver(eventId);
  const { pages } = await site.finish(redactionId, key);
  expect([pages, deletions]).toEqual([
    [expect.objectContaining({ historyExposed: false, versionsDeleted: [{ version: 3 }, { version: 1 }] })],
    2,
  ]);
  expect(isOvertaken).toBe(true);
});

it.each([
  ['is deleted and reported once', 503, 1, [{ version: 2 }, { version: 1 }], undefined, 3],
  ['is tried twice if Confluence does not delete it', 400, 9, [], 'refused', 2],
] as const)(
  'a version that is renumbered because another user deletes an earlier one, %s',
  async (_name, status, times, versionsDeleted, reason, attempts) => {
    await open();
    const { key } = await site.createKey({ detectionScope: 'manage' });
    const pageId = await site.publish({ body: BODY });
    for (const body of ['<p>fine</p>', `${BODY}<p>more</p>`]) {
      site.advance(1_000);
      await site.edit(pageId, body);
    }
    await site.host.background.settle();
    site.advance(1_000);
    const { redactionId } = (await site.redact({ pageId, cleanHistory: true }, { key })).body;
    let tried = 0;
    intercept = async (call, proceed) => {
      if (call.method !== 'DELETE') return proceed();
      tried += 1;
      if (tried === 1) await site.wiki('DELETE', `/rest/api/content/${pageId}/version/2`);
      return tried <= times ? new Response('', { status }) : proceed();
    };
    const [page] = (await site.finish(redactionId, key)).pages;
    expect([page.versionsDeleted, page.historyReason, tried]).toEqual([versionsDeleted, reason, attempts]);
    const audited = rowsOf(site, 'audit').filter(({ value }) => value['type'] === 'page.version-deleted');
    expect(audited).toHaveLength(versionsDeleted.length);
  },
);

it('a value that another user restores during the deletion of older versions stays, and its finding is open', async () => {
  await open();
  const { key } = await site.createKey({ detectionScope: 'manage' });
  const pageId = await site.publish({ body: BODY });
  const { redactionId } = (await site.redact({ pageId, cleanHistory: true }, { key })).body;
  let isBack = false;
  intercept = async (call, proceed) => {
    if (call.path.includes('/versions?') && !isBack) {
      isBack = true;
      await site.edit(pageId, `${BODY}<p>back</p>`, 'editor@example.com');
    }
    return proceed();
  };
  const [page] = (await site.finish(redactionId, key)).pages;
  expect([page.versionsDeleted, page.historyExposed]).toEqual([[{ version: 1 }], false]);
  expect(await site.page(pageId)).toMatchObject({ version: 2, body: `${BODY}<p>back</p>` });
  expect(Object.keys(site.findings(pageId))).toEqual(['card-pan']);
});

it('any response of the platform to any call is handled, and no result is false', async () => {
  await open();
  const calls = await countCalls();
  const kinds = FAULTS.filter(({ response }) => response !== 'timeout');
  let place = 0;
  for (const fault of sample(
    kinds.flatMap((one) => Array<(typeof kinds)[number]>(2).fill(one)),
    12,
  )) {
    // A call or a write gets each fault.
    place = (place + 1) % calls;
    const isOfWrite = place % 2 === 0 ? isWrite : place % 3 === 0 ? isWriteOfComment : undefined;
    const begun = await beginWithComment(place % 4 < 2 ? 'page' : 'blogpost');
    const { eventId } = begun;
    let at = -1;
    let isDone = false;
    intercept = (call, proceed) => {
      at += 1;
      if (isDone || !(isOfWrite === undefined ? at === place : isOfWrite(call))) return proceed();
      isDone = true;
      // A write that storage reports as successful counts as written.
      const isLie = fault.response === 'garbage' && !fault.effect && call.path.includes('/transaction');
      if (isLie) return proceed();
      return fault.answer(call, proceed);
    };
    await site.host.background.deliver(eventId).catch(() => undefined);
    intercept = pass;
    // A single fault never ends the redaction.
    await expectDoneOnceWithComment(begun, `${fault.name} ${isOfWrite?.name ?? place}`);
    expect(openList()).toEqual([]);
  }
});

describe('a page', () => {
  it.each(CONTENT_TYPES)(
    'that is edited between read and write keeps the edit; it is skipped if that happens at every attempt: a %s',
    async (contentType) => {
      await open();
      const first = await begin(BODY, contentType);
      let edits = 0;
      intercept = async (call, proceed) => {
        if (isWrite(call) && edits === 0) {
          edits += 1;
          await site.edit(first.pageId, `${BODY}<p>new</p>`, 'editor@example.com');
        }
        return proceed();
      };
      expect(await site.finish(first.redactionId)).toMatchObject({
        failed: 0,
        pages: [{ versionBefore: 2, versionAfter: 3 }],
      });
      expect(await site.page(first.pageId)).toMatchObject({ version: 3, body: `${REDACTED}<p>new</p>` });
      const second = await begin(BODY, contentType);
      edits = 0;
      intercept = async (call, proceed) => {
        if (isWrite(call)) await site.edit(second.pageId, `${BODY}<p>${(edits += 1)}</p>`);
        return proceed();
      };
      expect(await site.finish(second.redactionId)).toMatchObject({
        results: [{ status: 'failed', reason: 'conflict' }],
      });
      expect(await site.page(second.pageId)).toMatchObject({ version: 6, body: `${BODY}<p>5</p>` });
      expect([edits, auditOf(second.pageId)]).toEqual([5, []]);
    },
  );

  it('that still reads back unchanged is reported as redacted only when the edit is visible', async () => {
    await open();
    const { pageId, redactionId } = await begin();
    let old: string | undefined;
    let isWritten = false;
    let stale = 0;
    intercept = async (call, proceed) => {
      const response = await proceed();
      if (isWrite(call)) isWritten = true;
      if (call.method !== 'GET' || !call.path.includes(`${pageId}?body-format=atlas_doc_format`)) return response;
      old ??= await (await site.wiki('GET', `/api/v2/pages/${pageId}?body-format=atlas_doc_format&version=1`)).text();
      if (!isWritten || stale === 2) return response;
      stale += 1;
      return new Response(old);
    };
    await site.host.background.settle();
    expect(stale).toBeGreaterThan(0);
    expect(site.findings(pageId, 'redacted')).toEqual({});
    await expectDoneOnce(pageId, redactionId, 'stale');
  });

  it('that the user may no longer edit at the write stays unchanged', async () => {
    await open({});
    const { key } = await site.createKey({ as: 'admin2@example.com', detectionScope: 'write' });
    const pageId = await site.publish({ body: BODY });
    const { redactionId } = (await site.redact({ pageId }, { key })).body;
    intercept = async (call, proceed) => {
      if (isWrite(call)) await restrict(site, pageId, 'update', ADMIN_AND_APP);
      return proceed();
    };
    for (let round = 0; round < 3; round += 1) await site.host.background.settle();
    expect(await site.redaction(redactionId, key)).toMatchObject({
      results: [{ pageId, status: 'failed', reason: 'not-editable' }],
    });
    expect(await site.page(pageId)).toMatchObject({ version: 1, body: BODY });
  });

  it('with two concurrent redactions loses the values of both, once', async () => {
    await open();
    for (const [order, version] of [
      [{}, 2],
      [{ detectorIds: ['us-ssn'] }, 3],
    ] as const) {
      const pageId = await site.publish({ body: `<p>card number ${CARD}</p><p>SSN ${SSN}</p>` });
      const ids = [];
      for (const one of [{ detectorIds: ['card-pan'] }, version === 2 ? { detectorIds: ['card-pan'] } : order])
        ids.push((await site.redact({ pageId, ...one })).body.redactionId);
      await Promise.all(site.events().map(({ id }) => site.host.background.deliver(id)));
      const outcomes = [];
      for (const id of ids) outcomes.push((await site.finish(id)).results[0]);
      const statuses = outcomes.map(({ status, reason }: Record<string, string>) => reason ?? status).sort();
      expect([statuses, (await site.page(pageId)).version]).toEqual([
        version === 2 ? ['not-there-any-more', 'redacted'] : ['redacted', 'redacted'],
        version,
      ]);
      expect(auditOf(pageId)).toHaveLength(version - 1);
    }
  });

  it('that was written before the key was revoked is completed; the next one is not started', async () => {
    await open();
    const second = await site.createKey({ detectionScope: 'write' });
    const pages = [await site.publish({ body: BODY }), await site.publish({ body: BODY })] as const;
    const detectionIds = pages.flatMap((pageId) => site.findings(pageId)['card-pan'] ?? []);
    const { redactionId } = (await site.redact({ detectionIds }, { key: second.key })).body;
    let isWritten = false;
    intercept = async (call, proceed) => {
      if (isWritten) return never;
      if (!isWrite(call)) return proceed();
      await proceed();
      isWritten = true;
      return never;
    };
    const [event] = site.events();
    void site.host.background.deliver(event?.id ?? '');
    for (let turn = 0; turn < 300; turn += 1) await new Promise(setImmediate);
    expect(isWritten).toBe(true);
    intercept = pass;
    await site.admin('revokeKey', { keyId: second.keyId });
    await site.host.background.deliver(event?.id ?? '');
    await site.host.background.settle();
    const run = rowsOf(site, 'job').find(({ key }) => key === `redaction:${redactionId}`)?.value;
    expect(run).toMatchObject({
      state: 'failed',
      data: {
        stoppedBy: 'API_KEY_REVOKED',
        pages: [{ result: { versionAfter: 2, failed: [] } }, { result: { failed: [{ reason: 'stopped' }] } }],
      },
    });
    expect([auditOf(pages[0]).length, auditOf(pages[1]).length]).toEqual([1, 0]);
    expect([(await site.page(pages[0])).body, (await site.page(pages[1])).body]).toEqual([REDACTED, BODY]);
  });
});

describe('Atlassian Guard', () => {
  const isAsk = ({ path }: PlatformCall) => path.endsWith('/redact');
  /** Stores the request to Guard before it is sent. */
  const isNote = ({ body }: PlatformCall) => body?.includes('"asked"') === true;
  const accepted = () => new Response('{}', { status: 202 });
  /** The number of requests to Guard. */
  let asks: number;
  /** Creates a page that Guard can redact, and its redaction. */
  const beginWithGuard = async () => {
    asks = 0;
    const pageId = await site.publish({ body: BODY, isOfNewEditor: true });
    const { redactionId } = (await site.redact({ pageId })).body;
    return { pageId, redactionId, eventId: site.events().at(-1)?.id ?? '' };
  };
  const openWithGuard = async () => {
    await open({ guard: true });
    await site.letGuardRedact();
  };
  /** Checks that the redaction is reported exactly once. @returns its method */
  const expectDone = async (pageId: string, redactionId: string, what: unknown, version = 2): Promise<string> => {
    const { state, failed, pages } = await site.finish(redactionId);
    const page = await site.page(pageId);
    const result = [
      state,
      failed,
      pages[0].versionAfter,
      page.version,
      page.body.includes(CARD),
      site.findings(pageId),
    ];
    expect([what, ...result]).toEqual([what, 'succeeded', 0, version, version, false, {}]);
    expect([what, auditOf(pageId).map(({ value }) => JSON.stringify(value['details']))]).toEqual([
      what,
      [expect.stringContaining(`"method":"${pages[0].method}"`)],
    ]);
    expect([what, site.findings(pageId, 'redacted')['card-pan']?.length, openList()]).toEqual([what, 1, []]);
    return pages[0].method;
  };

  it('is called once, at whichever call the step dies', async () => {
    await openWithGuard();
    const first = await beginWithGuard();
    // The calls before the request to Guard are the same as without Guard.
    let calls = 0;
    intercept = (call, proceed) => {
      if (calls > 0 || isNote(call)) calls += 1;
      return proceed();
    };
    await site.host.background.deliver(first.eventId);
    intercept = pass;
    expect(calls).toBeGreaterThan(8);
    expect(await expectDone(first.pageId, first.redactionId, 'undisturbed')).toBe('guard');
    const methods: string[] = [];
    for (let point = 1; point <= calls; point += 1) {
      site.advance(60_000);
      const { pageId, redactionId, eventId } = await beginWithGuard();
      let left = point;
      let die: (how: 'dead') => void = () => undefined;
      const death = new Promise<'dead'>((resolve) => {
        die = resolve;
      });
      let isNoted = false;
      intercept = async (call, proceed) => {
        isNoted ||= isNote(call);
        if (isNoted) left -= 1;
        if (left < 0) return never;
        if (isAsk(call)) asks += 1;
        const answer = await proceed();
        if (left > 0) return answer;
        die('dead');
        return never;
      };
      const ended = await Promise.race([site.host.background.deliver(eventId).then(() => 'ended' as const), death]);
      intercept = (call, proceed) => {
        if (isAsk(call)) asks += 1;
        return proceed();
      };
      if (ended === 'dead') await site.host.background.deliver(eventId);
      methods.push(await expectDone(pageId, redactionId, point));
      intercept = pass;
      expect([point, asks]).toEqual([point, methods.at(-1) === 'guard' ? 1 : 0]);
    }
    // The result is unknown only if the request to Guard is recorded but was never sent.
    expect(methods.filter((method) => method === 'edit')).toHaveLength(1);
  });

  it('is called once if another step overtakes the step that calls it', async () => {
    await openWithGuard();
    const { pageId, redactionId, eventId } = await beginWithGuard();
    let isOvertaken = false;
    intercept = async (call, proceed) => {
      if (isAsk(call)) asks += 1;
      if (isNote(call) && !isOvertaken) {
        isOvertaken = true;
        await site.host.background.deliver(eventId);
      }
      return proceed();
    };
    await site.host.background.deliver(eventId);
    expect([await expectDone(pageId, redactionId, 'overtaken'), asks]).toEqual(['guard', 1]);
  });

  it.each([
    ['returned nothing', 503, true, 'guard'],
    ['is busy', 429, false, 'guard'],
    ['may have received the call', 503, false, 'edit'],
  ] as const)('that %s has redacted or not, as the page shows', async (_what, status, after, method) => {
    await openWithGuard();
    const { pageId, redactionId } = await beginWithGuard();
    const headers = { 'Retry-After': '5' };
    site.host.faults.add({ target: 'confluence', match: '/redact', status, headers, after, times: 1 });
    expect(await expectDone(pageId, redactionId, status)).toBe(method);
  });

  it('that was called for an older version reports that, and is called again', async () => {
    await openWithGuard();
    const { pageId, redactionId } = await beginWithGuard();
    intercept = async (call, proceed) => {
      if (isAsk(call) && (asks += 1) === 1) {
        site.advance(1000);
        await site.edit(pageId, `${BODY}<p>new</p>`, 'editor@example.com');
      }
      return proceed();
    };
    expect(await expectDone(pageId, redactionId, 'out of date', 3)).toBe('guard');
    expect([asks, withoutIds((await site.page(pageId)).body)]).toEqual([2, `${REDACTED}<p>new</p>`]);
  });

  it('that redacts later is awaited, under any author; one that never does is awaited for a limited time', async () => {
    await openWithGuard();
    const late = await beginWithGuard();
    let body: object | undefined;
    intercept = async (call, proceed) => {
      if (!isAsk(call)) return proceed();
      asks += 1;
      body = JSON.parse(call.body ?? '{}') as object;
      return Promise.resolve(accepted());
    };
    await site.host.background.settle();
    expect([asks, (await site.page(late.pageId)).version, site.findings(late.pageId, 'redacted')]).toEqual([1, 1, {}]);
    expect((await site.redaction(late.redactionId)).results).toMatchObject([{ status: 'waiting' }]);
    await site.wiki('POST', `/api/v2/pages/${late.pageId}/redact`, body, 'editor@example.com');
    expect([await expectDone(late.pageId, late.redactionId, 'late'), asks]).toEqual(['guard', 1]);
    const lost = await beginWithGuard();
    expect([await expectDone(lost.pageId, lost.redactionId, 'never'), asks]).toEqual(['edit', 1]);
  });

  it('that redacts only a part leaves the rest to an edit', async () => {
    await openWithGuard();
    const pageId = await site.publish({ title: `Card number ${CARD}`, body: BODY, isOfNewEditor: true });
    const { redactionId } = (await site.redact({ pageId })).body;
    intercept = async (call, proceed) => {
      if (!isAsk(call)) return proceed();
      const { title: _title, ...rest } = JSON.parse(call.body ?? '{}') as Record<string, unknown>;
      await expectOk(site.wiki('POST', `/api/v2/pages/${pageId}/redact`, rest));
      return accepted();
    };
    const { pages, failed } = await site.finish(redactionId);
    expect([failed, pages]).toEqual([0, [expect.objectContaining({ method: 'guard', versionAfter: 3 })]]);
    const { title, body } = await site.page(pageId);
    expect([title, withoutIds(body)]).toEqual([`Card number ${MARKER}`, REDACTED]);
  });
});

it('a redaction that has lost its event is pushed again', async () => {
  await open();
  const pageId = await site.publish({ body: BODY });
  site.host.faults.add({ target: 'gateway', match: '/webhook/queue/publish', status: 500, times: 1 });
  const { redactionId } = (await site.redact({ pageId })).body;
  await site.host.background.runSchedule('every-five-minutes');
  expect(site.events()).toEqual([]);
  site.advance(3 * 60_000);
  await site.host.background.runSchedule('every-five-minutes');
  await expectDoneOnce(pageId, redactionId, 'lost');
});

it('a redaction returns the charged write if nothing is written', async () => {
  let limits = 'off';
  await open({ rateLimits: () => limits });
  const [gone, kept] = [await site.publish({ body: BODY }), await site.publish({ body: BODY })];
  await site.edit(gone, '<p>No value.</p>');
  limits = '{"key-write": 60}';
  const countIn = (used: unknown) =>
    (used as { readonly 'key-write'?: { readonly count: number } } | undefined)?.['key-write']?.count ?? 0;
  const writes = () => rowsOf(site, 'rate-limit').reduce((sum, { value }) => sum + countIn(value['used']), 0);
  const first = (await site.redact({ pageId: gone })).body;
  const ofRequest = writes();
  expect(ofRequest).toBe(1);
  expect(await site.finish(first.redactionId)).toMatchObject({ results: [{ reason: 'not-there-any-more' }] });
  expect(writes()).toBe(ofRequest);
  const second = (await site.redact({ pageId: kept })).body;
  expect(await site.finish(second.redactionId)).toMatchObject({ failed: 0 });
  expect(writes()).toBe(2 * ofRequest + 1);
});

it.each([
  // A third is reserved for other requests of the key, and the request itself counts as well.
  ['key-write', '{"key-write": 6}'],
  ['host', '{"host": 900}'],
])('a redaction counts each page, and waits if the quota %s is used up', async (quota, quotas) => {
  let limits = 'off';
  await open({ rateLimits: () => limits });
  const pages: string[] = [];
  for (let page = 0; page < 6; page += 1) pages.push(await site.publish({ body: BODY }));
  const detectionIds = pages.flatMap((pageId) => site.findings(pageId)['card-pan'] ?? []);
  const versions = async () => (await Promise.all(pages.map(async (id) => (await site.page(id)).version))).sort();
  const written = async () => (await versions()).filter((version) => version === 2).length;
  limits = quotas;
  const { redactionId } = (await site.redact({ detectionIds })).body;
  await site.host.background.settle();
  if (quota === 'key-write') expect(await written()).toBe(3);
  else expect([1, 2, 3, 4, 5]).toContain(await written());
  expect(await site.finish(redactionId)).toMatchObject({ state: 'succeeded', failed: 0 });
  expect(await versions()).toEqual(Array(6).fill(2));
});

it('a redaction waits as long as Confluence requires, and skips a page that does not respond', async () => {
  await open();
  const { pageId, redactionId, eventId } = await begin();
  site.host.faults.add({
    target: 'confluence',
    match: 'pages',
    status: 429,
    headers: { 'Retry-After': '77' },
    times: 1,
  });
  const before = site.events().length;
  await site.host.background.deliver(eventId);
  expect(site.events()).toHaveLength(before);
  await expectDoneOnce(pageId, redactionId, 'after 429');
  const other = await begin();
  intercept = (call, proceed) => (isWrite(call) ? Promise.resolve(new Response('', { status: 503 })) : proceed());
  expect(await site.finish(other.redactionId)).toMatchObject({
    results: [{ status: 'failed', reason: 'unavailable' }],
  });
  expect(await site.page(other.pageId)).toMatchObject({ version: 1, body: BODY });
});

it('a redaction never stores, logs or returns a value', async () => {
  const said: string[] = [];
  await open({ log: (...line) => said.push(JSON.stringify(line)) });
  const pageId = await site.publish({
    title: `About ${SSN.replaceAll('-', ' ')} SSN ${SSN}`,
    body: `${BODY}<p>SSN ${SSN}</p><p><a href="https://example.org/${CARD.replaceAll(' ', '')}">x</a></p>`,
    spaceId: DEMO_SPACES.OPEN,
  });
  await site.comment(pageId, { body: COMMENT });
  const sent: string[] = [];
  intercept = (call, proceed) => {
    sent.push(`${call.method} ${call.path} ${isWrite(call) || isWriteOfComment(call) ? (call.body ?? '') : ''}`);
    return proceed();
  };
  const { redactionId } = (await site.redact({ pageId })).body;
  const done = await site.finish(redactionId);
  expect(done).toMatchObject({ state: 'succeeded', failed: 0 });
  const { key } = await site.createKey({ classificationScope: 'manage', detectionScope: 'manage' });
  const answers = [done, (await site.rest('GET', '/v1/audit?limit=100', { key })).body];
  const texts = [
    ...said,
    ...sent,
    ...answers.map((one) => JSON.stringify(one)),
    ...everythingStored(site).map((row) => JSON.stringify(row)),
  ];
  const values = [CARD, SSN].flatMap((value) => [value, value.replace(/[ -]/g, '')]);
  expect(texts.length).toBeGreaterThan(50);
  expect(values.flatMap((value) => texts.filter((text) => text.includes(value)))).toEqual([]);
});
