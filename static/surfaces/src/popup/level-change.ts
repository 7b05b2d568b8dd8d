import type {
  DeniedAction,
  NoPage,
  OpenPage,
  SetLevelResult,
  ShownLevel,
  SurfaceOperations,
} from '../../../../src/surfaces/contract';
import type { OperationError, Outcome } from '../operations';

/** The choice of a person, the question before it is sent, and the result that the popup shows. Pure. */

export type Target = SurfaceOperations['setLevel']['input']['level'];

export interface Choice {
  readonly target: Target;
  readonly reason?: string;
  /** True if it restores the level from before this person's own change. */
  readonly isUndo: boolean;
  /** Confirms the proposal of an agent. */
  readonly proposalId?: string;
}

export interface Undo {
  readonly target: Target;
  readonly needsReason: boolean;
}

/** The outcome of the latest action. */
export type Notice =
  | { readonly kind: 'changed'; readonly from: ShownLevel | null; readonly to: ShownLevel | null; readonly undo?: Undo }
  | { readonly kind: 'undone'; readonly to: ShownLevel | null }
  /** The page already has the level. */
  | { readonly kind: 'unchanged'; readonly to: ShownLevel | null }
  /** Another user changed the level in the meantime. */
  | { readonly kind: 'conflict'; readonly choice: Choice }
  | { readonly kind: 'denied'; readonly code: string }
  | { readonly kind: 'failed'; readonly choice: Choice; readonly error: OperationError }
  | { readonly kind: 'dismiss-failed'; readonly error: OperationError }
  | { readonly kind: 'excluded'; readonly exclusionId: string }
  | { readonly kind: 'exclusion-undone' }
  | { readonly kind: 'finding-denied'; readonly code: DeniedAction['code'] }
  | { readonly kind: 'finding-failed'; readonly error: OperationError };

export interface PanelState {
  /** The latest response. */
  readonly page: OpenPage;
  /** A change without a response yet. The popup already shows its level. */
  readonly pending?: Choice;
  /** A change that needs a reason or a confirmation. */
  readonly asking?: Omit<Choice, 'reason' | 'proposalId'> & { readonly needsReason: boolean };
  readonly notice?: Notice;
}

export function targetOf(level: ShownLevel | null): Target {
  if (level === null) return 'none';
  const { levelId, subLevel } = level;
  return subLevel === undefined ? { levelId } : { levelId, subLevelId: subLevel.subLevelId };
}

export function isSameTarget(one: Target, other: Target): boolean {
  if (one === 'none' || other === 'none') return one === other;
  return one.levelId === other.levelId && one.subLevelId === other.subLevelId;
}

/** A target as a text, for a draft. */
export function targetText(target: Target): string {
  return target === 'none' ? target : [target.levelId, target.subLevelId ?? []].flat().join('/');
}

/** The target of a draft, if the person can still choose it. */
export function textTarget(text: string, page: OpenPage): Target | undefined {
  const [levelId = '', subLevelId] = text.split('/');
  const target = text === 'none' ? text : { levelId, ...(subLevelId === undefined ? {} : { subLevelId }) };
  if (text === '' || stepBefore(page, target) === 'denied') return undefined;
  const subLevels = page.options.find((option) => option.levelId === levelId)?.subLevels ?? [];
  return subLevelId === undefined || subLevels.some((one) => one.subLevelId === subLevelId) ? target : undefined;
}

/**
 * The step before a change is sent. `nothing`: it is sent at once, because it does not make the page less protected.
 */
export function stepBefore(page: OpenPage, target: Target): 'nothing' | 'confirm' | 'reason' | 'denied' {
  const option = target === 'none' ? undefined : optionOf(page, target.levelId);
  const rule = target === 'none' ? page.clear : option;
  if (rule?.allowed !== true) return 'denied';
  if (rule.needsReason) return 'reason';
  return option !== undefined && (option.isRaise || option.isCurrent) ? 'nothing' : 'confirm';
}

function optionOf({ options }: OpenPage, levelId: string) {
  return options.find((option) => option.levelId === levelId);
}

/** The level as it is shown before the response arrives. */
export function levelShownFor(page: OpenPage, target: Target): ShownLevel | null {
  if (target === 'none') return null;
  if (isSameTarget(target, targetOf(page.level))) return page.level;
  const option = optionOf(page, target.levelId);
  if (option === undefined) return page.level;
  const { levelId, name, color, description, subLevels } = option;
  const guideline = page.level?.levelId === levelId ? page.level.guideline : '';
  const subLevel = subLevels.find(({ subLevelId }) => subLevelId === target.subLevelId);
  return { levelId, name, color, description, guideline, ...(subLevel === undefined ? {} : { subLevel }) };
}

/** @returns the reason to show no page, or the state after the response */
export function afterSetLevel(
  page: OpenPage,
  choice: Choice,
  answer: Outcome<SetLevelResult>,
): PanelState | { readonly noPage: NoPage } {
  if (!answer.ok) return { page, notice: { kind: 'failed', choice, error: answer.error } };
  const { value } = answer;
  if (!('outcome' in value)) return { noPage: value };
  return { page: value.page, notice: noticeOf(page, choice, value) };
}

function noticeOf(before: OpenPage, choice: Choice, value: Exclude<SetLevelResult, NoPage>): Notice {
  const to = value.page.level;
  switch (value.outcome) {
    case 'denied':
      // An earlier attempt without a response was successful, and ended the proposal.
      if (choice.proposalId !== undefined && isSameTarget(choice.target, targetOf(to)))
        return { kind: 'unchanged', to };
      return { kind: 'denied', code: value.code };
    case 'conflict':
      // Another user chose the same level, or an earlier attempt without a response was successful.
      if (isSameTarget(choice.target, targetOf(to))) return { kind: 'unchanged', to };
      return { kind: 'conflict', choice };
    case 'unchanged':
      return { kind: 'unchanged', to };
    case 'changed': {
      if (choice.isUndo) return { kind: 'undone', to };
      const { undo } = value;
      const offered =
        undo?.allowed === true ? { undo: { target: targetOf(before.level), needsReason: undo.needsReason } } : {};
      return { kind: 'changed', from: before.level, to, ...offered };
    }
  }
}
