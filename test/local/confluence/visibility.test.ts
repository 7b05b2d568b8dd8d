import { DEMO_PAGES } from '../../../local/demo';
import { idsOf, pageOf, v2ErrorOf } from './answers';
import { aSite } from './simulated-site';

/**
 * Written by hand from the description of the demo site, not computed. Shows who can see (v), edit as well (e), or see
 * nothing (.), in the order of the columns.
 */
const PEOPLE = ['admin', 'admin2', 'editor', 'viewer', 'outsider', 'app'] as const;
const MATRIX: Readonly<Record<keyof typeof DEMO_PAGES, string>> = {
  engHome: 'e e e v . e',
  architecture: 'e e e v . e',
  architectureEvents: 'e e e v . e',
  architectureStorage: 'e e e v . e',
  runbooks: 'e e e v . e',
  runbookDatabase: 'e e e v . e',
  runbookPayments: 'e e e v . e',
  runbookOnCall: 'e e e v . e',
  incidents: 'e e e v . e',
  incidentCheckout: 'e e e v . e',
  incidentMailing: 'e e e v . e',
  releaseNotes: 'e e e v . e',
  testData: 'e e e v . e',
  changeFreeze: 'e v v v . v',
  engRestricted: 'e . e . . .',
  engRestrictedChild: 'e . e . . .',
  engDraft: '. . . . . .',
  archived: 'e e e v . e',
  hrHome: 'e e e . . e',
  onboarding: 'e e e . . e',
  onboardingChecklist: 'e e e . . e',
  payroll: 'e e e . . e',
  payrollCorrections: 'e e e . . e',
  leavePolicy: 'e e e . . e',
  recruiting: 'e e e . . e',
  candidateNotes: 'e e e . . e',
  hrRestricted: '. e . . . .',
  hrRestrictedChild: '. e . . . .',
  openHome: 'e e e v v e',
  welcome: 'e e e v v e',
  officeGuide: 'e e e v v e',
  travelPolicy: 'e e e v v e',
  securityBasics: 'e e e v v e',
  supplierList: 'e e e v v e',
  glossary: 'e e e v v e',
  // A page in the trash is found, but the only operation is to restore it, not to update it.
  trashed: 'v v v v v v',
  // A blog post is not a page.
  blogPost: '. . . . . .',
};

describe('permissions of each user on the demo site', () => {
  const site = aSite();

  for (const [name, row] of Object.entries(MATRIX)) {
    const id = Object.entries(DEMO_PAGES).find(([key]) => key === name)?.[1] ?? '';
    it(`${name}: ${row}`, async () => {
      const found = await Promise.all(
        PEOPLE.map(async (person) => {
          const answer = await site.as(person).get(`/wiki/api/v2/pages/${id}?include-operations=true`);
          if (answer.status === 404) return '.';
          const operations =
            pageOf(answer).operations?.results.map((one) => `${one.operation} ${one.targetType}`) ?? [];
          expect(operations).toContain('read page');
          return operations.includes('update page') ? 'e' : 'v';
        }),
      );
      expect(found.join(' ')).toBe(row);
    });
  }

  it("permission/check by the app agrees with the user's own view, for pages that the app sees", async () => {
    const app = site.as('app');
    for (const [name, row] of Object.entries(MATRIX)) {
      if (name === 'trashed' || name === 'blogPost') continue;
      const id = Object.entries(DEMO_PAGES).find(([key]) => key === name)?.[1] ?? '';
      const expected = row.split(' ');
      for (const [index, person] of PEOPLE.slice(0, 5).entries()) {
        for (const operation of ['read', 'update'] as const) {
          const answer = await app.post(`/wiki/rest/api/content/${id}/permission/check`, {
            subject: { type: 'user', identifier: site.confluence.accountIdOf(`${person}@example.com`) },
            operation,
          });
          if (expected[5] === '.') {
            expect([name, answer.status]).toEqual([name, 404]);
          } else {
            const may = operation === 'read' ? expected[index] !== '.' : expected[index] === 'e';
            expect([name, person, operation, answer.json]).toEqual([
              name,
              person,
              operation,
              expect.objectContaining({ hasPermission: may }),
            ]);
          }
        }
      }
    }
  });

  it('hidden and nonexistent content return the same bytes', async () => {
    const app = site.as('app');
    const missing = '99999999';
    const hidden = DEMO_PAGES.hrRestricted;
    const requests: readonly ((id: string) => Promise<{ status: number; text: string }>)[] = [
      (id) => app.get(`/wiki/api/v2/pages/${id}`),
      (id) => app.get(`/wiki/api/v2/pages/${id}/operations`),
      (id) => app.get(`/wiki/api/v2/pages/${id}/labels`),
      (id) => app.get(`/wiki/api/v2/pages/${id}/versions`),
      (id) => app.get(`/wiki/api/v2/pages/${id}/properties`),
      (id) => app.get(`/wiki/api/v2/pages/${id}/footer-comments`),
      (id) => app.get(`/wiki/rest/api/content/${id}/restriction`),
      (id) => app.post(`/wiki/rest/api/content/${id}/label`, [{ prefix: 'global', name: 'x' }]),
      (id) => app.delete(`/wiki/api/v2/pages/${id}`),
      (id) =>
        app.post(`/wiki/rest/api/content/${id}/permission/check`, {
          subject: { type: 'user', identifier: site.confluence.accountIdOf('admin2@example.com') },
          operation: 'read',
        }),
    ];
    for (const request of requests) {
      const [forMissing, forHidden] = [await request(missing), await request(hidden)];
      expect(forHidden.status).toBe(404);
      expect(forHidden.text).toBe(forMissing.text);
    }
    expect(v2ErrorOf(await app.get(`/wiki/api/v2/pages/${hidden}`))).toBe('404 Not Found');
  });

  it('an unpublished draft is found only by its author, and only if a draft is requested', async () => {
    const path = `/wiki/api/v2/pages/${DEMO_PAGES.engDraft}`;
    expect((await site.as('editor').get(path)).status).toBe(404);
    expect(pageOf(await site.as('editor').get(`${path}?get-draft=true`)).status).toBe('draft');
    expect(pageOf(await site.as('editor').get(`${path}?status=draft`)).status).toBe('draft');
    for (const person of ['admin', 'admin2', 'viewer', 'app']) {
      expect((await site.as(person).get(`${path}?get-draft=true`)).status).toBe(404);
    }
  });

  it('a list contains exactly what single reads return', async () => {
    for (const [index, person] of PEOPLE.entries()) {
      const answer = await site.as(person).get('/wiki/api/v2/pages?limit=250');
      const seen = Object.entries(MATRIX)
        .filter(([name, row]) => row.split(' ')[index] !== '.' && name !== 'trashed')
        .map(([name]) => Object.entries(DEMO_PAGES).find(([key]) => key === name)?.[1]);
      expect(idsOf(answer)).toEqual(seen);
    }
  });
});
