import { formatInstant } from '../../../admin/src/dates';
import type { OpenPage } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { denialFacts } from './blocked-levels';
import { ChangeForm } from './change-form';
import { type Choice, levelShownFor, type Notice, type PanelState, stepBefore } from './level-change';
import { popupTexts } from './texts';
import type { PageActions } from './use-page';

const { notice: t } = popupTexts;

interface NoticeAreaProps {
  readonly state: PanelState;
  readonly isSending: boolean;
  readonly actions: PageActions;
}

/** The outcome of the latest action. Screen readers announce it. */
export function NoticeArea({ state, isSending, actions }: NoticeAreaProps) {
  const { page, pending, asking, notice } = state;
  const text =
    pending === undefined ? successOf(notice) : popupTexts.change.saving(levelShownFor(page, pending.target));
  return (
    <div className="notice-area">
      <div className={text === undefined ? 'notice' : 'notice notice-shown'}>
        <p role="status">{text}</p>
        {asking === undefined && <UndoButton notice={notice} isSending={isSending} actions={actions} />}
      </div>
      {asking !== undefined && <ChangeForm page={page} asking={asking} isSending={isSending} actions={actions} />}
      {notice !== undefined && <Problem page={page} notice={notice} actions={actions} />}
    </div>
  );
}

function successOf(notice: Notice | undefined): string | undefined {
  switch (notice?.kind) {
    case 'changed':
      return t.changed(notice.from, notice.to);
    case 'undone':
      return t.undone(notice.to);
    case 'unchanged':
      return t.unchanged(notice.to);
    case 'excluded':
      return t.excluded;
    case 'exclusion-undone':
      return t.exclusionUndone;
    default:
      return undefined;
  }
}

interface UndoButtonProps {
  readonly notice: Notice | undefined;
  readonly isSending: boolean;
  readonly actions: PageActions;
}

function UndoButton({ notice, isSending, actions }: UndoButtonProps) {
  if (notice?.kind === 'changed' && notice.undo !== undefined) {
    const { undo } = notice;
    return (
      <Button appearance="link" isBusy={isSending} onClick={() => actions.undo(undo)}>
        {t.undo}
      </Button>
    );
  }
  if (notice?.kind !== 'excluded') return null;
  return (
    <Button appearance="link" isBusy={isSending} onClick={() => actions.undoExclusion(notice.exclusionId)}>
      {t.undo}
    </Button>
  );
}

interface ProblemProps {
  readonly page: OpenPage;
  readonly notice: Notice;
  readonly actions: PageActions;
}

function Problem({ page, notice, actions }: ProblemProps) {
  switch (notice.kind) {
    case 'conflict':
      return <Conflict page={page} choice={notice.choice} actions={actions} />;
    case 'failed':
      return <Failure title={t.failed} error={notice.error} onRetry={() => actions.apply(notice.choice)} />;
    case 'denied':
      return <Failure title={t.denied} error={{ message: popupTexts.levels.denial(notice.code, denialFacts(page)) }} />;
    case 'finding-denied':
      return <Failure title={t.findingDenied} error={{ message: t.findingDenial(notice.code) }} />;
    case 'dismiss-failed':
      return <Failure title={popupTexts.proposal.dismissFailed} error={notice.error} />;
    case 'finding-failed':
      return <Failure title={t.findingDenied} error={notice.error} />;
    default:
      return null;
  }
}

interface ConflictProps {
  readonly page: OpenPage;
  readonly choice: Choice;
  readonly actions: PageActions;
}

/** The change of another user, and the person's own choice, which is kept. */
function Conflict({ page, choice, actions }: ConflictProps) {
  const wanted = levelShownFor(page, choice.target);
  const canSet = stepBefore(page, choice.target) !== 'denied';
  return (
    <Message kind="warning" title={t.conflict}>
      <p>{changeOfOther(page)}</p>
      <p>{t.notSaved(wanted)}</p>
      <div className="buttons">
        {canSet && <Button onClick={() => actions.applyAgain(choice)}>{t.setAnyway(wanted)}</Button>}
        <Button appearance="subtle" onClick={actions.dismiss}>
          {t.keep(page.level)}
        </Button>
      </div>
    </Message>
  );
}

function changeOfOther({ history: [latest] }: OpenPage): string {
  if (latest === undefined) return t.conflictBy(t.by.person, commonTexts.unclassified, '');
  const who = latest.by.name ?? t.by[latest.by.kind];
  const moment = formatInstant(latest.at);
  return latest.to === null ? t.clearedBy(who, moment) : t.conflictBy(who, latest.to.name, moment);
}
