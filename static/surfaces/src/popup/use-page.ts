import { useState } from 'react';
import { useSending } from '../../../admin/src/use-sending';
import type {
  DeniedAction,
  NoPage,
  OpenPage,
  SetLevelResult,
  ShownProposal,
  SurfaceOperations,
} from '../../../../src/surfaces/contract';
import { ask, type Outcome } from '../operations';
import { announceLevel } from '../level-changed';
import {
  afterSetLevel,
  type Choice,
  isSameTarget,
  levelShownFor,
  type Notice,
  type PanelState,
  stepBefore,
  type Target,
  targetOf,
  type Undo,
} from './level-change';

/** The shared parts of the actions. One action runs at a time. */
interface PageContext {
  readonly state: PanelState;
  readonly setState: (state: PanelState) => void;
  readonly isSending: boolean;
  readonly send: (action: () => Promise<void>) => Promise<void>;
  readonly onNoPage: (view: NoPage) => void;
}

export type PageActions = ReturnType<typeof levelActions> & ReturnType<typeof findingActions>;

/** The page of the popup, and everything that the person does with it. */
export function usePage(initial: OpenPage, onNoPage: (view: NoPage) => void) {
  const [state, setState] = useState<PanelState>({ page: initial });
  const { isSending, send } = useSending();
  const { page, pending } = state;
  const context = { state, setState, isSending, send, onNoPage };
  const actions: PageActions = { ...levelActions(context), ...findingActions(context) };
  /** The level that the popup shows. It is the new one even before the response. */
  const shownLevel = pending === undefined ? page.level : levelShownFor(page, pending.target);
  return { state, shownLevel, isSending, actions };
}

function levelActions({ state, setState, isSending, send, onNoPage }: PageContext) {
  const { page, pending, notice } = state;
  const request = ({ target: level, reason, proposalId }: Choice): Promise<Outcome<SetLevelResult>> => {
    if (proposalId !== undefined) return ask('confirmProposal', { proposalId });
    const input: SurfaceOperations['setLevel']['input'] = { level, revision: page.revision };
    return ask('setLevel', reason === undefined ? input : { ...input, reason });
  };
  const apply = (choice: Choice) =>
    void send(async () => {
      setState({ page, pending: choice });
      const after = afterSetLevel(page, choice, await request(choice));
      if ('noPage' in after) return onNoPage(after.noPage);
      setState(after);
      if (after.page.revision !== page.revision) announceLevel(after.page);
    });

  return {
    apply,
    /** Sends a change at once, or asks for a reason or a confirmation first. */
    choose: (target: Target) => {
      const step = stepBefore(page, target);
      if (isSending || step === 'denied' || isSameTarget(target, targetOf(page.level))) return;
      const choice = { target, isUndo: false };
      if (step === 'nothing') apply(choice);
      else setState({ ...state, asking: { ...choice, needsReason: step === 'reason' } });
    },
    undo: ({ target, needsReason }: Undo) => {
      if (needsReason) setState({ ...state, asking: { target, isUndo: true, needsReason } });
      else apply({ target, isUndo: true });
    },
    /** Applies a choice to the level that another user set. Asks for a reason if the choice has none and needs one. */
    applyAgain: ({ target, reason }: Choice) => {
      const needsReason = stepBefore(page, target) === 'reason' && reason === undefined;
      if (needsReason) setState({ page, asking: { target, isUndo: false, needsReason } });
      else apply({ target, isUndo: false, ...(reason === undefined ? {} : { reason }) });
    },
    stopAsking: () =>
      setState({ page, ...(pending === undefined ? {} : { pending }), ...(notice === undefined ? {} : { notice }) }),
    dismiss: () => setState({ page }),
    confirmProposal: ({ proposalId, level }: ShownProposal) =>
      apply({ target: targetOf(level), isUndo: false, proposalId }),
    dismissProposal: ({ proposalId }: ShownProposal) =>
      void send(async () => {
        const answer = await ask('dismissProposal', { proposalId });
        if (!answer.ok) return setState({ page, notice: { kind: 'dismiss-failed', error: answer.error } });
        if (!('outcome' in answer.value)) return onNoPage(answer.value);
        setState({ page: answer.value.page });
      }),
  };
}

function findingActions({ state, setState, send, onNoPage }: PageContext) {
  const show = (page: OpenPage, notice: Notice) => {
    setState({ page, notice });
    if (page.revision !== state.page.revision) announceLevel(page);
  };
  const settle = <T extends { readonly outcome: 'excluded' | 'removed'; readonly page: OpenPage }>(
    answer: Outcome<T | DeniedAction | NoPage>,
    noticeFor: (value: T) => Notice,
  ) => {
    if (!answer.ok) return setState({ ...state, notice: { kind: 'finding-failed', error: answer.error } });
    const { value } = answer;
    if (!('outcome' in value)) return onNoPage(value);
    if (value.outcome === 'denied') return show(value.page, { kind: 'finding-denied', code: value.code });
    show(value.page, noticeFor(value));
  };

  return {
    exclude: (findingId: string, reason: string) =>
      void send(async () =>
        settle(await ask('excludeFinding', { findingId, reason }), ({ exclusionId }) => ({
          kind: 'excluded',
          exclusionId,
        })),
      ),
    undoExclusion: (exclusionId: string) =>
      void send(async () => settle(await ask('undoExclusion', { exclusionId }), () => ({ kind: 'exclusion-undone' }))),
    /** Reads the page again, for example after data was removed from it. */
    reload: () =>
      void send(async () => {
        const answer = await ask('openPopup', {});
        if (answer.ok && answer.value.state === 'page') setState({ page: answer.value });
      }),
  };
}
