import { type AuditDetails, auditDetails } from '../../audit/details';
import type { AuditSubject } from '../../audit/event';
import type { ConfigurationChange, ConfigurationKind } from '../../configuration/change-configuration';
import type { RefusalTexts } from '../../configuration/refusal-text';
import type { Random } from '../../platform/random';
import { type ExclusionRefusal, type ExclusionsEdit, withExclusions, withoutExclusion } from './edit-exclusions';
import { type Exclusions, readExclusions } from './exclusion-store';
import { reopenedEvent } from '../runs/turned-on';
import type { Exclusion } from './model';

/** The exclusions, as both doors change them. */

type Reason = ExclusionRefusal | 'EXCLUSIONS_TOO_LARGE';
export type ExclusionsChange = ConfigurationChange<Exclusions, Reason>;

const EXCLUSION_REFUSALS = {
  CHANGED: {
    code: 'EXCLUSIONS_CHANGED',
    problem: 'PRECONDITION_FAILED',
    detail: 'Other admins changed exclusions at the same time. Nothing was changed. Try again.',
    apiDetail: 'The exclusions do not match If-Match. Nothing was changed. Read them again, then decide.',
  },
  EXCLUSION_NOT_FOUND: {
    code: 'EXCLUSION_NOT_FOUND',
    problem: 'EXCLUSION_NOT_FOUND',
    detail: 'The exclusion no longer exists.',
    apiDetail: null,
  },
  TOO_MANY_EXCLUSIONS: {
    code: 'TOO_MANY_EXCLUSIONS',
    problem: 'CONFIGURATION_FULL',
    detail: 'A site can have up to 500 exclusions. Remove some first, or add one for a whole space or the site.',
  },
  TOO_MANY_PATTERNS: {
    code: 'TOO_MANY_PATTERNS',
    problem: 'CONFIGURATION_FULL',
    detail: 'A site can have up to 50 pattern exclusions. Remove one first.',
  },
  TOO_MANY_LABELS: {
    code: 'TOO_MANY_LABELS',
    problem: 'CONFIGURATION_FULL',
    detail: 'Exclusions can use up to five labels. Choose one of them, or remove an exclusion first.',
  },
  // Most likely because of too many fingerprints.
  EXCLUSIONS_TOO_LARGE: {
    code: 'EXCLUSIONS_TOO_LARGE',
    problem: 'CONFIGURATION_FULL',
    detail:
      'The exclusions are larger than 200 KiB (about 4,000 values). Remove some, or exclude by detector, pattern or domain.',
  },
} as const satisfies RefusalTexts<Reason>;

export const EXCLUSIONS = {
  rowKey: 'detection-exclusions',
  read: readExclusions,
  valueOf: ({ all }: Exclusions) => all,
  tooLarge: 'EXCLUSIONS_TOO_LARGE',
  refusals: EXCLUSION_REFUSALS,
} as const satisfies ConfigurationKind<Exclusions, Reason>;

export type NewExclusion = Pick<Exclusion, 'match' | 'scope' | 'reason' | 'expiresAt' | 'keyVersion'>;

interface ExclusionsAuthor {
  readonly random: Random;
  readonly now: Date;
  readonly createdBy: string;
}

export function toExclusions(wanted: readonly NewExclusion[], author: ExclusionsAuthor): readonly Exclusion[] {
  return wanted.map((one) => toExclusion(one, author));
}

export function toExclusion(wanted: NewExclusion, { random, now, createdBy }: ExclusionsAuthor): Exclusion {
  return { exclusionId: random.uuid(), ...wanted, createdBy, createdAt: now.toISOString() };
}

/**
 * Adds all exclusions or none.
 * @param added at least one
 * @param alongside rows to write in the same transaction
 */
export function addExclusions(
  added: readonly Exclusion[],
  now: Date,
  alongside?: ExclusionsChange['alongside'],
): ExclusionsChange {
  const [first] = added;
  return {
    type: 'exclusion.created',
    subject: added.length === 1 && first !== undefined ? subjectOf(first.exclusionId) : 'exclusions',
    edit: (current) => edited(current, withExclusions(current.all, added, now), 'after'),
    alongside,
  };
}

/** The findings that it excluded are open again at once, and the levels of their pages are raised in the background. */
export function removeExclusion(exclusionId: string, now: Date): ExclusionsChange {
  return {
    type: 'exclusion.deleted',
    subject: subjectOf(exclusionId),
    edit: (current) => edited(current, withoutExclusion(current.all, exclusionId, now), 'before'),
  };
}

function subjectOf(exclusionId: string): AuditSubject {
  return `exclusion:${exclusionId}`;
}

function edited(
  current: Exclusions,
  edit: ExclusionsEdit,
  side: 'before' | 'after',
): ReturnType<ExclusionsChange['edit']> {
  if (edit.outcome === 'refused') return edit;
  const { all, about } = edit;
  const details = { [side]: detailsOf(about) };
  const [first] = about;
  const event = side === 'before' && first !== undefined ? reopenedEvent(first) : undefined;
  return { outcome: 'changed', next: { ...current, all }, ...details, justification: first?.reason, event };
}

/** Describes exclusions that were created together. They differ only in their scope. */
function detailsOf(about: readonly Exclusion[]): AuditDetails | undefined {
  const [first] = about;
  if (first === undefined) return undefined;
  return auditDetails({
    by: first.match.by,
    ...valuesOf(about),
    scope: about.map(({ scope: { of, ...named } }) => [of, ...Object.values(named)].join(':')),
    exclusionIds: about.length === 1 ? undefined : about.map(({ exclusionId }) => exclusionId),
    expiresAt: first.expiresAt,
  });
}

/** The match values of the exclusions. */
function valuesOf(about: readonly Exclusion[]) {
  const fingerprints = about.flatMap(({ match }) => (match.by === 'fingerprint' ? match.fingerprints : []));
  if (fingerprints.length > 0) return { values: new Set(fingerprints).size };
  const details = about.flatMap(({ match }) =>
    Object.entries(match).filter(([name]) => ['detectorId', 'pattern', 'domain', 'field', 'kind'].includes(name)),
  );
  return Object.fromEntries(details.map(([name, value]) => [name, String(value)]));
}
