import { useRef, useState } from 'react';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { BelowGroup, BelowJob } from '../../../../src/surfaces/contract';
import { closeFrame } from '../close-frame';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { ReasonForm } from '../ui/reason-form';
import { PageGroup } from './page-group';
import type { SendJob } from './send-job';
import { belowTexts as t } from './texts';
import { titleOf } from './use-job';

interface JobResultProps {
  readonly job: BelowJob;
  /** False on the home page, which has the result above its lists. */
  readonly isDialog: boolean;
  readonly isSending: boolean;
  readonly send: SendJob;
  readonly onRestart: () => void;
}

/** The counts of an ended job by result, and the next step, which is to start it after a preview or to undo it. */
export function JobResult({ job, isDialog, isSending, send, onRestart }: JobResultProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [isOpen, setIsOpen] = useState(isDialog);
  const { jobId, kind, level, found, stoppedBy, counts, counted, canStart, undo } = job;
  // A retry after a lost response must return the same undo.
  const undoKey = useRef(crypto.randomUUID());
  const begin = () => send(() => ask('startBelow', { previewId: jobId }));
  const undoJob = (reason: string | undefined) =>
    void send(() =>
      ask('undoBelow', { jobId, requestKey: undoKey.current, ...(reason === undefined ? {} : { reason }) }),
    );
  const askToUndo = () => {
    setIsOpen(true);
    setIsAsking(true);
  };
  if (!isOpen) return <OneLine job={job} onDetails={() => setIsOpen(true)} onUndo={askToUndo} onDismiss={onRestart} />;
  return (
    <>
      {!isDialog && <h2>{titleOf(job)}</h2>}
      {stoppedBy !== undefined && <p>{t.stop(stoppedBy)}</p>}
      <p className="below-total">
        {t.total(found)}
        {level !== undefined && <LevelLozenge name={level.name} color={level.color} />}
      </p>
      {counted !== undefined && <p className="note">{t.counted(counted)}</p>}
      <ul className="below-groups">
        {groupsOf(job).map((group) => (
          <PageGroup key={group.text} jobId={jobId} {...group} />
        ))}
      </ul>
      {kind === 'preview' && counts?.changed === 0 && counted === undefined && <p>{t.nothing}</p>}
      {undo?.allowed === false && <p className="note">{t.undoForbidden}</p>}
      {isAsking && undo !== undefined ? (
        <ReasonForm
          title={t.undoTitle}
          body={t.undoBody}
          needsReason={undo.needsJustification}
          help={t.reasonHelp}
          submit={t.undo}
          isSending={isSending}
          onSubmit={undoJob}
          onCancel={() => setIsAsking(false)}
        />
      ) : (
        <div className="buttons">
          {kind === 'preview' && canStart && counts !== undefined && (
            <Button appearance="primary" isBusy={isSending} onClick={() => void begin()}>
              {counted === undefined ? t.apply(counts.changed) : t.applyAll}
            </Button>
          )}
          {kind !== 'preview' && isDialog && (
            <Button appearance="primary" onClick={closeFrame}>
              {t.close}
            </Button>
          )}
          {undo?.allowed === true && <Button onClick={() => setIsAsking(true)}>{t.undo}</Button>}
          <Button appearance="subtle" onClick={onRestart}>
            {kind === 'preview' ? t.back : isDialog ? t.again : t.dismiss}
          </Button>
        </div>
      )}
    </>
  );
}

interface OneLineProps {
  readonly job: BelowJob;
  readonly onDetails: () => void;
  readonly onUndo: () => void;
  readonly onDismiss: () => void;
}

/** The result on the home page, above its lists. */
function OneLine({ job, onDetails, onUndo, onDismiss }: OneLineProps) {
  const { level, undo } = job;
  return (
    <div className="home-result">
      <p role="status">
        <strong>{titleOf(job)}</strong> {t.summary(groupsOf(job).map(({ text }) => text))}{' '}
        {level !== undefined && <LevelLozenge name={level.name} color={level.color} />}
      </p>
      <Button appearance="link" aria-expanded={false} onClick={onDetails}>
        {t.details}
      </Button>
      {undo?.allowed === true && <Button onClick={onUndo}>{t.undo}</Button>}
      <Button appearance="subtle" onClick={onDismiss}>
        {t.dismiss}
      </Button>
    </div>
  );
}

interface Group {
  readonly text: string;
  readonly group: BelowGroup;
  readonly code?: string;
}

function groupsOf({ kind, counts }: BelowJob): readonly Group[] {
  if (counts === undefined) return [];
  const groups = (['changed', 'lowered', 'kept', 'same'] as const)
    .filter((group) => counts[group] > 0)
    .map((group) => ({ group, text: t[group][kind](counts[group]) }));
  const failed = counts.failed.map(({ code, count }) => ({
    group: 'failed' as const,
    code,
    text: t.failure(code, count),
  }));
  return [...groups, ...failed];
}
