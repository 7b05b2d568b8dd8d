import { levelShownFor, type PanelState } from './level-change';
import { ReasonForm } from '../ui/reason-form';
import { popupTexts } from './texts';
import type { PageActions } from './use-page';

interface ChangeFormProps {
  readonly page: PanelState['page'];
  readonly asking: NonNullable<PanelState['asking']>;
  readonly isSending: boolean;
  readonly actions: PageActions;
}

/** Asks before the page becomes less protected. */
export function ChangeForm({ page, asking, isSending, actions }: ChangeFormProps) {
  const { change: t } = popupTexts;
  const { target, isUndo, needsReason } = asking;
  const level = levelShownFor(page, target);
  const submit = target === 'none' ? t.submitClear : t.submitLower;
  return (
    <ReasonForm
      title={isUndo ? t.undo(level) : t.lower(level)}
      body={target === 'none' ? t.clearBody : t.lowerBody(page.level)}
      needsReason={needsReason}
      help={t.reasonHelp}
      submit={isUndo ? t.submitUndo : submit}
      isSending={isSending}
      onSubmit={(reason) => actions.apply({ target, isUndo, ...(reason === undefined ? {} : { reason }) })}
      onCancel={actions.stopAsking}
    />
  );
}
