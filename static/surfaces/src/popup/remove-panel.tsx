import { router } from '@forge/bridge';
import { useEffect } from 'react';
import { WaitingNote } from '../../../admin/src/runs/waiting';
import { useSending } from '../../../admin/src/use-sending';
import type { NoPage, OpenPage, PageRedaction, ShownFinding } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { Skeleton } from '../ui/skeleton';
import { popupTexts } from './texts';
import { hasEnded, type Removal, useRemoval } from './use-removal';

const { remove: t, notice } = popupTexts;

interface RemovePanelProps {
  readonly findings: readonly ShownFinding[];
  readonly page: OpenPage;
  /** @param hasChanged whether the page may have changed */
  readonly onClose: (hasChanged: boolean) => void;
  readonly onNoPage: (view: NoPage) => void;
}

/** Removes values. Shows a preview, asks for confirmation, then shows the result. */
export function RemovePanel({ findings, onClose, onNoPage }: RemovePanelProps) {
  const plan = useRemoval(true, onNoPage);
  const edit = useRemoval(false, onNoPage);
  const { isSending, send } = useSending();
  const findingIds = findings.map(({ findingId }) => findingId);
  useEffect(() => {
    void plan.start(findingIds);
  }, []);

  const planned = plan.redaction !== undefined && hasEnded(plan.redaction) ? plan.redaction : undefined;
  const ready = planned?.findings.filter(({ status }) => status === 'would-be-redacted') ?? [];
  const remove = () => void send(() => edit.start(ready.map(({ findingId }) => findingId)));
  if (edit.redaction !== undefined) {
    return (
      <>
        <Problem title={t.progressFailed} {...edit} />
        <RemovalResult redaction={edit.redaction} onClose={() => onClose(true)} />
      </>
    );
  }
  return (
    <>
      <Problem title={t.planFailed} {...plan} onRetry={() => void plan.start(findingIds)} />
      <Problem title={t.failed} {...edit} onRetry={remove} />
      {planned === undefined && plan.error === undefined && plan.denied === undefined && <Planning />}
      {planned !== undefined && <RemovalPlan redaction={planned} />}
      <div className="buttons">
        {ready.length > 0 && (
          <Button appearance="danger" isBusy={isSending} onClick={remove}>
            {t.submit}
          </Button>
        )}
        <Button appearance="subtle" onClick={() => onClose(false)}>
          {commonTexts.cancel}
        </Button>
      </div>
    </>
  );
}

function Planning() {
  return (
    <>
      <p role="status">{t.planning}</p>
      <Skeleton rows={2} />
    </>
  );
}

interface ProblemProps extends Removal {
  readonly title: string;
  readonly onRetry?: () => void;
}

function Problem({ title, error, denied, onRetry }: ProblemProps) {
  if (denied !== undefined) return <Failure title={title} error={{ message: notice.findingDenial(denied) }} />;
  return error && <Failure title={title} error={error} {...(onRetry && { onRetry })} />;
}

/** The preview of a removal. */
export function RemovalPlan({ redaction }: { readonly redaction: PageRedaction }) {
  const places = redaction.pages.flatMap((page) => page.places).reduce((sum, { count }) => sum + count, 0);
  const cuts = redaction.pages.flatMap((page) => page.cuts ?? []);
  if (redaction.stoppedBy === 'CANNOT_ACT_AS_PERSON')
    return (
      <Message kind="warning" title={t.planFailed}>
        {t.noPreview}
      </Message>
    );
  return (
    <>
      <p role="status">{t.planned(places)}</p>
      {cuts.length > 0 && (
        <ul className="cuts" aria-label={t.cuts}>
          {cuts.map(({ before, after, ...cut }, index) => (
            <li key={index}>
              <p className="note">{t.where(cut)}</p>
              <span className="note">{t.before}</span> <del>{before}</del>
              <br />
              <span className="note">{t.after}</span> <ins>{after}</ins>
            </li>
          ))}
        </ul>
      )}
      {places > cuts.length && cuts.length > 0 && <p className="note">{t.moreCuts(places - cuts.length)}</p>}
      <Remaining redaction={redaction} title={t.stays} />
      {places > 0 && (
        <Message kind="warning" title={t.warning}>
          <ul>
            {t.consequences.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Message>
      )}
    </>
  );
}

interface RemainingProps {
  readonly redaction: PageRedaction;
  readonly title: (count: number) => string;
}

/** The findings that stay, each reason once, and similar text. */
function Remaining({ redaction: { findings, pages }, title }: RemainingProps) {
  const failed = findings.filter(({ status }) => status === 'failed');
  const reasons = [...new Set(failed.flatMap(({ reason }) => reason ?? []))];
  const uncertain = pages.reduce((sum, { uncertainPlaces }) => sum + uncertainPlaces.count, 0);
  return (
    <>
      {failed.length > 0 && (
        <Message kind="warning" title={title(failed.length)}>
          {reasons.map((reason) => (
            <p key={reason}>{t.reasons[reason]}</p>
          ))}
        </Message>
      )}
      {uncertain > 0 && <p>{t.uncertain(uncertain)}</p>}
    </>
  );
}

interface RemovalResultProps {
  readonly redaction: PageRedaction;
  readonly onClose: () => void;
}

/** The progress and the result of a removal. */
export function RemovalResult({ redaction, onClose }: RemovalResultProps) {
  const { findings, pages } = redaction;
  const done = findings.filter(({ status }) => status !== 'waiting').length;
  if (!hasEnded(redaction)) {
    return (
      <>
        <p role="status">{t.running}</p>
        <progress className="progress" aria-label={t.running} value={done} max={findings.length} />
        <WaitingNote waiting={redaction.waiting} />
        {redaction.paused === undefined ? (
          <p className="note">{t.continues}</p>
        ) : (
          <Message kind="warning" title={t.paused}>
            <p>{t.whyPaused[redaction.paused.code]}</p>
            <p>{t.pausedBody}</p>
          </Message>
        )}
      </>
    );
  }
  const removed = findings.filter(({ status }) => status === 'redacted').length;
  const selections = pages.reduce((sum, { inlineSelections }) => sum + inlineSelections.length, 0);
  return (
    <>
      <p role="status">{removed === 0 ? t.doneNone : t.done(removed)}</p>
      <Remaining redaction={redaction} title={t.stayed} />
      {pages.some(({ method }) => method === 'guard') && <p>{t.byGuard}</p>}
      {selections > 0 && <p>{t.selections(selections)}</p>}
      {pages.some(({ otherChanges }) => otherChanges !== undefined) && <p>{t.otherChanges}</p>}
      {pages.some(({ historyExposed }) => historyExposed) && <p>{t.history}</p>}
      <div className="buttons">
        {removed > 0 && <Button onClick={() => void router.reload().catch(() => undefined)}>{t.reload}</Button>}
        <Button appearance="subtle" onClick={onClose}>
          {t.close}
        </Button>
      </div>
    </>
  );
}
