import type { ChangeQuestion, Denial, VisiblePage } from '../../src/access/decide';

/** All denials of a change, and the input for a change with some of them. */

export const SPACE = '98306';
export const [CURRENT, TARGET, ELSE] = ['level-1', 'level-2', 'level-3'] as const;

/** The denials in the order of the contract, with their codes. */
export const FAULTS = {
  scope: 'INSUFFICIENT_SCOPE',
  hidden: 'PAGE_NOT_FOUND',
  'other space': 'PAGE_NOT_FOUND',
  'current level outside the limit': 'PAGE_NOT_FOUND',
  'unknown level': 'LEVEL_NOT_FOUND',
  'foreign sub-level': 'SUBLEVEL_NOT_IN_LEVEL',
  'archived level': 'LEVEL_ARCHIVED',
  'outside the scheme': 'LEVEL_NOT_IN_SPACE_SCHEME',
  'level outside the limit': 'LEVEL_OUTSIDE_KEY_LIMIT',
  'not editable': 'PAGE_NOT_EDITABLE',
  'lowering forbidden': 'LEVEL_CHANGE_FORBIDDEN',
  'no justification': 'JUSTIFICATION_REQUIRED',
  'below what was found': 'LEVEL_BELOW_FINDINGS',
} as const satisfies Readonly<Record<string, Denial>>;

export type Fault = keyof typeof FAULTS;
export const NAMES = Object.keys(FAULTS) as readonly Fault[];

/** A page that the creator of the key sees. Without faults, its level can be changed. */
export function visiblePage(faults: ReadonlySet<Fault> = new Set()): Exclude<VisiblePage, 'hidden'> {
  return { spaceId: SPACE, mayUpdate: !faults.has('not editable') };
}

export function questionWith(faults: ReadonlySet<Fault>): ChangeQuestion {
  const has = (fault: Fault) => faults.has(fault);
  return {
    required: 'classification::write',
    key: {
      scopes: { classification: has('scope') ? 'read' : 'write', detection: 'manage' },
      levelLimit: [
        ELSE,
        ...(has('current level outside the limit') ? [] : [CURRENT]),
        ...(has('level outside the limit') ? [] : [TARGET]),
      ],
      spaceLimit: has('other space') ? ['98307'] : ['98307', SPACE],
    },
    page: has('hidden') ? 'hidden' : visiblePage(faults),
    currentLevelId: CURRENT,
    target: {
      levelId: TARGET,
      levelStatus: has('unknown level') ? 'unknown' : has('archived level') ? 'ARCHIVED' : 'PUBLISHED',
      subLevelBelongs: !has('foreign sub-level'),
      isInScheme: !has('outside the scheme'),
    },
    lowering: { rule: has('lowering forbidden') ? 'forbidden' : 'justified', isJustified: !has('no justification') },
    isBelowFindings: has('below what was found'),
  };
}
