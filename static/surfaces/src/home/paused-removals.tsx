import { WaitingNote } from '../../../admin/src/runs/waiting';
import { useCallback, useState } from 'react';
import { formatInstant } from '../../../admin/src/dates';
import { useLoad } from '../../../admin/src/use-load';
import { useSending } from '../../../admin/src/use-sending';
import type { PausedRemoval } from '../../../../src/surfaces/home/contract';
import { commonTexts } from '../common-texts';
import { ask, type OperationError } from '../operations';
import { popupTexts } from '../popup/texts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { PageLink } from '../ui/page-link';
import { homeTexts as t } from './texts';

/** The removals of this person that wait until the app may act in their name. Renders nothing without one. */
export function PausedRemovals() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listPausedRemovals', {}), []));
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const cancel = (redactionId: string) =>
    void send(async () => {
      const answer = await ask('cancelRemoval', { redactionId });
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) setValue(answer.value);
    });
  if (load.state === 'failed')
    return <Failure title={t.pausedFailed} error={load.error} onRetry={() => void reload()} />;
  if (load.state === 'loading' || load.value.removals.length === 0) return null;
  return (
    <>
      {error !== undefined && <Failure title={t.notCanceled} error={error} />}
      <PausedRemovalList removals={load.value.removals} isSending={isSending} onCancel={cancel} />
    </>
  );
}

interface PausedRemovalListProps {
  readonly removals: readonly PausedRemoval[];
  readonly isSending: boolean;
  readonly onCancel: (redactionId: string) => void;
}

export function PausedRemovalList({ removals, isSending, onCancel }: PausedRemovalListProps) {
  const codes = [...new Set(removals.flatMap(({ paused }) => paused?.code ?? []))];
  return (
    <Message kind="warning" title={t.pausedTitle(removals.length)}>
      {codes.map((code) => (
        <p key={code}>{popupTexts.remove.whyPaused[code]}</p>
      ))}
      <p>{t.pausedBody}</p>
      <ul className="home-paused">
        {removals.map(({ redactionId, createdAt, waiting, pages }) => {
          const time = formatInstant(createdAt);
          return (
            <li key={redactionId}>
              {pages.map(({ pageId, title }) => (
                <PageLink key={pageId} pageId={pageId} title={title} />
              ))}
              <span className="note">{t.startedAt(time)}</span>
              <WaitingNote waiting={waiting} />
              <Button isBusy={isSending} aria-label={t.cancelRemoval(time)} onClick={() => onCancel(redactionId)}>
                {commonTexts.cancel}
              </Button>
            </li>
          );
        })}
      </ul>
    </Message>
  );
}
