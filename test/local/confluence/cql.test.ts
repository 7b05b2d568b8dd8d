import { parseCql, type CqlNode } from '../../../local/confluence/cql';
import { searchableProperties } from '../../../local/confluence/property-index';
import { DEMO_PAGES } from '../../../local/demo';
import { idsOf, listOf, v1ErrorOf } from './answers';
import { aSite } from './simulated-site';

/** The tree in brackets, to show precedence. */
function shown(node: CqlNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return `(${shown(node.left)} ${node.kind} ${shown(node.right)})`;
    case 'not':
      return `not ${shown(node.operand)}`;
    case 'compare':
      return `${node.field} ${node.operator} ${node.values.join('|')}`;
    case 'property':
      return `${node.property.path} ${node.operator} ${node.values.join('|')}`;
  }
}

const PROPERTIES = [
  {
    propertyKey: 'class',
    values: [
      { path: 'levelKey', type: 'string', searchAlias: 'test_level' },
      { path: 'sort.rank', type: 'number', searchAlias: 'test_rank' },
      { path: 'at', type: 'date' },
    ],
  },
];
const CONTEXT = { now: new Date('2026-11-23T10:20:30.000Z'), properties: searchableProperties(PROPERTIES) };

function parsed(source: string): string {
  const result = parseCql(source, CONTEXT);
  if (!result.ok) return `error: ${result.problem}`;
  const order = result.query.order.map((one) => `${one.field}${one.descending ? ' desc' : ''}`).join(', ');
  return `${result.query.where === undefined ? '' : shown(result.query.where)}${order === '' ? '' : ` by ${order}`}`.trim();
}

describe('the parser', () => {
  it.each([
    ['type=page', 'type = page'],
    ['type = "page"', 'type = page'],
    ["title ~ 'it\\'s here'", "title ~ it's here"],
    ['title = "say \\"hi\\""', 'title = say "hi"'],
    ['TYPE = page AND Space IN (ENG, "HR")', '(type = page and space in ENG|HR)'],
    ['space not in (HR)', 'space not in HR'],
    ['space.key != ENG', 'space != ENG'],
    ['content = 123', 'id = 123'],
    ['type=page or label=a and label=b', '(type = page or (label = a and label = b))'],
    ['(type=page or label=a) and label=b', '((type = page or label = a) and label = b)'],
    ['not label = a and label = b', '(not label = a and label = b)'],
    ['not (label = a or label = b)', 'not (label = a or label = b)'],
    ['not not type = page', 'not not type = page'],
    ['created >= 2025-01-01 order by title desc, id', 'created >= 2025-01-01 by title desc, id'],
    ['order by lastmodified asc', 'by lastmodified'],
    ['text ~ "or and not"', 'text ~ or and not'],
    ['test_level in (a, "b c") and test_rank >= -1.5', '(levelKey in a|b c and sort.rank >= -1.5)'],
    ['content.property[class].sort.rank < 3', 'sort.rank < 3'],
    ['content.property[class].at <= "2026-01-01 10:00"', 'at <= 2026-01-01 10:00'],
    ['created > now("-1M") or lastmodified < now()', '(created > 2026-10-23 10:20 or lastmodified < 2026-11-23 10:20)'],
    ['Test_level = a', "error: No field exists with name 'Test_level'"],
    ['content.property[CLASS].at > 2026-01-01', "error: No field exists with name 'content.property[CLASS].at'"],
    ['content.property[class].other = 1', "error: No field exists with name 'content.property[class].other'"],
    ['test_level ~ a', "error: The operator '~' is not supported by the field 'test_level'"],
    ['test_level > a', "error: The operator '>' is not supported by the field 'test_level'"],
    [
      'content.property[class].at in (2026-01-01)',
      "error: The operator 'in' is not supported by the field 'content.property[class].at'",
    ],
    ['test_rank = high', "error: The field 'test_rank' is compared with numbers only"],
    ['created > now("soon")', `error: 'soon' is not a period of time; use for example now("-4w")`],
  ])('reads %s', (source, expected) => {
    expect(parsed(source)).toBe(expected);
  });

  it.each([
    ['', 'Unexpected end of the query'],
    ['type', 'Unexpected end of the query'],
    ['type =', 'Unexpected end of the query'],
    ['type = page and', 'Unexpected end of the query'],
    ['= page', "Unexpected '=' at position 1"],
    ['type == page', "Unexpected '=' at position 7"],
    ['type = page label = a', "Unexpected 'label' at position 13"],
    ['(type = page', 'Unexpected end of the query'],
    ['type = page)', "Unexpected ')' at position 12"],
    ['type in page', "Unexpected 'page' at position 9"],
    ['type in ()', "Unexpected ')' at position 10"],
    ['type in (page,)', "Unexpected ')' at position 15"],
    ['type not page', "Unexpected 'page' at position 10"],
    ['type = and', "Unexpected 'and' at position 8"],
    ['title = "open', `Unexpected character '"' at position 9`],
    ['colour = red', "No field exists with name 'colour'"],
    ['type ~ page', "The operator '~' is not supported by the field 'type'"],
    ['label > a', "The operator '>' is not supported by the field 'label'"],
    ['creator = currentUser()', "The function 'currentUser' is not modeled by the local Confluence"],
    ['type = page order title', "Unexpected 'title' at position 19"],
    ['type = page order by colour', "Unexpected 'colour' at position 22"],
    ['constructor = x', "No field exists with name 'constructor'"],
    [`${'('.repeat(100)}type=page${')'.repeat(100)}`, 'The query is nested too deeply'],
  ])('refuses %s', (source, problem) => {
    expect(parsed(source)).toBe(`error: ${problem}`);
  });
});

describe('search', () => {
  const site = aSite();
  const search = (who: string, cql: string) =>
    site.as(who).get(`/wiki/rest/api/content/search?limit=250&cql=${encodeURIComponent(cql)}`);

  it.each([
    ['admin', 'label = draft-policy', ['changeFreeze', 'leavePolicy', 'travelPolicy']],
    ['viewer', 'label = draft-policy', ['changeFreeze', 'travelPolicy']],
    ['app', 'label = confidential and space = HR', ['payroll', 'payrollCorrections']],
    [
      'admin2',
      'label = confidential and space = HR',
      ['payroll', 'payrollCorrections', 'hrRestricted', 'hrRestrictedChild'],
    ],
    ['viewer', 'label in (pii, test-data) and space = ENG', ['runbookPayments', 'incidentMailing', 'testData']],
    ['outsider', 'label != public and type = page', ['openHome', 'supplierList']],
    ['outsider', 'type = blogpost', ['blogPost']],
    ['viewer', 'title ~ "runbook" and not title ~ "database"', ['runbookPayments', 'runbookOnCall']],
    ['viewer', 'title = "runbooks"', ['runbooks']],
    ['viewer', 'title ~ "run*" and parent = 164005', ['runbookDatabase', 'runbookPayments', 'runbookOnCall']],
    ['viewer', 'ancestor = 164005 order by title desc', ['runbookOnCall', 'runbookDatabase', 'runbookPayments']],
    ['viewer', 'id in (164002, 164031, 1)', ['architecture']],
    ['viewer', 'text ~ "sandbox"', ['runbookPayments']],
    ['outsider', 'created = 2025-01-12', ['officeGuide']],
    [
      'outsider',
      'lastmodified > "2025-03-04 00:00" and type = page order by lastmodified desc',
      ['officeGuide', 'glossary'],
    ],
    [
      'editor',
      'creator = "712020:2c8e3fa1-4d52-4a70-9e26-8b2f3d4e5c03" and label = runbook and created < 2025-03-05',
      ['runbookDatabase'],
    ],
  ] as const)('%s: %s', async (who, cql, names) => {
    expect(idsOf(await search(who, cql))).toEqual(names.map((name) => DEMO_PAGES[name]));
  });

  it('finds neither drafts nor trashed content', async () => {
    const ids = idsOf(await search('editor', 'type = page'));
    expect(ids).toContain(DEMO_PAGES.archived);
    expect(ids).not.toContain(DEMO_PAGES.engDraft);
    expect(ids).not.toContain(DEMO_PAGES.trashed);
  });

  it.each(['', 'type=', 'colour=red', 'created > yesterday'])('returns 400 for cql=%s', async (cql) => {
    for (const path of ['/wiki/rest/api/search', '/wiki/rest/api/content/search']) {
      const answer = await site.as('viewer').get(`${path}?cql=${encodeURIComponent(cql)}`);
      expect(v1ErrorOf(answer)).toMatch(/^400 com\.atlassian\.\S+BadRequestException: Could not parse cql : /);
    }
  });

  it('returns the total, and an excerpt', async () => {
    const answer = await site.as('viewer').get('/wiki/rest/api/search?limit=1&cql=label%3Drunbook');
    expect(answer.json).toMatchObject({
      size: 1,
      totalSize: 4,
      cqlQuery: 'label=runbook',
      results: [
        {
          title: 'Runbooks',
          excerpt: expect.stringContaining('One page an alert'),
          entityType: 'content',
          content: { type: 'page' },
        },
      ],
    });
  });
});

describe('content properties in queries', () => {
  const property = (pageId: string) => `/wiki/api/v2/pages/${pageId}/properties`;
  const { welcome, officeGuide, travelPolicy, glossary } = DEMO_PAGES;

  async function aClassifiedSite(searchLagMs = 0) {
    const site = aSite(undefined, { indexedProperties: PROPERTIES, searchLagMs });
    const editor = site.as('editor');
    const write = (pageId: string, value: unknown) => editor.post(property(pageId), { key: 'class', value });
    await write(welcome, { levelKey: 'public', sort: { rank: 1 }, at: '2026-03-01T09:00:00.000Z' });
    await write(officeGuide, { levelKey: 'secret', sort: { rank: 3 }, at: '2026-03-02T09:00:00.000Z' });
    await write(travelPolicy, { levelKey: 7, sort: { rank: '3' }, at: 5 });
    const found = async (cql: string, who = 'editor') =>
      idsOf(
        await site
          .as(who)
          .get(`/wiki/rest/api/content/search?limit=100&cql=${encodeURIComponent(`space = OPEN and ${cql}`)}`),
      ).filter((id) => [welcome, officeGuide, travelPolicy, glossary].some((one) => one === id));
    return { site, editor, found };
  }

  it.each([
    ['test_level = secret', [officeGuide]],
    ['test_level = Secret', []],
    ['test_level in (public, secret)', [welcome, officeGuide]],
    ['content.property[class].levelKey = "public"', [welcome]],
    ['test_rank >= 1', [welcome, officeGuide]],
    ['test_rank > 1', [officeGuide]],
    ['test_rank < 3.5', [welcome, officeGuide]],
    ['test_rank = 1', [welcome]],
    ['content.property[class].at = 2026-03-02', [officeGuide]],
    ['content.property[class].at < "2026-03-02 00:00"', [welcome]],
    ['content.property[class].at >= 2026-03-01', [welcome, officeGuide]],
  ])('%s finds pages by the indexed value, and no page without it', async (cql, expected) => {
    expect(await (await aClassifiedSite()).found(cql)).toEqual(expected);
  });

  it.each([
    ['not (test_rank >= 0)', [travelPolicy, glossary]],
    ['test_level != secret', [welcome, travelPolicy, glossary]],
    ['test_level not in (secret, public)', [travelPolicy, glossary]],
  ])('%s is a negation, and finds pages without the value', async (cql, expected) => {
    expect(await (await aClassifiedSite()).found(cql)).toEqual(expected);
  });

  it('finds a change of a property only after the lag', async () => {
    const { site, editor, found } = await aClassifiedSite(5_000);
    expect(await found('test_rank >= 1')).toEqual([]);
    site.advance(5_000);
    expect(await found('test_rank >= 1')).toEqual([welcome, officeGuide]);
    const { results } = listOf(await editor.get(property(welcome)));
    const path = `${property(welcome)}/${String(results[0]?.['id'])}`;
    await editor.put(path, { key: 'class', value: { sort: { rank: 2 } }, version: { number: 2 } });
    site.advance(2_000);
    await editor.delete(path);
    expect(await found('test_rank = 1')).toEqual([welcome]);
    site.advance(3_000);
    expect(await found('test_rank = 2')).toEqual([welcome]);
    site.advance(2_000);
    expect(await found('test_rank >= 1')).toEqual([officeGuide]);
  });

  it('refuses a property of a type that is not modeled', () => {
    const values = [{ path: 'by', type: 'user' }];
    expect(() => aSite(undefined, { indexedProperties: [{ propertyKey: 'class', values }] })).toThrow(
      'does not index values of the type user, as of class.by',
    );
  });
});
