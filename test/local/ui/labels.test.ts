import { ADMIN, DEMO_PAGES as P, EDITOR, OUTSIDER, VIEWER } from '../../../local/demo';
import { type ServedSite, serveSite } from '../../support/browser';

/** Only users who may edit a page in Confluence can change its labels in the shell. */

let site: ServedSite;
beforeEach(async () => {
  site = await serveSite();
});
afterEach(() => site.stop());

const page = (id: string, space = 'ENG') => `/site/spaces/${space}/pages/${id}`;

function post(path: string, form: Readonly<Record<string, string>>, email: string, origin?: string): Promise<Response> {
  const headers = { cookie: `account=${encodeURIComponent(email)}`, ...(origin === undefined ? {} : { origin }) };
  return fetch(site.url + path, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' });
}

async function labelsOf(id: string): Promise<string[]> {
  const { results } = (await (await site.wiki('GET', `/api/v2/pages/${id}/labels`)).json()) as {
    results: readonly { name: string }[];
  };
  return results.map(({ name }) => name).sort();
}

async function textOf(path: string, email: string): Promise<string> {
  return (await fetch(site.url + path, { headers: { cookie: `account=${encodeURIComponent(email)}` } })).text();
}

it('labels are added and removed by users who may edit the page, with a redirect back to them', async () => {
  const added = await post(page(P.runbooks), { add: ' Approved ' }, EDITOR.email, site.url);
  expect([added.status, added.headers.get('location')]).toEqual([303, `${page(P.runbooks)}#labels`]);
  expect(await labelsOf(P.runbooks)).toEqual(['approved', 'runbook']);
  const removed = await post(page(P.runbooks), { remove: 'runbook' }, EDITOR.email, site.url);
  expect([removed.status, removed.headers.get('location')]).toEqual([303, `${page(P.runbooks)}#labels`]);
  expect(await labelsOf(P.runbooks)).toEqual(['approved']);
  expect((await post(page(P.runbooks), { remove: 'runbook' }, EDITOR.email, site.url)).status).toBe(303);
});

it.each([undefined, 'null', 'http://elsewhere.example', 'http://127.0.0.1:1', 'http://127.0.0.1'])(
  'labels are not changed by a page of another origin: %s',
  async (origin) => {
    for (const form of [{ add: 'approved' }, { remove: 'runbook' }]) {
      expect((await post(page(P.runbooks), form, ADMIN.email, origin)).status).toBe(403);
    }
    expect(await labelsOf(P.runbooks)).toEqual(['runbook']);
  },
);

it.each([
  ['who only reads the space', VIEWER.email, P.runbooks],
  ['whom a restriction of the page keeps from editing', EDITOR.email, P.changeFreeze],
])('labels are not changed by a user %s, who gets no form', async (_who, email, id) => {
  const before = await labelsOf(id);
  expect(await textOf(page(id), email)).not.toContain('<form method="post">');
  expect(await textOf(page(id), ADMIN.email)).toContain('<form method="post">');
  for (const form of [{ add: 'approved' }, { remove: before[0] ?? '' }]) {
    const response = await post(page(id), form, email, site.url);
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('You can’t change this page');
  }
  expect(await labelsOf(id)).toEqual(before);
});

it('reveal nothing about a hidden page', async () => {
  const answers = [];
  for (const path of [page(P.hrRestricted, 'HR'), page('1', 'HR'), page(P.payroll, 'HR'), '/site/spaces/HR']) {
    const response = await post(path, { add: 'approved' }, OUTSIDER.email, site.url);
    answers.push([response.status, (await response.text()).replaceAll(encodeURIComponent(path), '')]);
  }
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]?.[0]).toBe(404);
});

it.each(['', ' ', 'not one', 'a,b', 'x'.repeat(256), '<script>'])(
  'labels that Confluence refuses are returned with the reason: %j',
  async (name) => {
    const response = await post(page(P.runbooks), { add: name }, EDITOR.email, site.url);
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toContain('class="problem">The following label is not valid');
    expect(text).not.toContain('<script>');
    expect(await labelsOf(P.runbooks)).toEqual(['runbook']);
  },
);

it('labels cannot be added to trashed or unpublished content', async () => {
  for (const path of [page(P.trashed, 'OPEN'), page(P.engDraft)]) {
    expect(await textOf(path, EDITOR.email)).not.toContain('<form method="post">');
    expect((await post(path, { add: 'approved' }, EDITOR.email, site.url)).status).toBe(403);
  }
});

it('labels are the only target of a POST, and a space is not', async () => {
  expect((await post('/site/spaces/ENG', { add: 'approved' }, ADMIN.email, site.url)).status).toBe(404);
});
