import { defaultLevels } from '../../src/classification/default-levels';
import type { Levels } from '../../src/classification/level-store';
import { NO_SETTINGS } from '../../src/classification/settings';
import {
  createException,
  endException,
  EXPOSURE,
  type ExposureChange,
  resetRules,
  setRules,
  toException,
} from '../../src/exposure/change-rules';
import type { ExposureException } from '../../src/configuration/governance';
import { type Exposure, exceptionFor, MAX_EXCEPTIONS, proposedRules } from '../../src/exposure/rules';

/** Edits of rules and exceptions. */

const NOW = new Date('2026-11-23T08:00:00.000Z');
const all = defaultLevels('installation');
const levels: Levels = { revision: 1, all, settings: NO_SETTINGS };
const [highest, second, , last] = all;
const idOf = (level = highest) => level?.levelId ?? '';
const proposed: Exposure = { revision: 0, rules: proposedRules(levels), exceptions: [], stored: {} };
const RULE = { guests: 'allowed', unlicensed: 'allowed', anonymous: 'forbidden' } as const;

const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();
const anException = (change: Partial<ExposureException> = {}): ExposureException => ({
  ...toException(
    { spaceId: '98306', levelId: idOf(), until: at(30), reason: 'Known.' },
    { random: { uuid: () => '00000000-0000-4000-8000-000000000001' } as never, now: NOW },
  ),
  ...change,
});

const edited = ({ edit }: ExposureChange, current: Exposure = proposed) => edit(current);
function changed(change: ExposureChange, current?: Exposure) {
  const done = edited(change, current);
  if (done.outcome !== 'changed') throw new Error(JSON.stringify(done));
  return done;
}

it('the first change stores the proposed rules of the other levels as they are', () => {
  const { next } = changed(createException(anException(), NOW));
  expect(EXPOSURE.valueOf(next)).toEqual({ exposure: { rules: proposed.rules, exceptions: [anException()] } });
});

it('the proposed rules can be set again, and change nothing where they apply', () => {
  const own = changed(setRules(levels, { [idOf()]: RULE }, NOW)).next;
  expect(changed(resetRules(levels, NOW), own).next.rules).toEqual(proposed.rules);
  expect(edited(resetRules(levels, NOW))).toEqual({ outcome: 'unchanged' });
});

it('the audit event of new rules has only the levels that differ', () => {
  const { before, after } = changed(
    setRules(levels, { ...proposed.rules, [idOf(second)]: { ...RULE, maxPeople: 7 } }, NOW),
  );
  const entry = (rule: object) => ({ exposureRules: [`${idOf(second)}: ${JSON.stringify(rule)}`] });
  expect(after).toEqual(entry({ maxPeople: 7, ...RULE }));
  expect(before).toEqual(entry({ guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' }));
});

it('a rule has a level that can be set, except one that has this rule already', () => {
  const unknown = 'c4f0f7c8-0000-4000-8000-000000000000';
  const refused = (levelId: string) => ({
    outcome: 'refused',
    reason: 'LEVEL_NOT_SETTABLE',
    where: [`level:${levelId}`],
  });
  expect(edited(setRules(levels, { [unknown]: RULE }, NOW))).toEqual(refused(unknown));
  const archived = {
    ...levels,
    all: all.map((one) => (one === highest ? { ...one, status: 'ARCHIVED' as const } : one)),
  };
  const rules = { ...proposed.rules, [idOf(last)]: RULE };
  expect(changed(setRules(archived, rules, NOW)).next.rules).toEqual(rules);
  expect(edited(setRules(archived, { [idOf()]: RULE }, NOW))).toEqual(refused(idOf()));
});

it.each([
  ['UNTIL_OUT_OF_RANGE', anException({ until: at(0) })],
  ['UNTIL_OUT_OF_RANGE', anException({ until: at(366.01) })],
  ['LEVEL_WITHOUT_RULE', anException({ levelId: idOf(last) })],
])('an exception is refused: %s', (reason, exception) => {
  expect(edited(createException(exception, NOW))).toEqual({ outcome: 'refused', reason });
});

it('exceptions that ended make room, and every change removes them', () => {
  const full = { ...proposed, exceptions: Array<ExposureException>(MAX_EXCEPTIONS).fill(anException()) };
  expect(edited(createException(anException(), NOW), full)).toEqual({
    outcome: 'refused',
    reason: 'TOO_MANY_EXCEPTIONS',
  });
  const [, ...others] = full.exceptions;
  const ended = { ...full, exceptions: [anException({ until: at(-1) }), ...others] };
  expect(changed(createException(anException({ until: at(366) }), NOW), ended).next.exceptions).toHaveLength(
    MAX_EXCEPTIONS,
  );
  expect(changed(setRules(levels, {}, NOW), ended).next.exceptions).toEqual(others);
});

it('an exception ends once, and its audit event has its page, level, end and reason', () => {
  const exception = anException({ pageId: '164001' });
  const change = endException(exception, NOW);
  const { next, before, justification } = changed(change, { ...proposed, exceptions: [exception] });
  expect([change.type, change.subject, before, justification]).toEqual([
    ...['exposure.exception.ended', 'page:164001'],
    { levelId: idOf(), expiresAt: at(30) },
    'Known.',
  ]);
  expect(edited(change, next)).toEqual({ outcome: 'refused', reason: 'EXCEPTION_NOT_FOUND' });
});

it('an exception applies until its time, to its page or space, and only with its level', () => {
  const page = { pageId: '7', spaceId: '98306', levelId: idOf() };
  const applies = (change: Partial<ExposureException>) =>
    exceptionFor({ exceptions: [anException(change)] }, page, NOW) !== undefined;
  expect([applies({}), applies({ pageId: '7' })]).toEqual([true, true]);
  const others = [{ until: at(0) }, { pageId: '8' }, { spaceId: '98305' }, { levelId: idOf(second) }];
  expect(others.map(applies)).toEqual([false, false, false, false]);
  const ofPage = anException({ pageId: '7' });
  expect(exceptionFor({ exceptions: [anException(), ofPage] }, page, NOW)).toBe(ofPage);
});
