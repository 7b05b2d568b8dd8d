import type { Levels } from '../classification/level-store';
import {
  type Governance,
  type Purpose,
  PURPOSES,
  readGovernance,
  type UseRule,
  type UseSubject,
} from '../configuration/governance';
import { SEVERITIES } from '../detection/detector';
import type { Storage } from '../platform/storage';

/** The rules for what people and machines may do with a page (docs/adr/0130). */

export interface PageUse {
  /** The revision of the row, which has other parts. 0: never changed. */
  readonly revision: number;
  readonly rules: UseRules;
  /** The rules are those of a site that has set none. */
  readonly isProposed: boolean;
  /** The whole row, of which this is a part. */
  readonly stored: Governance;
}

/**
 * By subject. A level without a rule has that of the next more sensitive level with one. Without any, and without a rule for pages that have no
 * level, nothing is allowed. Any other omitted rule has no effect.
 */
export type UseRules = Readonly<Record<string, UseRule>>;

/** Those that are no level, in the order in which they are shown. */
export const OTHER_SUBJECTS: readonly UseSubject[] = [
  'no-level',
  ...SEVERITIES.map((severity): UseSubject => `findings:${severity}`).toReversed(),
  'not-scanned',
  'over-exposed',
];

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readPageUse(storage: Pick<Storage, 'read'>, levels: Levels): Promise<PageUse> {
  return pageUseOf(await readGovernance(storage), levels);
}

export function pageUseOf(
  { revision, stored }: Pick<PageUse, 'revision' | 'stored'>,
  levels: Pick<Levels, 'all'>,
): PageUse {
  return {
    ...{ revision, stored },
    rules: stored.use?.rules ?? proposedUse(levels),
    isProposed: stored.use === undefined,
  };
}

export const DENY_ALL: UseRule = { ask: [], deny: [...PURPOSES] };
const ONLY_ASK_TO_READ: UseRule = { ask: ['ai-read'], deny: PURPOSES.filter((purpose) => purpose !== 'ai-read') };
const ASK_ALL: UseRule = { ask: [...PURPOSES], deny: [] };
const ALLOW_ALL: UseRule = { ask: [], deny: [] };
const NOT_TO_OTHERS: readonly Purpose[] = ['ai-index', 'guest', 'public'];

/** The rules of a site that has set none. */
export function proposedUse({ all }: Pick<Levels, 'all'>): UseRules {
  const used = all.filter(({ status }) => status === 'PUBLISHED');
  const ofLevels = used.map(
    ({ levelId }, index) => [`level:${levelId}`, [DENY_ALL, ONLY_ASK_TO_READ][index] ?? ALLOW_ALL] as const,
  );
  return {
    ...Object.fromEntries(ofLevels),
    'no-level': ASK_ALL,
    'findings:critical': { ask: [], deny: [...NOT_TO_OTHERS] },
  };
}
