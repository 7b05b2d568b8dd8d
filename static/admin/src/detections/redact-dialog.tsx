import Button from '@atlaskit/button/new';
import { useCallback, useEffect, useId, useState } from 'react';
import type { FindingView } from '../../../../src/admin/finding-view';
import type { RedactionView } from '../../../../src/admin/redactions';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { PageLink } from '../ui/page-link';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';
import type { Grouping } from './filter';
import type { TriageRow } from './names';
import { isOver, useRedaction } from './use-redaction';

interface RedactDialogProps {
  readonly rows: readonly TriageRow[];
  /** What a row is. */
  readonly group: Grouping;
  /** @param isDone whether pages may have been edited, so that the list is another one */
  readonly onClose: (isDone: boolean) => void;
}

/** Of findings, in one redaction. */
const MAX_FINDINGS = 100;

/** Shows first what would be cut on which pages, then cuts it when somebody confirms, and says what came of it. */
export function RedactDialog({ rows, group, onClose }: RedactDialogProps) {
  const { redact: t } = texts.detections;
  const { load, reload } = useLoad(useCallback(() => findingsOf(rows, group), [rows, group]));
  const plan = useRedaction(true);
  const history = useRedaction(true);
  const edit = useRedaction(false);
  const { isSending, send } = useSending();
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [cleansHistory, setCleansHistory] = useState(false);
  const [isHistoryConfirmed, setIsHistoryConfirmed] = useState(false);

  const found = load.state === 'ready' ? load.value : undefined;
  useEffect(() => {
    if (found !== undefined && found.length > 0)
      void plan.start(
        found.map(({ findingId }) => findingId),
        false,
      );
  }, [found]);

  const planned = plan.redaction !== undefined && isOver(plan.redaction) ? plan.redaction : undefined;
  const ready = planned?.findings.filter(({ status }) => status === 'would-be-redacted') ?? [];
  const leave = () => onClose(edit.redaction !== undefined);
  const wouldDelete = history.redaction !== undefined && isOver(history.redaction) ? history.redaction : undefined;
  const isReady =
    isConfirmed && ready.length > 0 && (!cleansHistory || (isHistoryConfirmed && wouldDelete !== undefined));
  const titles = new Map((found ?? []).map(({ pageId, title }) => [pageId, title]));
  const readyIds = ready.map(({ findingId }) => findingId).slice(0, MAX_FINDINGS);
  const start = () => edit.start(readyIds, cleansHistory);
  return (
    <Dialog
      title={edit.redaction === undefined ? t.title : t.titleRunning}
      onClose={leave}
      footer={
        edit.redaction === undefined ? (
          <>
            <Button appearance="subtle" onClick={leave}>
              {texts.cancel}
            </Button>
            <Button appearance="danger" isLoading={isSending} isDisabled={!isReady} onClick={() => void send(start)}>
              {t.submit}
            </Button>
          </>
        ) : (
          <Button onClick={leave}>{texts.close}</Button>
        )
      }
    >
      {load.state === 'failed' && (
        <Failure title={texts.detections.failed} error={load.error} onRetry={() => void reload()} />
      )}
      {plan.failure !== undefined && <Failure title={t.planFailed} error={plan.failure} />}
      {edit.failure !== undefined && (
        <Failure title={edit.redaction === undefined ? t.failed : t.lookFailed} error={edit.failure} />
      )}
      {edit.redaction === undefined && planned === undefined && plan.failure === undefined && (
        <>
          <p role="status">{found?.length === 0 ? t.nothing : t.planning}</p>
          {found?.length !== 0 && <Skeleton rows={3} />}
        </>
      )}
      {edit.redaction === undefined && planned !== undefined && (
        <>
          <p role="status">{t.planned(ready.length, pagesIn(ready))}</p>
          {(found?.length ?? 0) === MAX_FINDINGS && <p>{t.most(MAX_FINDINGS)}</p>}
          <Pages redaction={planned} titles={titles} />
          <Uncertain redaction={planned} titles={titles} />
          <Failures redaction={planned} titles={titles} />
          <Selections redaction={planned} titles={titles} />
          {ready.length > 0 && (
            <Message kind="warning" title={t.notUndone}>
              <ul>
                {t.notReached.map((one) => (
                  <li key={one}>{one}</li>
                ))}
              </ul>
              <Choice label={t.confirm} isChecked={isConfirmed} onChange={setIsConfirmed} />
              <Choice
                label={t.cleanHistory}
                isChecked={cleansHistory}
                onChange={(isChecked) => {
                  setCleansHistory(isChecked);
                  setIsHistoryConfirmed(false);
                  if (isChecked) void history.start(readyIds, true);
                }}
              />
              {cleansHistory && (
                <>
                  {history.failure !== undefined && <Failure title={t.planFailed} error={history.failure} />}
                  {history.failure === undefined && <Versions redaction={wouldDelete} />}
                  <Choice label={t.confirmHistory} isChecked={isHistoryConfirmed} onChange={setIsHistoryConfirmed} />
                </>
              )}
            </Message>
          )}
        </>
      )}
      {edit.redaction !== undefined && <Outcomes redaction={edit.redaction} titles={titles} />}
    </Dialog>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

function Choice({ label, isChecked, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="choice">
      <input type="checkbox" id={id} checked={isChecked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

/** Which older versions would go, once that is known. */
function Versions({ redaction }: { readonly redaction: RedactionView | undefined }) {
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

function deletedIn({ pages }: RedactionView): number {
  return pages.reduce((sum, { versionsDeleted }) => sum + versionsDeleted.length, 0);
}

/** Why older versions stay. */
function reasonsIn({ pages }: RedactionView) {
  return [...new Set(pages.flatMap(({ historyReason }) => historyReason ?? []))];
}

/** The open findings that the rows stand for: a hundred at most. */
async function findingsOf(rows: readonly TriageRow[], group: Grouping): Promise<Outcome<readonly FindingView[]>> {
  if (group === 'none') {
    const open = rows.map(({ finding }) => finding).filter(({ status }) => status === 'open');
    return { ok: true, value: open.slice(0, MAX_FINDINGS) };
  }
  const found: FindingView[] = [];
  for (const { id } of rows) {
    if (found.length >= MAX_FINDINGS) break;
    const of = group === 'page' ? { pageId: id } : { fingerprint: id };
    const answer = await ask('listFindings', { ...of, status: 'open', limit: MAX_FINDINGS });
    if (!answer.ok) return answer;
    found.push(...answer.value.findings);
  }
  return { ok: true, value: found.slice(0, MAX_FINDINGS) };
}

interface RedactionProps {
  readonly redaction: RedactionView;
  readonly titles: ReadonlyMap<string, string>;
}

function pagesIn(findings: RedactionView['findings']): number {
  return new Set(findings.flatMap(({ pageId }) => pageId ?? [])).size;
}

function Pages({ redaction: { pages }, titles }: RedactionProps) {
  const { fields, kinds, redact: t } = texts.detections;
  const cut = pages.filter(({ places }) => places.length > 0);
  if (cut.length === 0) return null;
  return (
    <ul aria-label={t.pages}>
      {cut.map(({ pageId, places, cuts = [] }) => (
        <li key={pageId}>
          <PageLink pageId={pageId} title={titles.get(pageId) ?? pageId} />
          <ul>
            {places.map(({ field, kind, count }) => (
              <li key={`${field} ${kind}`}>
                {t.place([fields[field], kinds[kind]].filter(Boolean).join(', '), count)}
              </li>
            ))}
          </ul>
          {cuts.length > 0 && (
            <ul aria-label={t.cuts}>
              {cuts.map(({ before, after }, index) => (
                <li key={index} className="cut">
                  <span className="line">
                    <span className="note">{t.before}</span> <del>{before}</del>
                  </span>
                  <span className="line">
                    <span className="note">{t.after}</span> <ins>{after}</ins>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Places that only resemble a value, and stay. */
function Uncertain({ redaction: { pages }, titles }: RedactionProps) {
  const { redact: t } = texts.detections;
  const held = pages.filter(({ uncertainPlaces }) => uncertainPlaces.count > 0);
  if (held.length === 0) return null;
  return (
    <Message kind="warning" title={t.uncertain}>
      <p>{t.uncertainBody}</p>
      <ul>
        {held.map(({ pageId, uncertainPlaces }) => (
          <li key={pageId}>
            <PageLink pageId={pageId} title={t.uncertainAt(titles.get(pageId) ?? pageId, uncertainPlaces.count)} />
          </li>
        ))}
      </ul>
    </Message>
  );
}

function Selections({ redaction: { pages }, titles }: RedactionProps) {
  const { redact: t } = texts.detections;
  const held = pages.filter(({ inlineSelections }) => inlineSelections.length > 0);
  if (held.length === 0) return null;
  return (
    <Message kind="warning" title={t.selections}>
      <p>{t.selectionsBody}</p>
      <ul>
        {held.map(({ pageId, inlineSelections }) => (
          <li key={pageId}>
            <PageLink pageId={pageId} title={t.selection(titles.get(pageId) ?? pageId, inlineSelections.length)} />
          </li>
        ))}
      </ul>
    </Message>
  );
}

/** What stays where it is, by why. */
function Failures({ redaction: { findings }, titles }: RedactionProps) {
  const { redact: t } = texts.detections;
  const failed = findings.filter(({ status }) => status === 'failed');
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

function Outcomes({ redaction, titles }: RedactionProps) {
  const { redact: t } = texts.detections;
  const { findings, pages, state, stoppedBy } = redaction;
  const done = findings.filter(({ status }) => status !== 'waiting').length;
  if (!isOver(redaction)) {
    return (
      <>
        <p role="status">{t.running(done, findings.length)}</p>
        <progress className="progress" aria-label={t.progress} value={done} max={findings.length} />
        <p>{t.goesOn}</p>
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
          {state === 'cancelled' ? t.cancelled : stoppedBy === undefined ? t.over : t.stopped}
        </p>
        <p>{t.done(redacted.length, pagesIn(redacted))}</p>
        {byGuard > 0 && <p>{t.byGuard(byGuard)}</p>}
      </div>
      <Pages redaction={redaction} titles={titles} />
      <Uncertain redaction={redaction} titles={titles} />
      <Failures redaction={redaction} titles={titles} />
      <Selections redaction={redaction} titles={titles} />
      {deleted > 0 && <p>{t.versionsDeleted(deleted)}</p>}
      {pages.some(({ historyExposed }) => historyExposed) && (
        <Message kind="information" title={t.history}>
          {reasonsIn(redaction).map((reason) => (
            <p key={reason}>{t.historyReasons[reason]}</p>
          ))}
          <p>{t.historyBody}</p>
        </Message>
      )}
    </>
  );
}
