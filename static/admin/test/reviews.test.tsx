import './bridge';
import { differences, draftOf, rulesOf } from '../src/reviews/rules-dialog';

/** The dialog of the review rules. */

const view = {
  rev: 1,
  levels: [
    { levelId: 'a', name: 'Secret', isArchived: false, rule: { months: 12, reviewers: 'space-admins' as const } },
    { levelId: 'b', name: 'Open', isArchived: false },
  ],
};

it('a level without a number of months has no rule, and the others keep theirs', () => {
  const draft = draftOf(view);
  expect(rulesOf(draft)).toEqual({ a: { months: 12, reviewers: 'space-admins', overdue: 'list' } });
  const rule = { reviewers: 'owner', overdue: 'notify' } as const;
  expect(rulesOf({ ...draft, a: { ...rule, months: ' ' }, b: { ...rule, months: '6' } })).toEqual({
    b: { ...rule, months: 6 },
  });
});

it('a conflict shows the rules that another admin changed, in words', () => {
  const now = { ...view, levels: view.levels.map(({ rule: _rule, ...level }) => level) };
  expect(differences(view, now)).toEqual([
    { what: 'Secret', before: 'every 12 months, by the admins of its space', now: 'No reviews' },
  ]);
});
