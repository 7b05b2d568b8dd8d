import Button from '@atlaskit/button/new';
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react';
import type { FindingView } from '../../../../src/admin/findings/finding-view';
import type { RedactionView } from '../../../../src/admin/runs/redactions';
import { WaitingNote } from '../runs/waiting';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { DialogButtons } from '../ui/dialog-buttons';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { PageLink } from '../ui/page-link';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';
import { Cuts } from './cuts';
import type { FindingFilter } from './filter';
import { findOpen } from './find-open';
import type { FindingNames, TriageRow } from './names';
import { MAX_FINDINGS, MAX_PAGES } from './row-actions';
import { hasEnded, useRedaction } from './use-redaction';

interface RedactDialogProps {
  readonly rows: readonly TriageRow[];
  /** Undefined: `rows` are findings. Otherwise the findings that match, of each group or of all. */
  readonly matching: readonly FindingFilter[] | undefined;
  readonly names: FindingNames;
  /** Deletes the older versions that contain the values of these findings. */
  readonly onClean: (findingIds: readonly string[]) => void;
  /** @param isDone whether pages may have changed, so that the list must be loaded again */
  readonly onClose: (isDone: boolean) => void;
}

/** Redacts findings. Shows a preview, asks for confirmation, then shows the result. */
export function RedactDialog({ rows, matching, names, onClean, onClose }: RedactDialogProps) {
  const { redact: t } = texts.detections;
  const { load, reload } = useLoad(useCallback(() => findOpen(rows, matching), [rows, matching]));
  const plan = useRedaction(true);
  const history = useRedaction(true);
  const edit = useRedaction(false);
  const { isSending, send } = useSending();
  const [confirmation, setConfirmation] = useState(NOT_CONFIRMED);

  const { findings: found, isCut = false } = load.state === 'ready' ? load.value : { findings: undefined };
  const foundIds = found?.map(({ findingId }) => findingId) ?? [];
  useEffect(() => {
    if (foundIds.length > 0) void plan.start(foundIds, false);
  }, [found]);

  const planned = finished(plan.redaction);
  const readyIds = readyIn(planned)
    .map(({ findingId }) => findingId)
    .slice(0, MAX_FINDINGS);
  const titles = new Map((found ?? []).map(({ pageId, title }) => [pageId, title]));
  const known = { titles, findings: found ?? [], names };
  const hasStarted = edit.redaction !== undefined;
  const leave = () => onClose(hasStarted);
  const canSubmit = readyIds.length > 0 && isComplete(confirmation, finished(history.redaction) !== undefined);
  const confirm = (next: Confirmation) => {
    setConfirmation(next);
    if (next.history && !confirmation.history) void history.start(readyIds, true);
  };
  return (
    <Dialog
      title={hasStarted ? t.titleRunning : t.title}
      onClose={leave}
      footer={
        hasStarted ? (
          <Button onClick={leave}>{texts.close}</Button>
        ) : (
          <DialogButtons
            submit={t.submit}
            appearance="danger"
            isSending={isSending}
            isDisabled={!canSubmit}
            onSubmit={() => void send(() => edit.start(readyIds, confirmation.history))}
            onCancel={leave}
          />
        )
      }
    >
      {load.state === 'failed' && (
        <Failure title={texts.detections.failed} error={load.error} onRetry={() => void reload()} />
      )}
      {plan.failure !== undefined && <Failure title={t.planFailed} error={plan.failure} />}
      {edit.failure !== undefined && <Failure title={hasStarted ? t.progressFailed : t.failed} error={edit.failure} />}
      {!hasStarted && planned === undefined && plan.failure === undefined && <Planning isEmpty={found?.length === 0} />}
      {!hasStarted && planned !== undefined && (
        <Plan {...known} redaction={planned} isFull={isCut}>
          <Confirm confirmation={confirmation} history={history} onChange={confirm} />
        </Plan>
      )}
      {edit.redaction !== undefined && <RedactionResult {...known} redaction={edit.redaction} onClean={onClean} />}
    </Dialog>
  );
}

interface Confirmation {
  readonly findings: boolean;
  /** Also deletes older versions. */
  readonly history: boolean;
  readonly historyLoss: boolean;
}

const NOT_CONFIRMED: Confirmation = { findings: false, history: false, historyLoss: false };

function isComplete({ findings, history, historyLoss }: Confirmation, isHistoryKnown: boolean): boolean {
  return findings && (!history || (historyLoss && isHistoryKnown));
}

function finished(redaction: RedactionView | undefined): RedactionView | undefined {
  return redaction !== undefined && hasEnded(redaction) ? redaction : undefined;
}

function readyIn(planned: RedactionView | undefined): RedactionView['findings'] {
  return planned?.findings.filter(({ status }) => status === 'would-be-redacted') ?? [];
}

function Planning({ isEmpty }: { readonly isEmpty: boolean }) {
  const { redact: t } = texts.detections;
  return (
    <>
      <p role="status">{isEmpty ? t.nothing : t.planning}</p>
      {!isEmpty && <Skeleton rows={3} />}
    </>
  );
}

interface PlanProps extends RedactionProps {
  /** There may be more findings than one redaction accepts. */
  readonly isFull: boolean;
  /** The confirmation. Shown if a finding can be redacted. */
  readonly children: ReactNode;
}

function Plan({ isFull, children, ...details }: PlanProps) {
  const { redact: t } = texts.detections;
  const { redaction } = details;
  const ready = readyIn(redaction);
  if (redaction.stoppedBy === 'CANNOT_ACT_AS_PERSON')
    return (
      <Message kind="warning" title={t.planFailed}>
        {t.noPreview}
      </Message>
    );
  return (
    <>
      <p role="status">{t.planned(ready.length, pagesIn(ready))}</p>
      {isFull && <p>{t.most(MAX_FINDINGS, MAX_PAGES)}</p>}
      <Details {...details} />
      {ready.length > 0 && children}
    </>
  );
}

interface ConfirmProps {
  readonly confirmation: Confirmation;
  readonly history: ReturnType<typeof useRedaction>;
  readonly onChange: (confirmation: Confirmation) => void;
}

function Confirm({ confirmation, history, onChange }: ConfirmProps) {
  const { redact: t } = texts.detections;
  return (
    <Message kind="warning" title={t.notUndone}>
      <ul>
        {t.notReached.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <Choice
        label={t.confirm}
        isChecked={confirmation.findings}
        onChange={(findings) => onChange({ ...confirmation, findings })}
      />
      <Choice
        label={t.cleanHistory}
        isChecked={confirmation.history}
        onChange={(isChecked) => onChange({ ...confirmation, history: isChecked, historyLoss: false })}
      />
      {confirmation.history && (
        <>
          {history.failure !== undefined && <Failure title={t.planFailed} error={history.failure} />}
          {history.failure === undefined && <Versions redaction={finished(history.redaction)} />}
          <Choice
            label={t.confirmHistory}
            isChecked={confirmation.historyLoss}
            onChange={(historyLoss) => onChange({ ...confirmation, historyLoss })}
          />
        </>
      )}
    </Message>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function Choice({ label, isChecked, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="choice">
      <input type="checkbox" id={id} checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

/** The older versions that would be deleted. */
export function Versions({ redaction }: { readonly redaction: RedactionView | undefined }) {
  const { redact: t } = texts.detections;
  if (redaction === undefined) return <p role="status">{t.planningHistory}</p>;
  return (
    <div role="status">
      <p>{t.versionsPlanned(deletedIn(redaction))}</p>
      {reasonsIn(redaction).map((reason) => (
        <p key={reason}>{t.historyReasons[reason]}</p>
      ))}
    </div>
  );
}

export function deletedIn({ pages }: RedactionView): number {
  return pages.reduce((sum, { versionsDeleted }) => sum + versionsDeleted.length, 0);
}

/** The reasons why older versions remain. */
function reasonsIn({ pages }: RedactionView) {
  return [...new Set(pages.flatMap(({ historyReason }) => historyReason ?? []))];
}

interface RedactionProps {
  readonly redaction: RedactionView;
  /** The findings to redact. */
  readonly findings: readonly FindingView[];
  readonly names: FindingNames;
  readonly titles: ReadonlyMap<string, string>;
}

function pagesIn(findings: RedactionView['findings']): number {
  return new Set(findings.flatMap(({ pageId }) => pageId ?? [])).size;
}

/** The findings that will be redacted, and those that will not. */
function Details(props: RedactionProps) {
  return (
    <>
      <Pages {...props} />
      <Uncertain {...props} />
      <Failures {...props} />
      <Selections {...props} />
      <OtherChanges {...props} />
    </>
  );
}

function Pages({ redaction: { pages }, titles, findings, names }: RedactionProps) {
  const { fields, kinds, redact: t } = texts.detections;
  const cut = pages.filter(({ places }) => places.length > 0);
  if (cut.length === 0) return null;
  return (
    <ul aria-label={t.pages}>
      {cut.map((page) => (
        <li key={page.pageId}>
          <PageLink pageId={page.pageId} title={titles.get(page.pageId) ?? page.pageId} />
          {page.cuts === undefined ? (
            <ul>
              {page.places.map(({ field, kind, count }) => (
                <li key={`${field} ${kind}`}>
                  {t.place([fields[field], kinds[kind]].filter(Boolean).join(', '), count)}
                </li>
              ))}
            </ul>
          ) : (
            <Cuts page={page} cuts={page.cuts} findings={findings} names={names} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Text that resembles a value and will not be redacted. */
function Uncertain({ redaction: { pages }, titles }: RedactionProps) {
  const { redact: t } = texts.detections;
  const counts = pages.map(({ pageId, uncertainPlaces }) => ({ pageId, count: uncertainPlaces.count }));
  return <HeldPages title={t.uncertain} body={t.uncertainBody} counts={counts} at={t.uncertainAt} titles={titles} />;
}

function Selections({ redaction: { pages }, titles }: RedactionProps) {
  const { redact: t } = texts.detections;
  const counts = pages.map(({ pageId, inlineSelections }) => ({ pageId, count: inlineSelections.length }));
  return <HeldPages title={t.selections} body={t.selectionsBody} counts={counts} at={t.selection} titles={titles} />;
}

/** Pages on which Confluence changed more than was cut. */
function OtherChanges({ redaction: { pages }, titles }: RedactionProps) {
  const { redact: t } = texts.detections;
  const changed = pages.flatMap(({ pageId, otherChanges }) =>
    otherChanges === undefined ? [] : [{ pageId, title: t.otherChange[otherChanges](titles.get(pageId) ?? pageId) }],
  );
  if (changed.length === 0) return null;
  return (
    <Message kind="warning" title={t.otherChanges}>
      <p>{t.otherChangesBody}</p>
      <ul>
        {changed.map(({ pageId, title }) => (
          <li key={pageId}>
            <PageLink pageId={pageId} title={title} />
          </li>
        ))}
      </ul>
    </Message>
  );
}

interface HeldPagesProps extends Pick<RedactionProps, 'titles'> {
  readonly title: string;
  readonly body: string;
  readonly counts: readonly { readonly pageId: string; readonly count: number }[];
  readonly at: (title: string, count: number) => string;
}

/** The pages on which something stays. */
function HeldPages({ title, body, counts, at, titles }: HeldPagesProps) {
  const held = counts.filter(({ count }) => count > 0);
  if (held.length === 0) return null;
  return (
    <Message kind="warning" title={title}>
      <p>{body}</p>
      <ul>
        {held.map(({ pageId, count }) => (
          <li key={pageId}>
            <PageLink pageId={pageId} title={at(titles.get(pageId) ?? pageId, count)} />
          </li>
        ))}
      </ul>
    </Message>
  );
}

/** The findings that are not redacted, by reason. */
function Failures({ redaction, titles }: RedactionProps) {
  const { redact: t } = texts.detections;
  const failed = redaction.findings.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return null;
  const reasons = [...new Set(failed.map(({ reason }) => reason))];
  return (
    <Message kind="warning" title={t.stays(failed.length)}>
      <ul>
        {reasons.map((reason) => {
          const those = failed.filter((one) => one.reason === reason);
          const pageIds = [...new Set(those.flatMap(({ pageId }) => pageId ?? []))];
          return (
            <li key={reason}>
              {t.reason(reason === undefined ? '' : t.reasons[reason], those.length)}
              {pageIds.map((pageId) => (
                <span key={pageId}>
                  {' '}
                  <PageLink pageId={pageId} title={titles.get(pageId) ?? pageId} />
                </span>
              ))}
            </li>
          );
        })}
      </ul>
    </Message>
  );
}

interface ResultProps extends RedactionProps {
  /** Omitted: the result offers no further deletion of older versions. */
  readonly onClean?: RedactDialogProps['onClean'];
}

/** The progress and the result of a redaction. */
export function RedactionResult({ onClean, ...details }: ResultProps) {
  const { redact: t } = texts.detections;
  const { redaction } = details;
  const { findings, pages, state, stoppedBy } = redaction;
  const done = findings.filter(({ status }) => status !== 'waiting').length;
  if (!hasEnded(redaction)) {
    return (
      <>
        <p role="status">{t.running(done, findings.length)}</p>
        <progress className="progress" aria-label={t.progress} value={done} max={findings.length} />
        <WaitingNote waiting={redaction.waiting} />
        {redaction.paused === undefined ? (
          <p>{t.continues}</p>
        ) : (
          <Message kind="warning" title={t.paused}>
            <p>{t.whyPaused[redaction.paused.code]}</p>
            <p>{t.pausedBody}</p>
          </Message>
        )}
      </>
    );
  }
  const redacted = findings.filter(({ status }) => status === 'redacted');
  const deleted = deletedIn(redaction);
  const byGuard = pages.filter(({ method }) => method === 'guard').length;
  return (
    <>
      <div role="status">
        <p className="message-title">
          {state === 'cancelled' ? t.cancelled : stoppedBy === undefined ? t.finished : t.stopped}
        </p>
        <p>{t.done(redacted.length, pagesIn(redacted))}</p>
        {byGuard > 0 && <p>{t.byGuard(byGuard)}</p>}
      </div>
      <Details {...details} />
      {deleted > 0 && <p>{t.versionsDeleted(deleted)}</p>}
      <ExposedHistory redaction={redaction} {...(onClean === undefined ? {} : { onClean })} />
    </>
  );
}

/** The older versions that still contain redacted values, and their deletion, which is also an action on redacted findings. */
function ExposedHistory({ redaction, onClean }: Pick<ResultProps, 'redaction' | 'onClean'>) {
  const { redact: t } = texts.detections;
  const exposed = redaction.pages.filter(({ historyExposed }) => historyExposed).map(({ pageId }) => pageId);
  if (exposed.length === 0) return null;
  const findingIds = redaction.findings
    .filter(({ status, pageId }) => status === 'redacted' && pageId !== undefined && exposed.includes(pageId))
    .map(({ findingId }) => findingId);
  return (
    <Message kind="information" title={t.history}>
      {reasonsIn(redaction).map((reason) => (
        <p key={reason}>{t.historyReasons[reason]}</p>
      ))}
      {findingIds.length > 0 && <p>{t.historyBody}</p>}
      {findingIds.length > 0 && onClean !== undefined && (
        <Button onClick={() => onClean(findingIds)}>{t.cleanSubmit}</Button>
      )}
    </Message>
  );
}
