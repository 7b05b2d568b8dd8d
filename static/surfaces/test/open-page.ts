import type { Evidence, LevelOption, OpenPage, ShownLevel } from '../../../src/surfaces/contract';

/** A page as the popup gets it, for a person who can edit it. */

const NAMES = ['Public', 'Internal', 'Restricted', 'Secret'] as const;
export type LevelNamed = (typeof NAMES)[number];

export const levelIdOf = (name: LevelNamed) => `00000000-0000-4000-8000-00000000000${NAMES.indexOf(name)}`;
export const FINANCE = '00000000-0000-4000-8000-0000000000f0';

const common = (name: LevelNamed) => ({
  levelId: levelIdOf(name),
  name,
  color: 'BLUE' as const,
  description: `The meaning of ${name}`,
});

export function shownLevel(name: LevelNamed): ShownLevel {
  return { ...common(name), guideline: `How to handle ${name}` };
}

/** @param changes what differs from a level that the person can set freely */
function option(name: LevelNamed, current: LevelNamed | undefined, changes: Partial<LevelOption>): LevelOption {
  const rank = NAMES.indexOf(name) - (current === undefined ? -1 : NAMES.indexOf(current));
  const subLevels = name === 'Secret' ? [{ subLevelId: FINANCE, name: 'Finance', description: 'Only finance' }] : [];
  const facts = { isCurrent: name === current, isRaise: rank > 0, allowed: true, reasons: [], needsReason: false };
  return { ...common(name), ...facts, subLevels, ...changes };
}

interface PageOptions extends Partial<OpenPage> {
  readonly current?: LevelNamed;
  readonly changes?: Partial<Record<LevelNamed, Partial<LevelOption>>>;
}

export function openPage({ current, changes = {}, ...others }: PageOptions = {}): OpenPage {
  return {
    state: 'page',
    revision: current === undefined ? 'absent' : 1,
    level: current === undefined ? null : shownLevel(current),
    byline: { title: current ?? 'Not classified', tooltip: 'A page', icon: 'data:image/svg+xml;utf8,' },
    canEdit: true,
    options: [...NAMES].reverse().map((name) => option(name, current, changes[name] ?? {})),
    reasons: [],
    ...(current === undefined ? {} : { clear: { allowed: true, reasons: [], needsReason: false } }),
    history: [],
    hasMoreHistory: false,
    may: { exclude: true, redact: true },
    ...others,
  };
}

export function evidence(others: Partial<Evidence> = {}): Evidence {
  return {
    open: { critical: 1, high: 0, medium: 2, low: 0 },
    findings: [
      {
        findingId: '00000000-0000-4000-8000-0000000000e1',
        detector: 'Private key',
        severity: 'critical',
        excerpt: 'key: ••••',
        explanation: 'Found with high confidence because its check digits are valid.',
        count: 2,
        canRedact: true,
      },
      {
        findingId: '00000000-0000-4000-8000-0000000000e2',
        detector: 'Email address',
        severity: 'medium',
        excerpt: 'mail ••••',
        explanation: 'Found with high confidence because its check digits are valid.',
        count: 1,
        canRedact: false,
      },
    ],
    hasMore: false,
    scan: 'current',
    ...others,
  };
}
