import { parseCql, type CqlNode } from '../../../local/confluence/cql';
import { DEMO_PAGES } from '../../../local/demo';
import { idsOf, v1ErrorOf } from './answers';
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
  }
}

function parsed(source: string): string {
  const result = parseCql(source);
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
    ['creator = currentUser()', "The function 'currentUser' is not modelled by the local Confluence"],
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
