import { DEMO_PAGES, DEMO_SPACES } from '../../../local/demo';
import { aSite } from './simulated-site';

const PAGE = DEMO_PAGES.runbookDatabase;
const path = `/wiki/rest/api/content/${PAGE}/child/attachment`;

const { as, confluence } = aSite();
const admin = as('admin');

async function attach(bytes: Uint8Array<ArrayBuffer>, type: string, method = 'POST'): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([bytes], { type }), `${type.replace('/', '-')}.bin`);
  const answer = await admin.send(path, { method, body: form });
  return (answer.json as { results: { id: string }[] }).results[0]?.id ?? '';
}

const locationOf = async (query: string, who = admin) =>
  (await who.get(`${path}/${query}`)).headers.get('location') ?? '';
const bytesAt = async (location: string) =>
  new Uint8Array((await confluence.mediaFile(location)?.arrayBuffer()) ?? new ArrayBuffer(0));

describe('the file of an attachment', () => {
  it('is at an address of the media service, to which Confluence redirects, for each version', async () => {
    const [first, second] = [Uint8Array.of(1, 0, 255), Uint8Array.of(37, 80, 68, 70, 0)];
    const id = await attach(first, 'image/png');
    await attach(second, 'image/png', 'PUT');
    const redirect = await admin.get(`${path}/${id}/download`);
    expect([redirect.status, redirect.text]).toEqual([302, '']);
    expect(redirect.headers.get('location')).toMatch(/^https:\/\/api\.media\.atlassian\.com\//);
    expect(await bytesAt(await locationOf(`${id}/download`))).toEqual(second);
    expect(await bytesAt(await locationOf(`${id}/download?version=1`))).toEqual(first);
    // The media type is the one that the client sent.
    expect(confluence.mediaFile(await locationOf(`${id}/download`))?.headers.get('content-type')).toBe('image/png');
    expect((await admin.get(`${path}/${id}/download?version=3`)).status).toBe(400);
  });

  it('is not found for those who do not see the page, under another page, in the trash, and once it is deleted', async () => {
    const id = await attach(Uint8Array.of(1), 'text/plain');
    const statusOf = async (address: string, who = admin) => (await who.get(address)).status;
    const hidden = DEMO_PAGES.payroll;
    expect(await statusOf(`/wiki/rest/api/content/${hidden}/child/attachment/${id}/download`)).toBe(404);
    const before = await locationOf(`${id}/download`);
    await admin.delete(`/wiki/api/v2/attachments/${id}`);
    expect(await statusOf(`${path}/${id}/download`)).toBe(404);
    expect(await statusOf(`${path}/${id}/download?status=trashed`)).toBe(302);
    await admin.delete(`/wiki/api/v2/attachments/${id}?purge=true`);
    expect(await statusOf(`${path}/${id}/download?status=trashed`)).toBe(404);
    expect(confluence.mediaFile(before)?.status).toBe(404);
  });

  it('is not found on a restricted page for another person', async () => {
    const page = (
      await admin.post('/wiki/api/v2/pages?private=true', {
        spaceId: DEMO_SPACES.ENG,
        title: 'Private',
        body: { representation: 'storage', value: '' },
      })
    ).json as { id: string };
    const form = new FormData();
    form.set('file', new Blob(['secret']), 'a.txt');
    const own = `/wiki/rest/api/content/${page.id}/child/attachment`;
    const { results } = (await admin.send(own, { method: 'POST', body: form })).json as { results: { id: string }[] };
    const address = `${own}/${results[0]?.id ?? ''}/download`;
    expect([(await admin.get(address)).status, (await as('viewer').get(address)).status]).toEqual([302, 404]);
    expect((await as('app').get(address)).status).toBe(404);
  });
});
