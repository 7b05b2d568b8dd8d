import { useId } from 'react';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { ShownProposal } from '../../../../src/surfaces/contract';
import { Button } from '../ui/button';
import { popupTexts } from './texts';
import type { PageActions } from './use-page';

const { proposal: t } = popupTexts;

interface ProposalSectionProps {
  readonly proposal: ShownProposal;
  readonly isSending: boolean;
  readonly actions: PageActions;
}

/** A level that an agent proposed to this person. Only this person confirms it. */
export function ProposalSection({ proposal, isSending, actions }: ProposalSectionProps) {
  const { level, reason, allowed } = proposal;
  const id = useId();
  return (
    <section className="proposal" aria-labelledby={id}>
      <h2 id={id}>{t.title}</h2>
      <LevelLozenge name={popupTexts.nameOf(level)} color={level.color} />
      {level.description !== '' && <p className="note">{level.description}</p>}
      {reason !== undefined && (
        <>
          <p className="note">{t.reason}</p>
          <p className="agent-reason written" tabIndex={0}>
            {reason}
          </p>
        </>
      )}
      <p className="note">{allowed ? t.note : t.denied}</p>
      <div className="buttons">
        {allowed && (
          <Button appearance="primary" isBusy={isSending} onClick={() => actions.confirmProposal(proposal)}>
            {t.confirm}
          </Button>
        )}
        <Button appearance="subtle" isBusy={isSending} onClick={() => actions.dismissProposal(proposal)}>
          {t.dismiss}
        </Button>
      </div>
    </section>
  );
}
