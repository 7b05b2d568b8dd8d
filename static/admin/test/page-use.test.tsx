import './bridge';
import type { PageUseView } from '../../../src/admin/pages/page-use';
import { useDifferences, useRulesOf, withDecision } from '../src/settings/page-use-dialog';
import { PageUse } from '../src/settings/page-use-section';
import { formatInstant } from '../src/dates';
import { textsOf } from './rendered';

/** The card and the dialog of the rules for page use. */

const VIEW: PageUseView = {
  rev: 1,
  isProposed: true,
  denials: {
    asOf: '2026-11-24T08:00:00.000Z',
    denied: [
      { purpose: 'ai-read', levelId: 'none', count: 2 },
      { purpose: 'ai-read', levelId: '1', level: 'Secret', count: 1_209 },
      { purpose: 'export', levelId: 'deleted', count: 1 },
    ],
  },
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
    'Agents, rules and scripts were refused a page at least 1,212 times in 7 days.',
    ...['Read by AI', 'Secret 1,209, No level 2', 'Export', 'Other levels 1'],
    `Days in UTC, as of ${formatInstant('2026-11-24T08:00:00.000Z')}. A page that is asked for twice counts twice.`,
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
