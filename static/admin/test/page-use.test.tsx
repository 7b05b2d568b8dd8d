import './bridge';
import type { PageUseView } from '../../../src/admin/pages/page-use';
import { useDifferences, useRulesOf, withDecision } from '../src/settings/page-use-dialog';
import { PageUse } from '../src/settings/page-use-section';
import { textsOf } from './rendered';

/** The card and the dialog of the rules for page use. */

const VIEW: PageUseView = {
  rev: 1,
  isProposed: true,
  denials: [{ level: 'Secret', pages: 212 }],
  subjects: [
    { subject: 'level:1', level: 'Secret', rule: { ask: ['ai-read'], deny: ['guest', 'public'] } },
    { subject: 'level:2', level: 'Public' },
    { subject: 'no-level', rule: { ask: ['ai-read', 'ai-index', 'ai-train', 'guest', 'public', 'export'], deny: [] } },
    { subject: 'findings:critical', rule: { ask: [], deny: ['public'] } },
    { subject: 'not-scanned' },
  ],
};

it('the card shows levels and the rules with an effect in words', () => {
  expect(textsOf(<PageUse view={VIEW} onChanged={() => undefined} />)).toEqual([
    ...['Secret', 'Ask first: Read by AI. Not allowed: Guests, Anyone on the internet.'],
    ...['Public', 'As the next more sensitive level.'],
    ...['Pages without a level', 'Ask first: everything.'],
    ...['Pages with open findings: Critical or higher', 'Not allowed: Anyone on the internet.'],
    'In the last seven days, agents asked for at least 212 Secret pages, and were refused.',
    'These are the proposed rules. They apply until you change them.',
  ]);
});

it('a decision replaces the earlier one of its purpose, and only rules are sent', () => {
  const rule = { ask: ['ai-read'], deny: ['guest'] } as const;
  const mutable = { ask: [...rule.ask], deny: [...rule.deny] };
  expect(withDecision(mutable, 'ai-read', 'deny')).toEqual({ ask: [], deny: ['guest', 'ai-read'] });
  expect(withDecision(mutable, 'guest', 'allow')).toEqual({ ask: ['ai-read'], deny: [] });
  expect(useRulesOf({ 'no-level': mutable, 'not-scanned': undefined })).toEqual({ 'no-level': mutable });
});

it('a conflict shows the rules that differ', () => {
  const now = { ...VIEW, subjects: VIEW.subjects.map((one) => ({ ...one, rule: { ask: [], deny: [] } })) };
  expect(useDifferences(VIEW, now).map(({ what, now: is }) => [what, is])).toEqual(
    [
      'Secret',
      'Public',
      'Pages without a level',
      'Pages with open findings: Critical or higher',
      'Pages that are not scanned completely',
    ].map((what) => [what, 'Everything is allowed.']),
  );
});
