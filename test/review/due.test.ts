import type { PageLevelRecord } from '../../src/classification/model';
import type { ReviewRule } from '../../src/configuration/governance';
import { dueOf, monthsAfter, nextReview } from '../../src/review/due';
import { setReviewRules } from '../../src/review/rules';
import { defaultLevels } from '../../src/classification/default-levels';
import type { Levels } from '../../src/classification/level-store';
import { NO_SETTINGS } from '../../src/classification/settings';

/** When pages are due, and how rules change. */

const all = defaultLevels('installation');
const [first, second] = all;
const levelId = first?.levelId ?? '';
const LEVEL: PageLevelRecord = {
  ...{ v: 1, rev: 3, pageId: '1', changeId: '00000000-0000-4000-8000-000000000001', spaceId: '98306', levelId },
  ...{ classifierId: 'person', classificationDate: '2026-01-31T10:00:00.000Z', method: 'MANUAL', pageVersion: 1 },
};
const level = { record: LEVEL, changedAt: LEVEL.classificationDate };
const RULE: ReviewRule = { months: 1, reviewers: 'owner' };
const rules = { [levelId]: RULE };
const at = (instant: string) => new Date(instant);
const reviewed = (data: object, dueAt?: string) => ({ data, ...(dueAt === undefined ? {} : { dueAt }) });

it.each([
  ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
  ['2026-11-30T23:59:59.999Z', 3, '2027-02-28T23:59:59.999Z'],
  ['2026-03-15T00:00:00.000Z', 60, '2031-03-15T00:00:00.000Z'],
])('a month is a month of the calendar: %s and %s', (from, months, to) => {
  expect(monthsAfter(from, months)).toBe(to);
});

it('a page is due from the very time on that its rule says, and no sooner', () => {
  const due = { since: '2026-02-28T10:00:00.000Z', why: 'rule', reviewers: 'owner' };
  expect(dueOf(level, undefined, rules, at('2026-02-28T09:59:59.999Z'))).toBeUndefined();
  expect(dueOf(level, undefined, rules, at('2026-02-28T10:00:00.000Z'))).toEqual(due);
});

it('the later of the last review and the last change of the level counts', () => {
  const later = reviewed({ reviewedAt: '2026-05-01T00:00:00.000Z' });
  expect(nextReview(level, later, rules)?.since).toBe('2026-06-01T00:00:00.000Z');
  const earlier = reviewed({ reviewedAt: '2026-01-01T00:00:00.000Z' });
  expect(nextReview(level, earlier, rules)?.since).toBe('2026-02-28T10:00:00.000Z');
});

it('a changed rule applies to pages whose level was set before, and without a rule a page is never due', () => {
  const changed = { [levelId]: { months: 24, reviewers: 'space-admins' as const } };
  expect(nextReview(level, undefined, changed)).toEqual({
    ...{ since: '2028-01-31T10:00:00.000Z', why: 'rule', reviewers: 'space-admins' },
  });
  expect(nextReview(level, undefined, {})).toBeUndefined();
  expect(nextReview({ record: undefined }, undefined, rules)).toBeUndefined();
});

it('a date of a person makes the page due, with or without a rule or a level, until a review or a new level', () => {
  const dueAt = '2026-02-10T00:00:00.000Z';
  const due = { since: dueAt, why: 'date', reviewers: 'owner' };
  expect(nextReview(level, reviewed({}, dueAt), rules)).toEqual(due);
  expect(nextReview(level, reviewed({}, dueAt), {})).toEqual(due);
  expect(nextReview({ record: undefined }, reviewed({}, dueAt), {})).toEqual(due);
  expect(nextReview(level, reviewed({ reviewedAt: '2026-02-10T00:00:00.001Z' }, dueAt), {})).toBeUndefined();
  const changedSince = { ...level, changedAt: '2026-03-01T00:00:00.000Z' };
  expect(nextReview(changedSince, reviewed({}, dueAt), {})).toBeUndefined();
});

it('a page that was passed on waits for the admins of its space, until the next decision', () => {
  const passedOn = { passedOnAt: '2026-03-01T00:00:00.000Z' };
  expect(nextReview(level, reviewed(passedOn), rules)?.reviewers).toBe('space-admins');
  const since = reviewed({ ...passedOn, reviewedAt: '2026-03-02T00:00:00.000Z' });
  expect(nextReview(level, since, rules)?.reviewers).toBe('owner');
});

describe('rules', () => {
  const levels: Levels = { revision: 1, all, settings: NO_SETTINGS };
  const current = { revision: 0, rules: {}, stored: {} };
  const edit = (wanted: typeof rules, before = current) => setReviewRules(levels, wanted).edit(before);

  it('name levels that can be set', () => {
    const unknown = 'c4f0f7c8-0000-4000-8000-000000000000';
    expect(edit({ [unknown]: RULE })).toEqual({
      ...{ outcome: 'refused', reason: 'LEVEL_NOT_SETTABLE', where: [`level:${unknown}`] },
    });
  });

  it('that change are in the audit log, and others are not', () => {
    const before = { ...current, rules: { ...rules, [second?.levelId ?? '']: RULE } };
    const done = edit({ [levelId]: { ...RULE, months: 6 } }, before);
    expect(done).toMatchObject({
      before: { reviewRules: expect.arrayContaining([`${levelId}: 1 owner`, `${second?.levelId}: 1 owner`]) },
      after: { reviewRules: [`${levelId}: 6 owner`] },
    });
    expect(edit(before.rules, before)).toEqual({ outcome: 'unchanged' });
  });
});
