import './bridge';
import type { ExposureRow, ExposureView } from '../../../src/admin/pages/exposure';
import { causeInWords, ruleInWords } from '../../../src/exposure/words';
import { Exceptions } from '../src/exposure/exceptions';
import { exposureQuery, FILTER, inputOf, NO_FILTER } from '../src/exposure/filter';
import { causesOf } from '../src/exposure/pages-list';
import { draftOf, rulesOf } from '../src/exposure/rules-dialog';
import { Rules } from '../src/exposure/rules-section';
import { SpacesTable } from '../src/exposure/spaces-table';
import { Summary } from '../src/exposure/summary';
import { ruleDifferences } from '../src/exposure/use-exposure-change';
import { textsOf } from './rendered';

/** The texts about who can view pages, and the states of their components. */

const SECRET = '00000000-0000-4000-8000-000000000001';
const OPEN = '00000000-0000-4000-8000-000000000002';
const rule = { maxPeople: 50, guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' } as const;
const common = { color: 'RED', isNative: false, isArchived: false } as const;

const VIEW: ExposureView = {
  rev: 0,
  isProposed: true,
  levels: [
    {
      ...common,
      levelId: SECRET,
      name: 'Secret',
      rule,
      pages: { over: 37, within: 1055, unknown: 112, notMeasuredYet: 90 },
    },
    { ...common, levelId: OPEN, name: 'Public' },
  ],
  spaces: [
    {
      ...{ spaceId: '10', key: 'PD', name: 'Partner docs', isClosed: false, letsInAllUsers: true, anonymous: true },
      ...{ people: { atLeast: 1240 }, checkedAt: '2026-11-23T08:00:00.000Z' },
      byLevel: {
        [SECRET]: {
          ofSpace: { verdict: 'over', reasons: ['anonymous'] },
          pages: { over: 4, within: 0, unknown: 9, notMeasuredYet: 7 },
        },
      },
    },
    { spaceId: '11', key: 'HR', name: 'HR', isClosed: true, letsInAllUsers: false, byLevel: {} },
  ],
  ...{
    otherSpaces: 3,
    measuredSpaces: 23,
    allSpaces: 41,
    openPages: 11,
    exceptedPages: 0,
    endingExceptions: 0,
    missing: [],
    exceptions: [],
    otherExceptions: 0,
  },
  asOf: { oldest: '2026-11-23T08:00:00.000Z', latest: '2026-11-23T09:00:00.000Z' },
  notMeasured: ['public-links'],
};

it('the summary has the numbers by level and verdict, what may be more, how much is measured, and what is not', () => {
  const texts = textsOf(<Summary summary={VIEW} />);
  expect(texts[0]).toBe('Up to 11 pages in spaces that anyone on the internet can view');
  expect(texts.join('|')).toContain('Secret|37, up to 127|1,055|112');
  expect(texts).not.toContain('Public');
  const all = texts.join(' ');
  expect(all).toContain('23 of 41 spaces measured');
  expect(all).toContain('Public links are not visible to apps. They ignore view restrictions.');
  expect(all).not.toContain('Guard');
  const [first, ...others] = VIEW.levels;
  const native = { ...VIEW, levels: first === undefined ? others : [{ ...first, isNative: true }, ...others] };
  expect(textsOf(<Summary summary={native} />).join(' ')).toContain(
    'Atlassian Guard can forbid public links for Secret.',
  );
  expect(textsOf(<Summary summary={{ ...VIEW, missing: ['groups'] }} />).join(' ')).toContain(
    'does not let the app read all facts',
  );
});

it('the summary of a site without rules leads to the rules', () => {
  const texts = textsOf(<Summary summary={{ ...VIEW, levels: [{ ...common, levelId: OPEN, name: 'Public' }] }} />);
  expect(texts).toEqual(['No level has a rule. Add one to see which pages too many people can view.', 'Set rules']);
});

it('the table of spaces says who can enter each, and its pages over the rule by level', () => {
  const texts = textsOf(<SpacesTable view={VIEW} onRefresh={() => undefined} />).join('|');
  expect(texts).toContain('Partner docs|Anyone on the internet|4, up to 11, 2 not known|');
  expect(texts).toContain('HR|Not measured yet · Closed to apps|0|Not measured yet');
  expect(texts).toContain('The numbers above also include 3 spaces that you can’t view');
  expect(textsOf(<SpacesTable view={{ ...VIEW, spaces: [] }} onRefresh={() => undefined} />)).toEqual([
    'No space has a page whose level has a rule.',
  ]);
});

const row = (pageId: string, others: Partial<ExposureRow> = {}): ExposureRow => ({
  ...{ pageId, title: `Page ${pageId}`, spaceId: '10', levelId: SECRET, verdict: 'over', reason: 'people' },
  ...{ people: { atLeast: 1240, atMost: 1240 }, isRestricted: false },
  ...others,
});

it('pages with the same cause in their space are one group, and each page behind a restriction has its own cause', () => {
  const pages = [
    row('1'),
    row('2', { isRestricted: true, people: { atLeast: 60, atMost: 72 } }),
    row('3'),
    row('4', { reason: 'guests' }),
  ];
  expect(
    causesOf(pages, VIEW).map(({ text, space, pages: of }) => [space, text, of.map(({ pageId }) => pageId)]),
  ).toEqual([
    [
      'Partner docs',
      'The space lets in all Confluence users (1,240). Nothing on this page or above it narrows that.',
      ['1', '3'],
    ],
    ['Partner docs', 'The restrictions of this page or of a page above it let in 60 to 72 people.', ['2']],
    ['Partner docs', 'The space lets in guests. Nothing on this page or above it narrows that.', ['4']],
  ]);
});

it('a page that was not measured yet reads as an upper bound', () => {
  const facts = { isRestricted: false, people: { atLeast: 900, atMost: 1240 } };
  expect(causeInWords({ ...facts, reason: 'not-measured-yet' }, false)).toBe(
    'Not measured yet. The space lets in up to 1,240 people.',
  );
  expect(causeInWords({ ...facts, reason: 'hidden-from-app' }, false)).toBe(
    'A restriction hides the page from the app.',
  );
});

it('the filters are in the address, and wrong ones are ignored', () => {
  const filter = { ...NO_FILTER, levelId: SECRET, spaceId: '10', reason: 'guests' as const };
  expect(exposureQuery(filter)).toEqual({ levelId: SECRET, spaceId: '10', reason: 'guests' });
  expect(FILTER.read(exposureQuery(filter))).toEqual(filter);
  expect(FILTER.read({ verdict: 'safe', levelId: 'x', spaceId: '-', reason: 'bounds' })).toEqual(NO_FILTER);
  expect(inputOf({ ...filter, verdict: 'unknown' })).toEqual({ verdict: 'unknown', levelId: SECRET, spaceId: '10' });
});

it('rules stay the same through their form, and a level that allows everyone has none', () => {
  expect(rulesOf(draftOf(VIEW))).toEqual({ [SECRET]: rule });
  const grouped = { ...rule, groupIds: ['g'] };
  const [first] = VIEW.levels;
  expect(rulesOf(draftOf({ levels: first === undefined ? [] : [{ ...first, rule: grouped }] }))).toEqual({
    [SECRET]: grouped,
  });
  expect(textsOf(<Rules view={VIEW} onChanged={() => undefined} />)).toEqual([
    ...['Secret', 'at most 50 people, no guests, no one without a license, no one anonymous', 'Public', 'No rule'],
    'These are the proposed rules. They apply until you change them.',
  ]);
  const changed = {
    ...VIEW,
    rev: 1,
    isProposed: false,
    levels: VIEW.levels.map((level) => ({ ...level, rule: { ...rule, maxPeople: 9 } })),
  };
  expect(ruleDifferences(VIEW, changed).map(({ what, before }) => [what, before])).toEqual([
    ['Secret', ruleInWords(rule)],
    ['Public', 'No rule'],
  ]);
});

it('exceptions have their end and reason, and the number of those that the admin can’t view', () => {
  const one = {
    exceptionId: SECRET,
    spaceId: '10',
    levelId: SECRET,
    until: '2026-12-01T12:00:00.000Z',
    reason: 'Until the move',
    spaceName: 'Partner docs',
  };
  const exceptions = [{ ...one, pageId: '7', title: 'Prices' }, one];
  const texts = textsOf(<Exceptions view={{ ...VIEW, exceptions, otherExceptions: 2 }} onChanged={() => undefined} />);
  expect(texts).toEqual(
    expect.arrayContaining([
      'Prices',
      'All pages of Partner docs',
      'Until the move',
      '2 more exceptions are for pages or spaces that you can’t view.',
    ]),
  );
  expect(textsOf(<Exceptions view={VIEW} onChanged={() => undefined} />)).toContain(
    'No exceptions. Add one from the list of pages.',
  );
});
