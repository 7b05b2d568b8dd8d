import { events, view } from '@forge/bridge';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { BelowGroup, BelowJob } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { PageGroup } from './page-group';
import { ReasonField } from './reason-field';
import type { SendJob } from './send-job';
import { belowTexts as t } from './texts';

interface JobResultProps {
  readonly job: BelowJob;
  readonly isSending: boolean;
  readonly send: SendJob;
  readonly onRestart: () => void;
}

/** The counts of an ended job by result, and the next step: to start it after a preview, or to undo it. */
export function JobResult({ job, isSending, send, onRestart }: JobResultProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { jobId, kind, level, found, stoppedBy, counts, canStart, undo } = job;
  useAnnouncement(job);
  const begin = () => send(() => ask('startBelow', { previewId: jobId }));
  return (
    <>
      {stoppedBy !== undefined && <p>{t.stop(stoppedBy)}</p>}
      <p className="below-total">
        {t.total(found)}
        {level !== undefined && <LevelLozenge name={level.name} color={level.color} />}
      </p>
      <ul className="below-groups">
        {groupsOf(job).map((group) => (
          <PageGroup key={group.text} jobId={jobId} {...group} />
        ))}
      </ul>
      {kind === 'preview' && counts?.changed === 0 && <p>{t.nothing}</p>}
      {undo?.allowed === false && <p className="note">{t.undoForbidden}</p>}
      {isAsking && undo !== undefined ? (
        <UndoForm
          job={job}
          needsReason={undo.needsReason}
          isSending={isSending}
          send={send}
          onCancel={() => setIsAsking(false)}
        />
      ) : (
        <div className="buttons">
          {kind === 'preview' && canStart && counts !== undefined && (
            <Button appearance="primary" isBusy={isSending} onClick={() => void begin()}>
              {t.apply(counts.changed)}
            </Button>
          )}
          {kind !== 'preview' && (
            <Button appearance="primary" onClick={() => void view.close().catch(() => undefined)}>
              {t.close}
            </Button>
          )}
          {undo?.allowed === true && <Button onClick={() => setIsAsking(true)}>{t.undo}</Button>}
          <Button appearance="subtle" onClick={onRestart}>
            {kind === 'preview' ? t.back : t.again}
          </Button>
        </div>
      )}
    </>
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

/** The level of this page may have changed: the banner and the macros of the page read it again. */
function useAnnouncement({ kind, counts }: BelowJob): void {
  const isChange = kind !== 'preview' && (counts?.changed ?? 0) > 0;
  useEffect(() => {
    if (isChange) void events.emit('pgcls.level-changed', {}).catch(() => undefined);
  }, [isChange]);
}

interface UndoFormProps {
  readonly job: BelowJob;
  readonly needsReason: boolean;
  readonly isSending: boolean;
  readonly send: SendJob;
  readonly onCancel: () => void;
}

function UndoForm({ job: { jobId }, needsReason, isSending, send, onCancel }: UndoFormProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // A retry after a lost response must return the same undo.
  const requestKey = useRef(crypto.randomUUID());
  useEffect(() => form.current?.querySelector<HTMLElement>('textarea, button')?.focus(), []);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    const lacksReason = needsReason && text === '';
    setIsMissing(lacksReason);
    if (lacksReason) return form.current?.querySelector('textarea')?.focus();
    const why = text === '' ? {} : { reason: text };
    void send(() => ask('undoBelow', { jobId, requestKey: requestKey.current, ...why }));
  };
  return (
    <form ref={form} className="below-form" aria-label={t.undoTitle} noValidate onSubmit={onSubmit}>
      <h3>{t.undoTitle}</h3>
      <p>{t.undoBody}</p>
      {needsReason && (
        <ReasonField
          label={t.reason}
          isRequired
          error={isMissing ? t.undoNoReason : undefined}
          reason={reason}
          onChange={setReason}
        />
      )}
      <div className="buttons">
        <Button type="submit" appearance="primary" isBusy={isSending}>
          {t.undo}
        </Button>
        <Button appearance="subtle" onClick={onCancel}>
          {commonTexts.cancel}
        </Button>
      </div>
    </form>
  );
}
