import { type BackgroundSite, type Functions, openBackgroundSite } from './host-with-functions';
import { DEMO_SPACES } from '../../../local/demo';
import { attach } from '../../support/wiki-pages';
import { InvocationError, InvocationErrorCode } from '@forge/events';

let site: BackgroundSite;
const open = (functions: Functions, options = {}) => (site = openBackgroundSite(functions, options));
afterEach(() => site.close());

describe('a scheduled trigger', () => {
  it('gets the context of the site, and its result is recorded', async () => {
    const seen: unknown[] = [];
    let result: unknown = { statusCode: 204 };
    open({
      nightly: async (argument, context) => {
        seen.push([argument, context.principal]);
        return result;
      },
    });
    const { background, installation } = site.host;
    expect(await background.runSchedule('nightly')).toMatchObject({ outcome: 204, module: 'nightly' });
    expect(seen).toEqual([
      [
        { context: { cloudId: installation.cloudId, moduleKey: 'nightly' }, contextToken: expect.any(String) },
        undefined,
      ],
    ]);
    const log = jest.spyOn(console, 'error').mockImplementation();
    result = { status: 204 };
    expect(await background.runSchedule('nightly')).toMatchObject({ outcome: 424 });
    result = { statusCode: 500 };
    expect(await background.runSchedule('nightly')).toMatchObject({ outcome: 500, error: expect.any(String) });
    log.mockRestore();
  });

  it('runs five minutes after the start and then at its interval, once each, while the host runs', async () => {
    let runs = 0;
    open({
      nightly: async () => {
        runs += 1;
        return { statusCode: 204 };
      },
    });
    const { background } = site.host;
    background.start();
    const until = async (test: () => boolean) => {
      while (!test()) await new Promise((resolve) => setImmediate(resolve));
    };
    expect(background.schedules()[0]).toMatchObject({ key: 'nightly', nextAt: '2026-11-21T10:05:00.000Z' });
    site.advance(300_000);
    await until(() => runs === 1);
    expect(background.schedules()[0]).toMatchObject({ nextAt: '2026-11-22T10:05:00.000Z' });
    site.advance(86_400_000);
    await until(() => runs === 2);
    expect(background.schedules()[0]).toMatchObject({ nextAt: '2026-11-23T10:05:00.000Z' });
  });
});

describe('a Confluence event', () => {
  const EVENTS = [
    'created',
    'updated',
    'moved',
    'copied',
    'archived',
    'unarchived',
    'trashed',
    'restored',
    'deleted',
    'permissions_updated',
  ].map((name) => `avi:confluence:${name}:page`);
  const COMMENTS_AND_ATTACHMENTS = [
    'created:comment',
    'updated:comment',
    'deleted:comment',
    'created:attachment',
    'updated:attachment',
    'trashed:attachment',
    'restored:attachment',
    'deleted:attachment',
  ].map((name) => `avi:confluence:${name}`);
  const SPACES = ['avi:confluence:created:space:V2', 'avi:confluence:deleted:space:V2'];

  const received: any[] = []; // eslint-disable-line @typescript-eslint/no-explicit-any -- whatever came
  beforeEach(() => {
    received.length = 0;
    open(
      { onEvent: async (event) => received.push(event) },
      { events: [...EVENTS, ...COMMENTS_AND_ATTACHMENTS, ...SPACES] },
    );
  });

  const ask = async (method: string, path: string, body?: object) => {
    const response = await site.wiki(method, path, body);
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const create = (title: string, more: object = {}) =>
    ask('POST', '/api/v2/pages', {
      spaceId: DEMO_SPACES.OPEN,
      status: 'current',
      title,
      body: { representation: 'storage', value: '<p>Text.</p>' },
      ...more,
    });
  const publish = (page: { id: string; title: string }, number: number, more: object = {}) =>
    ask('PUT', `/api/v2/pages/${page.id}`, {
      id: page.id,
      status: 'current',
      title: page.title,
      body: { representation: 'storage', value: '<p>More.</p>' },
      version: { number },
      ...more,
    });
  /** The events since the last call, each with its page's id. */
  const nextEvents = async () => {
    await site.host.background.settle();
    return received
      .splice(0)
      .map(({ eventType, content, space }) => [eventType.replace('avi:confluence:', ''), content?.id ?? space?.key]);
  };

  it('reports comments and attachments, with their page', async () => {
    const page = await create('Talked about');
    await nextEvents();
    const body = { representation: 'storage', value: '<p>Text.</p>' };
    const comment = await ask('POST', '/api/v2/footer-comments', { pageId: page.id, body });
    await ask('PUT', `/api/v2/footer-comments/${comment.id}`, { version: { number: 2 }, body });
    await ask('DELETE', `/api/v2/footer-comments/${comment.id}`);
    const attachment = await attach(site, page.id, 'plan.pdf');
    await attach(site, page.id, 'plan.pdf', 'New', 'PUT');
    const list = async (query = '') => {
      const { results } = await ask('GET', `/api/v2/pages/${page.id}/attachments${query}`);
      return results.map((one: { status: string; version: { number: number } }) => [one.status, one.version.number]);
    };
    await ask('DELETE', `/api/v2/attachments/${attachment}`);
    expect([await list(), await list('?status=trashed')]).toEqual([[], [['trashed', 2]]]);
    await ask('PUT', `/local/attachments/${attachment}`, { status: 'current' });
    expect(await list()).toEqual([['current', 2]]);
    // Only an attachment in the trash can be deleted permanently.
    expect((await site.wiki('DELETE', `/api/v2/attachments/${attachment}?purge=true`)).status).toBe(400);
    await ask('DELETE', `/api/v2/attachments/${attachment}`);
    await ask('DELETE', `/api/v2/attachments/${attachment}?purge=true`);
    expect(await list('?status=trashed')).toEqual([]);
    await site.host.background.settle();
    const version = expect.objectContaining({ number: 2 });
    const container = expect.objectContaining({ id: Number(page.id), type: 'page' });
    expect(received.map(({ eventType, content, attachment: file }) => [eventType, content ?? file])).toEqual([
      ['avi:confluence:created:comment', expect.objectContaining({ id: comment.id, type: 'comment', container })],
      [
        'avi:confluence:updated:comment',
        expect.objectContaining({ id: comment.id, container, version: expect.objectContaining({ number: 2 }) }),
      ],
      ['avi:confluence:deleted:comment', expect.objectContaining({ id: comment.id, container })],
      ['avi:confluence:created:attachment', expect.objectContaining({ id: attachment, type: 'attachment', container })],
      ['avi:confluence:updated:attachment', expect.objectContaining({ id: attachment, container, version })],
      ['avi:confluence:trashed:attachment', expect.objectContaining({ id: attachment, container, status: 'trashed' })],
      ['avi:confluence:restored:attachment', expect.objectContaining({ id: attachment, container, status: 'current' })],
      ['avi:confluence:trashed:attachment', expect.objectContaining({ id: attachment, container })],
      ['avi:confluence:deleted:attachment', expect.objectContaining({ id: attachment, container })],
    ]);
  });

  it('reports a created page, with the documented payload', async () => {
    const page = await create('New page');
    await site.host.background.settle();
    const accountId = site.host.confluence.accountIdOf('admin@example.com');
    const user = expect.objectContaining({ type: 'known', accountId, username: accountId, email: accountId });
    expect(received).toEqual([
      {
        eventType: 'avi:confluence:created:page',
        atlassianId: accountId,
        eventCreatedDate: '2026-11-21T10:00:00.000Z',
        suppressNotifications: false,
        selfGenerated: false,
        content: {
          id: page.id,
          type: 'page',
          status: 'current',
          title: 'New page',
          space: expect.objectContaining({
            id: Number(DEMO_SPACES.OPEN),
            key: 'OPEN',
            type: 'global',
            status: 'current',
          }),
          history: { latest: true, createdBy: user, ownedBy: user, createdDate: '2026-11-21T10:00:00.000Z' },
          version: { by: user, when: '2026-11-21T10:00:00.000Z', number: 1 },
        },
      },
    ]);
  });

  it('reports each change of a page', async () => {
    const page = await create('A page');
    expect(await nextEvents()).toEqual([['created:page', page.id]]);
    await publish(page, 2);
    expect(await nextEvents()).toEqual([['updated:page', page.id]]);
    await ask('POST', '/rest/api/content/archive', { pages: [{ id: page.id }] });
    expect(await nextEvents()).toEqual([['archived:page', page.id]]);
    await publish(page, 3);
    expect(await nextEvents()).toEqual([['unarchived:page', page.id]]);
    await ask('DELETE', `/api/v2/pages/${page.id}`);
    expect(await nextEvents()).toEqual([['trashed:page', page.id]]);
    await publish(page, 4);
    expect(await nextEvents()).toEqual([['restored:page', page.id]]);
    await ask('POST', `/rest/api/content/${page.id}/copy`, { destination: { type: 'space', value: 'ENG' } });
    await site.host.background.settle();
    expect(received).toMatchObject([
      { eventType: 'avi:confluence:copied:page', originContentId: page.id, content: { space: { key: 'ENG' } } },
    ]);
    received.length = 0;
    await ask('DELETE', `/api/v2/pages/${page.id}`);
    await ask('DELETE', `/api/v2/pages/${page.id}?purge=true`);
    expect(await nextEvents()).toEqual([
      ['trashed:page', page.id],
      ['deleted:page', page.id],
    ]);
  });

  it('is not sent for drafts until they are published', async () => {
    const draft = await create('A draft', { status: 'draft' });
    expect(await nextEvents()).toEqual([]);
    await publish(draft, 1);
    expect(await nextEvents()).toEqual([['created:page', draft.id]]);
    await publish(draft, 1, { status: 'draft' });
    expect(await nextEvents()).toEqual([]);
  });

  it('is sent for the moved page, with its previous place, and not for its descendants', async () => {
    const page = await create('Parent');
    await create('Child', { parentId: page.id });
    const target = await create('Elsewhere', { spaceId: DEMO_SPACES.ENG });
    await nextEvents();
    await ask('PUT', `/rest/api/content/${page.id}/move/append/${target.id}`);
    await site.host.background.settle();
    expect(received).toMatchObject([
      {
        eventType: 'avi:confluence:moved:page',
        content: { id: page.id, space: { key: 'ENG' } },
        prevContent: { id: page.id, space: { key: 'OPEN' } },
      },
    ]);
    received.length = 0;
    // Its child moves up, but was not moved by a user.
    await ask('DELETE', `/api/v2/pages/${page.id}`);
    expect(await nextEvents()).toEqual([['trashed:page', page.id]]);
  });

  it('is sent for a created or deleted space, not for its pages', async () => {
    await ask('POST', '/api/v2/spaces', { name: 'Short lived', key: 'SL' });
    expect(await nextEvents()).toEqual([
      ['created:space:V2', 'SL'],
      ['created:page', expect.any(String)],
    ]);
    await ask('DELETE', '/rest/api/space/SL');
    expect(await nextEvents()).toEqual([['deleted:space:V2', 'SL']]);
    expect(await ask('GET', '/api/v2/spaces?keys=SL')).toMatchObject({ results: [] });
  });

  it('is not sent for content properties', async () => {
    const page = await create('Classified');
    await nextEvents();
    const path = `/api/v2/pages/${page.id}/properties`;
    const { id } = await ask('POST', path, { key: 'level', value: { rank: 1 } });
    await ask('PUT', `${path}/${id}`, { key: 'level', value: { rank: 2 }, version: { number: 2 } });
    await ask('DELETE', `${path}/${id}`);
    expect(await nextEvents()).toEqual([]);
  });

  it('is not sent for refused requests', async () => {
    expect((await site.wiki('DELETE', '/api/v2/pages/1')).status).toBe(404);
    expect((await site.wiki('POST', '/api/v2/pages', { spaceId: DEMO_SPACES.OPEN })).status).toBe(400);
    expect(await nextEvents()).toEqual([]);
  });
});

it('a Confluence event is delivered again four times if the function requests it, and not if it throws', async () => {
  let invocations = 0;
  const again = () => new InvocationError({ retryAfter: 1, retryReason: InvocationErrorCode.FUNCTION_RETRY_REQUEST });
  let answer = async (): Promise<unknown> => again();
  open({
    onEvent: () => {
      invocations += 1;
      return answer();
    },
  });
  const body = {
    spaceId: DEMO_SPACES.OPEN,
    status: 'current',
    title: 'A',
    body: { representation: 'storage', value: '' },
  };
  await site.wiki('POST', '/api/v2/pages', body);
  const log = jest.spyOn(console, 'error').mockImplementation();
  for (let n = 0; n < 10; n += 1) {
    await site.host.background.settle();
    site.advance(1_000);
  }
  expect(invocations).toBe(5);
  answer = () => Promise.reject(new Error('no'));
  await site.wiki('POST', '/api/v2/pages', { ...body, title: 'B' });
  for (let n = 0; n < 3; n += 1) {
    await site.host.background.settle();
    site.advance(900_000);
  }
  log.mockRestore();
  expect(invocations).toBe(6);
});

it('a manifest that subscribes to an event without a model is refused', () => {
  expect(() => openBackgroundSite({}, { events: ['avi:confluence:liked:page'] })).toThrow('avi:confluence:liked:page');
  open({});
});
