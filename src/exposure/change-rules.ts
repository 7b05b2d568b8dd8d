import { type AuditDetails, auditDetails, difference } from '../audit/details';
import type { AuditSubject } from '../audit/event';
import { findLevel, type Levels, readLevels } from '../classification/level-store';
import type { ConfigurationChange, ConfigurationKind } from '../configuration/change-configuration';
import type { RefusalTexts } from '../configuration/refusal-text';
import { RULE_REFUSALS } from '../configuration/rule-refusals';
import type { Random } from '../platform/random';
import { DAY_MS } from './judged';
import { type ExposureException, type ExposureRule, GOVERNANCE_ROW } from '../configuration/governance';
import { type Exposure, MAX_EXCEPTION_DAYS, MAX_EXCEPTIONS, proposedRules, readExposure } from './rules';

/** How a site admin changes the rules of exposure and the exceptions from them. Every change also removes exceptions that ended. */

type ExposureRefusal =
  | 'LEVEL_NOT_SETTABLE'
  | 'LEVEL_WITHOUT_RULE'
  | 'EXCEPTION_NOT_FOUND'
  | 'TOO_MANY_EXCEPTIONS'
  | 'UNTIL_OUT_OF_RANGE'
  | 'CONFIGURATION_TOO_LARGE';

export type ExposureChange = ConfigurationChange<Exposure, ExposureRefusal>;

const UNTIL = `must be in the future, and at most ${MAX_EXCEPTION_DAYS} days ahead`;

const EXPOSURE_REFUSALS = {
  CHANGED: {
    code: 'EXPOSURE_CHANGED',
    problem: 'PRECONDITION_FAILED',
    detail: 'Another admin changed the rules or exceptions. Reload the page, then try again.',
    apiDetail: 'The rules or exceptions do not match If-Match. Nothing was changed. Read them again, then decide.',
  },
  LEVEL_WITHOUT_RULE: {
    code: 'LEVEL_NOT_SETTABLE',
    problem: 'INVALID_SETTINGS',
    detail: 'The level has no rule, so an exception has no effect. Choose another level.',
    members: ['levelId'],
  },
  EXCEPTION_NOT_FOUND: {
    code: 'EXCEPTION_NOT_FOUND',
    problem: 'CONFIGURATION_NOT_FOUND',
    detail: 'The exception has ended.',
    apiDetail: 'GET /v1/setting/exposure/exception lists the exceptions with their ids.',
    members: ['exceptionId'],
  },
  TOO_MANY_EXCEPTIONS: {
    code: 'TOO_MANY_EXCEPTIONS',
    problem: 'CONFIGURATION_FULL',
    detail: `A site can have up to ${MAX_EXCEPTIONS} exceptions. End one first, or add one for a whole space.`,
  },
  UNTIL_OUT_OF_RANGE: {
    field: 'until',
    message: UNTIL,
    problem: 'INVALID_SETTINGS',
    detail: `\`until\` ${UNTIL}.`,
    members: ['until'],
  },
  ...RULE_REFUSALS,
} as const satisfies RefusalTexts<ExposureRefusal>;

export const EXPOSURE = {
  rowKey: GOVERNANCE_ROW.key,
  read: async (storage, installationId) => readExposure(storage, await readLevels(storage, installationId)),
  valueOf: ({ stored, rules, exceptions }) => ({ ...stored, exposure: { rules, exceptions: [...exceptions] } }),
  tooLarge: 'CONFIGURATION_TOO_LARGE',
  refusals: EXPOSURE_REFUSALS,
} as const satisfies ConfigurationKind<Exposure, ExposureRefusal>;

/** Replaces the rules of all levels. A level that was archived keeps the rule that it has. */
export function setRules(levels: Levels, rules: Exposure['rules'], now: Date): ExposureChange {
  return {
    type: 'exposure.rule.updated',
    subject: 'exposure',
    edit: (current) => {
      const wrong = Object.entries(rules).filter(
        ([levelId, rule]) =>
          !isSettable(levels, levelId) && entryOf(levelId, rule) !== entryOf(levelId, current.rules[levelId]),
      );
      if (wrong.length > 0)
        return {
          outcome: 'refused',
          reason: 'LEVEL_NOT_SETTABLE',
          where: wrong.map(([levelId]) => `level:${levelId}`),
        };
      const before = entriesOf(current.rules);
      const after = entriesOf(rules);
      const changed = difference(
        { exposureRules: before.filter((entry) => !after.includes(entry)) },
        { exposureRules: after.filter((entry) => !before.includes(entry)) },
      );
      if (changed === undefined) return { outcome: 'unchanged' };
      return { outcome: 'changed', next: { ...withoutEnded(current, now), rules }, ...changed };
    },
  };
}

/** Sets the rules that a site without own rules has. */
export function resetRules(levels: Levels, now: Date): ExposureChange {
  return setRules(levels, proposedRules(levels), now);
}

function isSettable(levels: Levels, levelId: string): boolean {
  return findLevel(levels, levelId)?.status === 'PUBLISHED';
}

export type NewException = Pick<ExposureException, 'pageId' | 'spaceId' | 'levelId' | 'until' | 'reason'>;

/** @param wanted its reason was checked, and its page or space is one that the author sees */
export function toException(
  wanted: NewException,
  { random, now }: { readonly random: Random; readonly now: Date },
): ExposureException {
  return { exceptionId: random.uuid(), ...wanted, createdAt: now.toISOString() };
}

/** @param alongside rows to write in the same transaction */
export function createException(
  exception: ExposureException,
  now: Date,
  alongside?: ExposureChange['alongside'],
): ExposureChange {
  return {
    type: 'exposure.exception.created',
    subject: subjectOf(exception),
    edit: (current) => {
      const ahead = Date.parse(exception.until) - now.getTime();
      if (ahead <= 0 || ahead > MAX_EXCEPTION_DAYS * DAY_MS)
        return { outcome: 'refused', reason: 'UNTIL_OUT_OF_RANGE' };
      if (current.rules[exception.levelId] === undefined) return { outcome: 'refused', reason: 'LEVEL_WITHOUT_RULE' };
      const kept = withoutEnded(current, now);
      if (kept.exceptions.length >= MAX_EXCEPTIONS) return { outcome: 'refused', reason: 'TOO_MANY_EXCEPTIONS' };
      const next = { ...kept, exceptions: [...kept.exceptions, exception] };
      return { outcome: 'changed', next, after: detailsOf(exception), justification: exception.reason };
    },
    alongside,
  };
}

/** @param exception as it was read. Its id decides */
export function endException(exception: ExposureException, now: Date): ExposureChange {
  return {
    type: 'exposure.exception.ended',
    subject: subjectOf(exception),
    edit: (current) => {
      const kept = withoutEnded(current, now);
      const others = kept.exceptions.filter(({ exceptionId }) => exceptionId !== exception.exceptionId);
      if (others.length === kept.exceptions.length) return { outcome: 'refused', reason: 'EXCEPTION_NOT_FOUND' };
      return {
        outcome: 'changed',
        next: { ...kept, exceptions: others },
        before: detailsOf(exception),
        justification: exception.reason,
      };
    },
  };
}

function withoutEnded({ isProposed: _any, ...current }: Exposure, now: Date): Exposure {
  return { ...current, exceptions: current.exceptions.filter(({ until }) => until > now.toISOString()) };
}

function subjectOf({ pageId, spaceId }: ExposureException): AuditSubject {
  return pageId === undefined ? `space:${spaceId}` : `page:${pageId}`;
}

function detailsOf({ levelId, until }: ExposureException): AuditDetails {
  return auditDetails({ levelId, expiresAt: until });
}

const entriesOf = (rules: Exposure['rules']) =>
  Object.entries(rules)
    .map(([levelId, rule]) => entryOf(levelId, rule))
    .toSorted();

/** `<UUID>: {"maxPeople":50,"guests":"forbidden",…}` */
function entryOf(levelId: string, rule: ExposureRule | undefined): string {
  if (rule === undefined) return levelId;
  const { maxPeople, guests, unlicensed, anonymous, groupIds } = rule;
  return `${levelId}: ${JSON.stringify({ maxPeople, guests, unlicensed, anonymous, groupIds: groupIds?.toSorted() })}`;
}
