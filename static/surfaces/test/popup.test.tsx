import './bridge';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Notice } from '../src/popup/level-change';
import { NoticeArea } from '../src/popup/notice-area';
import { PopupContent } from '../src/popup/popup';
import { Uses } from '../src/popup/use-note';
import type { PageActions } from '../src/popup/use-page';
import type { OpenPage, PopupView } from '../../../src/surfaces/contract';
import { formatInstant } from '../../admin/src/dates';
import { textsIn, textsOf } from '../../admin/test/rendered';
import { evidence, FINANCE, levelIdOf, openPage, shownLevel } from './open-page';

/** The texts of the popup for a resolver response. */

const markupOf = (view: PopupView) => renderToStaticMarkup(<PopupContent view={view} onView={() => undefined} />);
const popupTextsOf = (view: PopupView) => textsIn(markupOf(view));
const buttonsOf = (view: PopupView) =>
  [...markupOf(view).matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([button, content = '']) => {
    const isDisabled = button.includes('aria-disabled="true"');
    return `${textsIn(content).join(' ')}${isDisabled ? ' (disabled)' : ''}`;
  });

/** The levels of the group of radio buttons, each with what is beside it. */
const choicesOf = (view: PopupView) =>
  [...markupOf(view).matchAll(/<label class="level-choice">(.*?)<\/label>/g)].map(([, content = '']) => {
    const isChecked = content.includes('checked=""');
    return `${textsIn(content).join(' ')}${isChecked ? ' (selected)' : ''}`;
  });

it('people without a license see the level and its meaning, and nothing to do', () => {
  const view: PopupView = { state: 'reader', level: shownLevel('Restricted') };
  expect(popupTextsOf(view)).toEqual([
    'Classification',
    'Restricted',
    'The meaning of Restricted',
    'What to do',
    'How to handle Restricted',
  ]);
  expect(buttonsOf(view)).toEqual([]);
});

it('a page without a level says so', () => {
  expect(popupTextsOf({ state: 'reader', level: null }).slice(0, 2)).toEqual(['Classification', 'Not classified']);
});

it('an editor chooses among the levels that can be set, and reads one reason with the way out for the others', () => {
  const below = { allowed: false, reasons: ['LEVEL_BELOW_FINDINGS'] } as const;
  const view = openPage({
    current: 'Restricted',
    changes: { Secret: { allowed: false, reasons: ['LEVEL_NOT_IN_SPACE_SCHEME'] }, Internal: below, Public: below },
    clear: { ...below, needsReason: false },
  });
  expect(choicesOf(view)).toEqual(['Restricted Current (selected)']);
  const texts = popupTextsOf(view);
  expect(texts.filter((text) => text === 'Restricted')).toHaveLength(1);
  expect(texts.slice(texts.indexOf('Secret:'), texts.indexOf('May I share this?'))).toEqual([
    ...['Secret:', 'This space has other allowed levels. Ask a Confluence admin to add more.'],
    'Internal, Public, and Not classified:',
    'The sensitive data here requires Restricted. Remove the data first, or mark it as not sensitive.',
  ]);
  expect(buttonsOf(view)).toEqual([]);
});

it('the popup names no reason for a level that can be set, and one button saves the choice', () => {
  const view = openPage({ current: 'Restricted' });
  expect(choicesOf(view)).toEqual([
    ...['Secret', 'Restricted Current (selected)', 'Internal', 'Public', 'Not classified'],
  ]);
  expect(buttonsOf(view)).toEqual(['Set level (disabled)']);
  expect(choicesOf(openPage())).toEqual(['Secret', 'Restricted', 'Internal', 'Public']);
  expect(popupTextsOf(openPage())).toContain('There is no level yet. Choose one.');
});

it('a level that cannot be lowered here is named with the current level', () => {
  const changes = { Public: { allowed: false, reasons: ['LEVEL_CHANGE_FORBIDDEN'] } } as const;
  expect(popupTextsOf(openPage({ current: 'Internal', changes })).join(' ')).toContain(
    'Public: The level is Internal, and levels can’t be lowered here. Ask a Confluence admin.',
  );
});

it('a viewer sees why they cannot change the level, and no levels to set', () => {
  const view = openPage({ current: 'Restricted', canEdit: false, reasons: ['PAGE_NOT_EDITABLE'] });
  expect(popupTextsOf(view)).toContain('You can’t edit this content, so you can’t change its level.');
  expect(buttonsOf(view)).toEqual([]);
});

it('without a license of the app, the popup says so before a person tries, and offers no change', () => {
  const requiredLevel = { levelId: levelIdOf('Restricted'), name: 'Restricted', color: 'BLUE' as const, allowed: true };
  const view = openPage({
    current: 'Internal',
    evidence: evidence({ requiredLevel }),
    may: { exclude: false, redact: false },
    isLicenseInactive: true,
  });
  expect(popupTextsOf(view)).toContain('Levels can’t be changed right now');
  expect(buttonsOf(view)).toEqual(['Details', 'Details']);
});

it('the popup shows the proposal of an agent with its reason, and the person decides', () => {
  const proposal = {
    ...{ proposalId: 'id', level: shownLevel('Secret'), reason: 'It names\ncustomers.', allowed: true },
    expiresAt: '2026-11-23T10:00:00.000Z',
  };
  const texts = popupTextsOf(openPage({ proposal }));
  expect(texts.join(' ')).toContain('Proposed by the agent Secret The meaning of Secret Reason of the agent:');
  expect(buttonsOf(openPage({ proposal }))).toEqual(expect.arrayContaining(['Confirm', 'Dismiss']));
  const denied = openPage({ proposal: { ...proposal, allowed: false } });
  expect(popupTextsOf(denied)).toContain('You can’t set this level here.');
  expect(buttonsOf(denied)).not.toContain('Confirm');
});

it('the current sub-level is selected below its level', () => {
  const finance = { subLevelId: FINANCE, name: 'Finance', description: 'Only finance' };
  const view: OpenPage = { ...openPage({ current: 'Secret' }), level: { ...shownLevel('Secret'), subLevel: finance } };
  expect(choicesOf(view)[0]).toBe('Secret Current (selected)');
  expect(markupOf(view)).toContain(`<option value="${FINANCE}" selected="">Finance</option>`);
  expect(popupTextsOf(view)).toContain('Only finance');
});

it('recent changes name the people, the app for its own changes, and how each level was set', () => {
  const level = { name: 'Secret', color: 'RED' } as const;
  const at = (second: number) => `2026-11-22T10:00:0${second}.000Z`;
  const history: OpenPage['history'] = [
    { at: at(3), from: null, to: level, by: { kind: 'person', name: 'Ada' }, method: 'MANUAL', reason: 'A reason' },
    { at: at(2), from: level, to: null, by: { kind: 'app' }, method: 'DEFAULT' },
    { at: at(1), from: null, to: level, by: { kind: 'person' }, method: 'AUTOMATION' },
  ];
  const texts = popupTextsOf(openPage({ current: 'Secret', history }));
  expect(texts.slice(texts.indexOf('Recent changes'))).toEqual([
    'Recent changes',
    ...[
      'Not classified',
      '→',
      'Secret',
      expect.stringContaining('Ada, Set by hand') as string,
      expect.any(String),
      '“A reason”',
    ],
    ...[
      'Secret',
      '→',
      'Not classified',
      expect.stringContaining('Page Classification, Default level') as string,
      expect.any(String),
    ],
    ...[
      'Not classified',
      '→',
      'Secret',
      expect.stringContaining('Another user, Set by an automation rule') as string,
      expect.any(String),
    ],
    'Show all changes',
  ]);
});

describe('sensitive data', () => {
  const required = { name: 'Secret', color: 'RED', levelId: levelIdOf('Secret'), allowed: true } as const;

  it('shows counts, masked excerpts and the level that they require', () => {
    const view = openPage({ current: 'Public', evidence: evidence({ requiredLevel: required, scan: 'outdated' }) });
    const texts = popupTextsOf(view);
    expect(texts).toEqual(
      expect.arrayContaining(['This data requires', 'Apply Secret', 'key: ••••', 'Private key', '2 times']),
    );
    expect(texts.join(' ')).toContain('1 critical, 2 medium. The content changed after the last scan.');
    const ofFirst = ['Details', 'Not sensitive', 'Remove value'];
    expect(buttonsOf(view).slice(0, 6)).toEqual(['Apply Secret', 'Set level (disabled)', ...ofFirst, 'Details']);
  });

  it('offers nothing that the site does not allow', () => {
    const may = { exclude: false, redact: false };
    const denied = { ...required, allowed: false };
    const view = openPage({ current: 'Public', may, evidence: evidence({ requiredLevel: denied }) });
    expect(buttonsOf(view)).toEqual(['Set level (disabled)', 'Details', 'Details']);
    expect(popupTextsOf(view)).toContain('You can’t set this level here. Ask a Confluence admin.');
  });

  it('shows two findings at first, and the way to the others', () => {
    const [first] = evidence().findings;
    if (first === undefined) throw new Error('there is no finding');
    const findings = Array.from({ length: 10 }, (_, index) => ({ ...first, findingId: `${index}` }));
    const buttons = buttonsOf(openPage({ evidence: evidence({ findings }) }));
    expect(buttons.filter((button) => button === 'Details')).toHaveLength(2);
    expect(buttons.slice(-2)).toEqual(['Show all 10', 'Remove all 10 values']);
  });

  it('offers to remove all values at once if there are several', () => {
    const findings = evidence().findings.map((finding) => ({ ...finding, canRedact: true }));
    expect(buttonsOf(openPage({ evidence: evidence({ findings }) }))).toContain('Remove all 2 values');
  });

  it.each([
    ['current', 'No sensitive data found.'],
    ['outdated', 'No sensitive data found. The content changed after the last scan.'],
    ['never', 'This content hasn’t been scanned. A scan reads it only if its restrictions let the app view it.'],
    ['not-visible', 'This content isn’t scanned. The app can’t view it because of its restrictions. You can edit it:'],
    ['empty-live-doc', 'The content of this live doc isn’t scanned. Confluence doesn’t show it to the app.'],
  ] as const)('is absent with its reason, if the scan of the page is “%s”', (scan, text) => {
    const none = evidence({ open: { critical: 0, high: 0, medium: 0, low: 0 }, findings: [], scan });
    expect(popupTextsOf(openPage({ evidence: none })).join(' ')).toContain(text);
  });
});

describe('the outcome of an action', () => {
  const nothing = () => undefined;
  const actions: PageActions = {
    apply: nothing,
    choose: nothing,
    undo: nothing,
    confirmProposal: nothing,
    dismissProposal: nothing,
    applyAgain: nothing,
    stopAsking: nothing,
    dismiss: nothing,
    exclude: nothing,
    undoExclusion: nothing,
    reload: nothing,
  };
  const page = openPage({
    current: 'Internal',
    history: [
      {
        at: '2026-11-22T10:00:00.000Z',
        from: null,
        to: { name: 'Internal', color: 'BLUE' },
        by: { kind: 'person', name: 'Ada' },
        method: 'MANUAL',
      },
    ],
  });
  const choice = { target: { levelId: levelIdOf('Secret') }, isUndo: false };
  const from = shownLevel('Restricted');
  const to = shownLevel('Internal');
  const error = { code: 'INTERNAL_ERROR', message: 'Something failed.' } as const;
  const undo = { target: 'none', needsReason: false } as const;

  it.each<[Notice, readonly string[]]>([
    [{ kind: 'changed', from, to, undo }, ['Level set to Internal.', 'Undo']],
    [{ kind: 'changed', from, to }, ['Level set to Internal.']],
    [{ kind: 'changed', from, to: null }, ['Level Restricted removed.']],
    [{ kind: 'undone', to }, ['Undone: Internal.']],
    [{ kind: 'unchanged', to }, ['The level is already Internal.']],
    [{ kind: 'excluded', exclusionId: '1' }, ['Marked as not sensitive.', 'Undo']],
    [{ kind: 'exclusion-undone' }, ['Undone: the data counts as sensitive.']],
    [{ kind: 'failed', choice, error }, ['We couldn’t save the level', 'Something failed.', 'Try again']],
    [{ kind: 'finding-failed', error }, ['Nothing was changed', 'Something failed.']],
    [
      { kind: 'denied', code: 'LEVEL_BELOW_FINDINGS' },
      [
        'The level wasn’t changed',
        'The sensitive data here requires a more sensitive level. Remove the data first, or mark it as not sensitive.',
      ],
    ],
    [{ kind: 'denied', code: 'OF_ANOTHER_VERSION' }, ['The level wasn’t changed', 'You can’t set this level.']],
    [
      { kind: 'finding-denied', code: 'NOT_ENABLED' },
      ['Nothing was changed', 'Your site doesn’t allow this on pages. Ask a Confluence admin.'],
    ],
    [
      { kind: 'conflict', choice },
      [
        'The level changed in the meantime',
        expect.stringMatching(/^Ada set Internal on .*2026/) as string,
        'Your choice was not saved: Secret.',
        'Set Secret',
        'Keep Internal',
      ],
    ],
  ])('%j', (notice, texts) => {
    expect(textsOf(<NoticeArea state={{ page, notice }} isSending={false} actions={actions} />)).toEqual(texts);
  });

  it('has no level that the person can no longer set after a conflict', () => {
    const denied = openPage({
      current: 'Internal',
      changes: { Secret: { allowed: false, reasons: ['LEVEL_ARCHIVED'] } },
    });
    const state = { page: denied, notice: { kind: 'conflict', choice } as const };
    expect(textsOf(<NoticeArea state={state} isSending={false} actions={actions} />)).not.toContain('Set Secret');
  });
});

it('an editor reads how many people can see the page, in numbers and kinds, and what the level allows', () => {
  const rule = { maxPeople: 50, guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' } as const;
  const common = { verdict: 'over', reason: 'people', isAtMost: false, rule } as const;
  const people = { atLeast: 412, atMost: 460 };
  const note = (exposure: OpenPage['exposure']) => {
    const view = openPage({ current: 'Restricted', ...(exposure === undefined ? {} : { exposure }) });
    const texts = popupTextsOf(view).join(' ').replace(/ +/g, ' ');
    return /(\S+(?: \S+)*) Public links are not visible to apps\./
      .exec(texts)?.[1]
      ?.split(/Public /)
      .at(-1);
  };
  expect(note({ ...common, people, guests: { atLeast: 12, atMost: 12 } })).toMatch(
    /412 to 460 people can see this page, among them 12 guests\. Restricted allows 50\.$/,
  );
  expect(note({ verdict: 'within', isAtMost: false, rule, people: 'few' })).toMatch(
    /Fewer than 5 people can see this page\. Restricted allows 50\.$/,
  );
  expect(note({ ...common, reason: 'anonymous', people: { atLeast: 0 } })).toMatch(
    /Anyone on the internet can see this page\. Restricted doesn’t allow this\.$/,
  );
  expect(note({ ...common, verdict: 'unknown', reason: 'not-measured-yet', isAtMost: true, people })).toMatch(
    /Up to 460 people can see this page\. Not measured yet\.$/,
  );
  expect(note({ ...common, verdict: 'unknown', reason: 'access-not-read' })).toMatch(
    /The app doesn’t know who can see this page\. Confluence did not report who can view the space\.$/,
  );
  expect(note(undefined)).toBeUndefined();
});

it('a person reads the decision for each purpose with its reasons, until when it holds, and asks only on a click', () => {
  const validUntil = '2026-11-24T08:05:00.000Z';
  const level = ['level'] as const;
  const uses = [
    { purpose: 'guest', decision: 'ask', reasons: level },
    { purpose: 'public', decision: 'deny', reasons: ['findings', 'policy'] },
    { purpose: 'ai-read', decision: 'ask', reasons: level },
    { purpose: 'export', decision: 'allow', reasons: [] },
  ] as const;
  const until = `This is the answer for the current version. Check again after ${formatInstant(validUntil)}.`;
  expect(textsOf(<Uses answer={{ state: 'checked', uses, validUntil }} />)).toEqual([
    ...['Ask first', 'Guests, Read by AI', 'Its level has a rule for this.'],
    ...['Not allowed', 'Anyone on the internet', 'It has sensitive data. Another rule of your site applies.'],
    ...['Allowed', 'Export'],
    'Ask first: ask a person who is responsible for this page.',
    until,
  ]);
  expect(textsOf(<Uses answer={{ state: 'checked', uses: uses.slice(3), validUntil }} />)).toEqual([
    ...['Allowed', 'Export', until],
  ]);
  expect(textsOf(<Uses answer={{ state: 'hidden' }} />)).toEqual([
    'You can’t view this content, it isn’t published yet, or it no longer exists.',
  ]);
  const texts = popupTextsOf(openPage({ current: 'Restricted' }));
  expect(texts.filter((text) => /share|Allowed|allowed/.test(text))).toEqual(['May I share this?']);
});
