import { useCallback, useEffect, useRef, useState } from 'react';
import { formatInstant } from '../../../admin/src/dates';
import { focusIfLost, pageHeading } from '../../../admin/src/focus-if-lost';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import { useLoad } from '../../../admin/src/use-load';
import { useSending } from '../../../admin/src/use-sending';
import type { ConfirmMyProposalResult, MyProposal } from '../../../../src/surfaces/home/contract';
import { commonTexts } from '../common-texts';
import { ask, type OperationError } from '../operations';
import { popupTexts } from '../popup/texts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { LevelOrNone } from '../ui/level-or-none';
import { PageLink } from '../ui/page-link';
import { homeTexts as t } from './texts';

type Notice =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'failed'; readonly title: string; readonly error: Pick<OperationError, 'message'> };

const titleOf = ({ title }: MyProposal) => (title === '' ? commonTexts.untitled : title);
const { nameOf, proposal: p } = popupTexts;

/** The levels that an agent proposed to this person. Renders nothing without a proposal. */
export function Proposals({ onChanged }: { readonly onChanged: () => void }) {
  const { load, reload, refresh } = useLoad(useCallback(() => ask('listMyProposals', {}), []));
  const [notice, setNotice] = useState<Notice>();
  const { isSending, send } = useSending();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (notice !== undefined) focusIfLost(heading.current, pageHeading());
  }, [notice]);

  /** The notice comes last, so that the focus is not lost with the proposal. */
  const end = async (next: Notice) => {
    await refresh();
    setNotice(next);
  };
  const confirm = (proposal: MyProposal) =>
    void send(async () => {
      const { pageId, proposalId, level } = proposal;
      const answer = await ask('confirmMyProposal', { pageId, proposalId });
      if (!answer.ok) return setNotice({ kind: 'failed', title: t.notConfirmed, error: answer.error });
      const problem = problemOf(answer.value);
      if (problem === undefined) {
        await end({ kind: 'done', text: t.confirmed(nameOf(level), titleOf(proposal)) });
        return onChanged();
      }
      const failed: Notice = { kind: 'failed', title: t.notConfirmed, error: { message: problem } };
      if ('outcome' in answer.value && answer.value.outcome === 'denied') {
        if (answer.value.code !== 'PROPOSAL_NOT_VALID') return setNotice(failed);
      }
      await end(failed);
    });
  const dismiss = (proposal: MyProposal) =>
    void send(async () => {
      const { pageId, proposalId } = proposal;
      const answer = await ask('dismissMyProposal', { pageId, proposalId });
      if (!answer.ok) return setNotice({ kind: 'failed', title: p.dismissFailed, error: answer.error });
      await end({ kind: 'done', text: t.dismissed(titleOf(proposal)) });
    });

  if (load.state === 'failed')
    return <Failure title={t.proposalsFailed} error={load.error} onRetry={() => void reload()} />;
  const proposals = load.state === 'ready' ? load.value.proposals : [];
  return (
    <>
      <p role="status" className="home-proposal-status">
        {notice?.kind === 'done' && notice.text}
      </p>
      {notice?.kind === 'failed' && <Failure title={notice.title} error={notice.error} />}
      {proposals.length > 0 && (
        <section className="home-proposals" aria-labelledby="proposals">
          <h2 ref={heading} id="proposals" tabIndex={-1}>
            {p.title}
          </h2>
          <p className="note">{p.note}</p>
          <ul>
            {proposals.map((proposal) => (
              <Proposal
                key={proposal.proposalId}
                proposal={proposal}
                isSending={isSending}
                onConfirm={() => confirm(proposal)}
                onDismiss={() => dismiss(proposal)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Why the level was not set. Undefined: the page has the level. */
function problemOf(result: ConfirmMyProposalResult): string | undefined {
  if (!('outcome' in result)) return result.state === 'off' ? commonTexts.off : commonTexts.hidden;
  if (result.outcome === 'denied') return popupTexts.levels.denial(result.code);
  return result.outcome === 'conflict' ? t.changedSince : undefined;
}

interface ProposalProps {
  readonly proposal: MyProposal;
  readonly isSending: boolean;
  readonly onConfirm: () => void;
  readonly onDismiss: () => void;
}

function Proposal({ proposal, isSending, onConfirm, onDismiss }: ProposalProps) {
  const { pageId, title, level, current, reason, expiresAt } = proposal;
  const name = nameOf(level);
  const time = formatInstant(expiresAt);
  return (
    <li>
      <div>
        <PageLink pageId={pageId} title={title} />
      </div>
      <dl>
        <div>
          <dt>{t.currentLevel}</dt>
          <dd>
            <LevelOrNone level={current} />
          </dd>
        </div>
        <div>
          <dt>{t.proposedLevel}</dt>
          <dd>
            <LevelLozenge name={name} color={level.color} />
          </dd>
        </div>
      </dl>
      {reason !== undefined && (
        <div>
          <p className="note">{p.reason}</p>
          <p className="agent-reason">{reason}</p>
        </div>
      )}
      <p className="note">{t.confirmUntil(time)}</p>
      <div className="buttons">
        <Button
          appearance="primary"
          isBusy={isSending}
          aria-label={t.confirmLabel(name, titleOf(proposal))}
          onClick={onConfirm}
        >
          {p.confirm}
        </Button>
        <Button
          appearance="subtle"
          isBusy={isSending}
          aria-label={t.dismissLabel(name, titleOf(proposal))}
          onClick={onDismiss}
        >
          {p.dismiss}
        </Button>
      </div>
    </li>
  );
}
