import { createCompany } from '../../local/company/pages';
import { beforeThePast } from '../../local/company/past';

/** The texts of `npm start -- --demo`. test/local/replayed-company.test.ts lives its past. */

const NOW = new Date('2026-11-27T12:00:00.000Z');
const company = createCompany(NOW);
const shown = company.content.spaces.flatMap(({ key, pages }) =>
  pages.filter(({ type, status }) => type !== 'blogpost' && status === undefined).map((page) => ({ key, ...page })),
);
const texts = company.pages.map(({ body }) => body).join('\n');

const isLuhnValid = (digits: string) =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (1 + (index % 2));
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

it('the demo has eight spaces of a company, and no two pages of a space have the same title', () => {
  expect(company.content.spaces.map(({ key }) => key).toSorted()).toEqual(
    ['ENG', 'FIN', 'HR', 'LEGAL', 'MKT', 'PROD', 'SALES', 'SUP'].toSorted(),
  );
  // The app cannot see three of them, because they are restricted.
  expect(shown).toHaveLength(303);
  expect(new Set(shown.map(({ key, title }) => `${key} ${title}`)).size).toBe(shown.length);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(shown.length);
});

it('the demo is the same at every start, apart from its days', () => {
  expect(createCompany(NOW)).toEqual(company);
  const later = createCompany(new Date('2027-03-01T12:00:00.000Z'));
  expect(later.pages).toEqual(company.pages);
});

it('the demo has no real card, account, domain or phone number', () => {
  const cards = texts.match(/\b(?:\d{4} ){3}\d{4}\b(?! \d)/g)?.filter((value) => value.startsWith('4')) ?? [];
  expect(cards.length).toBeGreaterThan(10);
  expect(cards.filter((value) => !isLuhnValid(value.replaceAll(' ', '')))).toEqual([]);
  expect(cards.filter((value) => !value.startsWith('4000 0000'))).toEqual([]);
  const accounts = texts.match(/\bDE\d{2} \d{4} \d{4}/g) ?? [];
  expect(accounts.filter((value) => !value.endsWith(' 9999 9999'))).toEqual([]);
  expect((texts.match(/@[\w.-]+/g) ?? []).filter((domain) => !/[.]example[.]com[.]?$/.test(domain))).toEqual([]);
  expect((texts.match(/[+]\d[\d ]+/g) ?? []).filter((phone) => !phone.startsWith('+44 20 7946 0'))).toEqual([]);
});

it('a part of the sensitive values of the demo comes after the installation, so that the trend has a past', () => {
  const before = new Map(
    beforeThePast(company).content.spaces.flatMap(({ pages }) =>
      pages.map(({ id, versions }) => [id, versions[0].body] as const),
    ),
  );
  const withPassages = company.pages.filter(({ hasPassages }) => hasPassages);
  const late = withPassages.filter(({ id, plain }) => before.get(id) === plain);
  expect(withPassages.length).toBeGreaterThan(80);
  expect(late.length).toBeGreaterThan(20);
  expect(late.length).toBeLessThan(withPassages.length / 2 + 10);
});
