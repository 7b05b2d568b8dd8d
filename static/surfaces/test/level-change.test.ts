import './bridge';
import type { OpenPage, SetLevelResult } from '../../../src/surfaces/contract';
import { afterSetLevel, levelShownFor, stepBefore, targetOf } from '../src/popup/level-change';
import { FINANCE, levelIdOf, openPage, shownLevel } from './open-page';

/** The questions of the popup before a change, and its contents before and after the response. */

const to = (name: Parameters<typeof levelIdOf>[0]) => ({ levelId: levelIdOf(name) });
const restricted = openPage({ current: 'Restricted' });

it('a proposal whose confirmation got no response is confirmed again, unless the level is already set', () => {
  const choice = { target: to('Secret'), isUndo: false, proposalId: FINANCE };
  const failed = afterSetLevel(restricted, choice, {
    ok: false,
    error: { code: 'UNREACHABLE', message: 'No answer.' },
  });
  expect(failed).toMatchObject({ notice: { kind: 'failed', choice } });
  const ended = (page: OpenPage) =>
    afterSetLevel(restricted, choice, { ok: true, value: { outcome: 'denied', code: 'PROPOSAL_NOT_VALID', page } });
  expect(ended(openPage({ current: 'Secret' }))).toMatchObject({ notice: { kind: 'unchanged' } });
  expect(ended(restricted)).toMatchObject({ notice: { kind: 'denied', code: 'PROPOSAL_NOT_VALID' } });
});

describe('the step before a change', () => {
  it.each([
    ['the first level', openPage(), to('Public'), 'nothing'],
    ['a more sensitive level', restricted, to('Secret'), 'nothing'],
    ['a sub-level of a more sensitive level', restricted, { ...to('Secret'), subLevelId: FINANCE }, 'nothing'],
    [
      'a sub-level of the current level',
      openPage({ current: 'Secret' }),
      { ...to('Secret'), subLevelId: FINANCE },
      'nothing',
    ],
    ['a less sensitive level', restricted, to('Public'), 'confirm'],
    ['no level', restricted, 'none', 'confirm'],
    ['a level that is not listed', restricted, { levelId: FINANCE }, 'denied'],
    ['no level on a page without one', openPage(), 'none', 'denied'],
    [
      'a level that needs a reason',
      openPage({ current: 'Restricted', changes: { Public: { needsReason: true } } }),
      to('Public'),
      'reason',
    ],
    [
      'a level that is not allowed',
      openPage({ current: 'Restricted', changes: { Secret: { allowed: false, reasons: ['LEVEL_ARCHIVED'] } } }),
      to('Secret'),
      'denied',
    ],
    [
      'no level, with a reason',
      openPage({ current: 'Restricted', clear: { allowed: true, reasons: [], needsReason: true } }),
      'none',
      'reason',
    ],
  ] as const)('%s', (_what, page, target, step) => {
    expect(stepBefore(page, target)).toBe(step);
  });
});

it('the popup shows the chosen level before the response arrives, and its guideline only once it is known', () => {
  expect(levelShownFor(restricted, to('Secret'))).toEqual({ ...shownLevel('Secret'), guideline: '' });
  expect(levelShownFor(restricted, { ...to('Secret'), subLevelId: FINANCE })?.subLevel?.name).toBe('Finance');
  expect(levelShownFor(restricted, targetOf(restricted.level))).toEqual(shownLevel('Restricted'));
  expect(levelShownFor(restricted, 'none')).toBeNull();
});

describe('after the response', () => {
  const secret = openPage({ current: 'Secret', revision: 2 });
  const choice = { target: to('Secret'), isUndo: false };
  const after = (value: SetLevelResult, chosen = choice) => afterSetLevel(restricted, chosen, { ok: true, value });

  it('a change can be undone to the level from before it', () => {
    const undo = { allowed: true, needsReason: true };
    expect(after({ outcome: 'changed', page: secret, undo })).toEqual({
      page: secret,
      notice: {
        kind: 'changed',
        from: shownLevel('Restricted'),
        to: shownLevel('Secret'),
        undo: { target: to('Restricted'), needsReason: true },
      },
    });
  });

  it('a change that the person may not revert has no undo', () => {
    const undo = { allowed: false, needsReason: false };
    expect(after({ outcome: 'changed', page: secret, undo })).toEqual({
      page: secret,
      notice: { kind: 'changed', from: shownLevel('Restricted'), to: shownLevel('Secret') },
    });
  });

  it('an undone change is final', () => {
    const undo = { allowed: true, needsReason: false };
    expect(after({ outcome: 'changed', page: secret, undo }, { ...choice, isUndo: true })).toEqual({
      page: secret,
      notice: { kind: 'undone', to: shownLevel('Secret') },
    });
  });

  it('a change of another user stays, and the choice is kept', () => {
    const page = openPage({ current: 'Internal', revision: 2 });
    expect(after({ outcome: 'conflict', page })).toEqual({ page, notice: { kind: 'conflict', choice } });
  });

  it('another user who set the same level is no conflict', () => {
    const notice = { kind: 'unchanged', to: shownLevel('Secret') };
    expect(after({ outcome: 'conflict', page: secret })).toEqual({ page: secret, notice });
    expect(after({ outcome: 'unchanged', page: secret })).toEqual({ page: secret, notice });
  });

  it('a denial shows the current page and its reason', () => {
    const page = openPage({ current: 'Restricted', canEdit: false });
    const notice = { kind: 'denied', code: 'PAGE_NOT_EDITABLE' };
    expect(after({ outcome: 'denied', code: 'PAGE_NOT_EDITABLE', page })).toEqual({ page, notice });
  });

  it('a page that the person can no longer see ends the popup', () => {
    expect(after({ state: 'hidden' })).toEqual({ noPage: { state: 'hidden' } });
  });

  it('a failure shows the level from before, and keeps the choice for a retry', () => {
    const error = { code: 'UNREACHABLE' as const, message: 'Try again.' };
    expect(afterSetLevel(restricted, choice, { ok: false, error })).toEqual({
      page: restricted,
      notice: { kind: 'failed', choice, error },
    });
  });
});
