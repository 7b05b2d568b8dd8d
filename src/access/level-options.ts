import { decide, type Denial, isInside, type KeyRights, type PageSeen } from './decide';
import { includesScope, type Scope } from './scope';

/** Which levels a key may know, and which of them it can set on a page: the same decision as setting one, asked for each. */

interface OptionsQuestion<L> {
  /** The scope that setting a level takes. */
  readonly required: Scope;
  readonly key: KeyRights;
  readonly page: Exclude<PageSeen, 'hidden'>;
  readonly currentLevelId: string | null;
  readonly levels: readonly L[];
}

export const OPTION_REASONS = [
  'INSUFFICIENT_SCOPE',
  'PAGE_NOT_EDITABLE',
  'LEVEL_ARCHIVED',
  'LEVEL_OUTSIDE_KEY_LIMIT',
] as const satisfies readonly Denial[];

export type OptionReason = (typeof OPTION_REASONS)[number];

export interface LevelOptions<L> {
  readonly canSetLevel: boolean;
  /** Why no level can be set; empty where one can. */
  readonly reasons: readonly OptionReason[];
  readonly levels: readonly {
    readonly level: L;
    readonly allowed: boolean;
    readonly reasons: readonly OptionReason[];
  }[];
}

export function findLevelOptions<L extends { readonly levelId: string; readonly status: 'PUBLISHED' | 'ARCHIVED' }>(
  question: OptionsQuestion<L>,
): LevelOptions<L> {
  const { required, key, page, currentLevelId } = question;
  const ofPage: OptionReason[] = [];
  if (!includesScope(key.scopes, required)) ofPage.push('INSUFFICIENT_SCOPE');
  if (!page.mayUpdate) ofPage.push('PAGE_NOT_EDITABLE');

  const levels = question.levels
    .filter(({ levelId }) => isInside(key.levelLimit, levelId))
    .map((level) => {
      const target = { levelId: level.levelId, levelStatus: level.status, subLevelBelongs: true };
      const reasons: OptionReason[] = level.status === 'ARCHIVED' ? [...ofPage, 'LEVEL_ARCHIVED'] : ofPage;
      return { level, allowed: decide({ required, key, page, currentLevelId, target }).allow, reasons };
    });

  const canSetLevel = levels.some(({ allowed }) => allowed);
  const ofLevels: OptionReason = levels.length === 0 ? 'LEVEL_OUTSIDE_KEY_LIMIT' : 'LEVEL_ARCHIVED';
  return { canSetLevel, reasons: canSetLevel ? [] : ofPage.length > 0 ? ofPage : [ofLevels], levels };
}
