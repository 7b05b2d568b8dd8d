import type { AdminOperations } from '../../src/admin/contract';
import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import { openSite, type Site } from '../support/site';
import { aPage } from '../support/wiki-pages';
import { done, refusal } from './ask';

/** The operations with which the admin area shows names instead of ids. */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const ask = <Name extends keyof AdminOperations>(name: Name, payload: AdminOperations[Name]['input']) =>
  done<AdminOperations[Name]['result']>(site, name, payload);

/** Spaces in addition to those of the demo site. */
async function makeSpaces(count: number, nameOf: (index: number) => string): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const body = { key: `K${index}`, name: nameOf(index) };
    const response = await site.wiki('POST', '/rest/api/space', body);
    if (!response.ok) throw new Error(await response.text());
  }
}

describe('findSpaces', () => {
  it('finds spaces by a part of name or key in any case, and all of them without a text, by name', async () => {
    const names = async (text: string) => (await ask('findSpaces', { text })).spaces.map(({ key }) => key);
    expect(await names('')).toEqual(expect.arrayContaining(['ENG', 'HR', 'OPEN']));
    expect(await names('eng')).toEqual(['ENG']);
    expect(await names('  RESOURCES ')).toEqual(['HR']);
    expect(await names('no such space')).toEqual([]);
  });

  it('returns only id, key and name of a space', async () => {
    const { spaces, isComplete } = await ask('findSpaces', { text: 'HR' });
    expect(spaces).toEqual([{ id: DEMO_SPACES.HR, key: 'HR', name: expect.any(String) }]);
    expect(isComplete).toBe(true);
  });

  it('reads more than one page of Confluence, and reports an incomplete result', async () => {
    await makeSpaces(260, (index) => (index === 259 ? 'The very last' : `Space ${index}`));
    expect((await ask('findSpaces', { text: 'very last' })).spaces).toHaveLength(1);
    const many = await ask('findSpaces', { text: 'space' });
    expect(many.spaces).toHaveLength(50);
    expect(many.isComplete).toBe(false);
  });

  it.each([{ text: 'x'.repeat(101) }, { text: 1 }, {}, { text: 'x', more: true }])('refuses %j', async (payload) => {
    expect((await refusal(site, 'findSpaces', payload)).code).toBe('INVALID_INPUT');
  });
});

describe('describeSpaces', () => {
  it('returns the names of existing spaces', async () => {
    const { spaces } = await ask('describeSpaces', { spaceIds: [DEMO_SPACES.ENG, '999999999'] });
    expect(spaces.map(({ key }) => key)).toEqual(['ENG']);
  });

  it.each([{ spaceIds: ['ENG'] }, { spaceIds: ['1,2'] }, { spaceIds: Array(251).fill('1') }])(
    'refuses invalid ids, and too many',
    async (payload) => {
      expect((await refusal(site, 'describeSpaces', payload)).code).toBe('INVALID_INPUT');
    },
  );
});

describe('describePages', () => {
  const titlesFor = async (pageIds: readonly string[], email?: string) => {
    const { pages } = await done<AdminOperations['describePages']['result']>(site, 'describePages', { pageIds }, email);
    return pages.map(({ title }) => title);
  };

  it('returns only title and space of pages that can be classified', async () => {
    const { pages } = await ask('describePages', { pageIds: [DEMO_PAGES.payroll, DEMO_PAGES.archived, '999999999'] });
    expect(pages).toEqual([
      { pageId: DEMO_PAGES.archived, title: expect.any(String), spaceId: DEMO_SPACES.ENG },
      { pageId: DEMO_PAGES.payroll, title: 'Payroll process', spaceId: DEMO_SPACES.HR },
    ]);
    expect(await titlesFor([DEMO_PAGES.trashed, DEMO_PAGES.blogPost, DEMO_PAGES.engDraft])).toEqual([]);
  });

  it('returns the title of a page only to users who can see it', async () => {
    expect(await titlesFor([DEMO_PAGES.hrRestricted])).toEqual([]);
    expect(await titlesFor([DEMO_PAGES.hrRestricted], 'admin2@example.com')).toHaveLength(1);
    expect(await titlesFor([DEMO_PAGES.engRestricted], 'admin2@example.com')).toEqual([]);
  });

  it('returns no titles without impersonation', async () => {
    const headers = { 'forge-proxy-error': 'FORBIDDEN' };
    site.host.faults.add({ target: 'confluence', match: '/api/v2/pages', status: 403, headers, times: 1 });
    expect(await titlesFor([DEMO_PAGES.payroll])).toEqual([]);
    expect(await titlesFor([DEMO_PAGES.payroll])).toEqual(['Payroll process']);
  });

  it.each([{ pageIds: ['Payroll'] }, { pageIds: ['1,2'] }, { pageIds: ['0'] }, { pageIds: Array(251).fill('1') }])(
    'refuses invalid ids, and too many',
    async (payload) => {
      expect((await refusal(site, 'describePages', payload)).code).toBe('INVALID_INPUT');
    },
  );
});

describe('findPagesByTitle', () => {
  const findFor = async (text: string, email?: string) => {
    const { pages } = await done<AdminOperations['findPagesByTitle']['result']>(
      site,
      'findPagesByTitle',
      { text },
      email,
    );
    return pages.map(({ pageId }) => pageId);
  };

  it('finds only pages that the admin can see, at most eight, and runs no query of the user', async () => {
    expect(await findFor('payr')).toContain(DEMO_PAGES.payroll);
    const title = (await ask('describePages', { pageIds: [DEMO_PAGES.engRestricted] })).pages[0]?.title ?? '';
    expect(await findFor(title)).toEqual([DEMO_PAGES.engRestricted]);
    expect(await findFor(title, 'admin2@example.com')).not.toContain(DEMO_PAGES.engRestricted);
    for (let index = 0; index < 9; index += 1) await aPage(site, { title: `Zebra ${String(index)}` });
    expect(await findFor('zebra')).toHaveLength(8);
    expect(await findFor('none" or type = "page')).toEqual([]);
    expect(await findFor('  ')).toEqual([]);
  });
});

describe('describeAccounts', () => {
  const ada = '712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01';
  const boris = '712020:1b7d2e90-3c41-4f6f-8d15-7a1e2c3d4b02';

  it('returns only the names of accounts that Confluence has', async () => {
    const { accounts } = await ask('describeAccounts', { accountIds: [ada, boris, '712020:nobody'] });
    expect(accounts).toEqual([
      { accountId: ada, displayName: 'Ada Adams' },
      { accountId: boris, displayName: 'Boris Brandt' },
    ]);
  });

  it('escapes an id that would change the query', async () => {
    const { accounts } = await ask('describeAccounts', { accountIds: [`x&accountId=${ada}`, `x,${boris}`] });
    expect(accounts.filter(({ accountId }) => accountId === ada)).toEqual([]);
  });

  it('refuses more than Confluence returns at once', async () => {
    const payload = { accountIds: Array(101).fill(ada) };
    expect((await refusal(site, 'describeAccounts', payload)).code).toBe('INVALID_INPUT');
  });
});

describe('findPeople', () => {
  const namesFor = async (text: string) =>
    (await ask('findPeople', { text })).people.map(({ displayName }) => displayName);

  it('finds people by the beginnings of their names, and by their account ID', async () => {
    expect(await namesFor('ad ada')).toEqual(['Ada Adams']);
    expect(await namesFor('712020:0f4c1c6e-5a0b-4d0e-9a34-6f0d1f2b7a01')).toEqual(['Ada Adams']);
    expect(await namesFor('712020:unknown')).toEqual([]);
  });

  it('asks Confluence as the admin, and quotes the text', async () => {
    expect(await namesFor('Ada" or type = user or user.fullname ~ "')).toEqual([]);
    expect(await namesFor('\\"')).toEqual([]);
  });

  it('finds none, and says so, where the app may not act as the admin', async () => {
    const headers = { 'forge-proxy-error': 'FORBIDDEN' };
    site.host.faults.add({ target: 'confluence', match: '/search/user', status: 403, headers, times: 1 });
    expect(await ask('findPeople', { text: 'Ada' })).toEqual({ people: [], canSearch: false });
  });
});

it('listLevels returns the levels in their order', async () => {
  const { levels } = await ask('listLevels', {});
  expect(levels).toHaveLength(4);
  expect(levels.map(({ order }) => order)).toEqual([...levels.map(({ order }) => order)].sort((a, b) => a - b));
});
