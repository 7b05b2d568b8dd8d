import { useEffect, useRef } from 'react';
import { focusIfLost, pageHeading } from '../../../admin/src/focus-if-lost';
import type { NoPage, OpenPage } from '../../../../src/surfaces/contract';
import { Message } from '../ui/message';
import { EvidenceSection, RequiredLevel } from './evidence-section';
import { ExposureNote } from './exposure-note';
import { LevelChoices } from './level-choices';
import { LevelHead, Title } from './level-head';
import { NoticeArea } from './notice-area';
import { ProposalSection } from './proposal-section';
import { ReviewNote } from './review-note';
import { RecentChanges } from './recent-changes';
import { popupTexts } from './texts';
import { UseNote } from './use-note';
import { usePage } from './use-page';

interface PagePanelProps {
  readonly initial: OpenPage;
  readonly onNoPage: (view: NoPage) => void;
}

/** The popup of a page for a person who can view it. */
export function PagePanel({ initial, onNoPage }: PagePanelProps) {
  const { state, shownLevel, isSending, actions } = usePage(initial, onNoPage);
  const { page } = state;
  const rememberFocus = useKeptFocus();
  const isLicensed = page.isLicenseInactive !== true;
  const canChoose = page.canEdit && isLicensed && page.options.length > 0;
  const isListed = shownLevel === null || page.options.some(({ levelId }) => levelId === shownLevel.levelId);
  return (
    <main className="popup" onFocus={({ target }) => rememberFocus(target)}>
      {canChoose && isListed ? <Title /> : <LevelHead level={shownLevel} />}
      <NoticeArea state={state} isSending={isSending} actions={actions} />
      {page.proposal !== undefined && state.pending === undefined && (
        <ProposalSection proposal={page.proposal} isSending={isSending} actions={actions} />
      )}
      {!isLicensed && <LicenseEnded />}
      {isLicensed && !canChoose && <p className="note">{whyNoChoice(page)}</p>}
      {page.evidence?.requiredLevel !== undefined && isLicensed && (
        <RequiredLevel level={page.evidence.requiredLevel} isSending={isSending} actions={actions} />
      )}
      {canChoose && <LevelChoices state={state} shownLevel={shownLevel} isSending={isSending} actions={actions} />}
      {page.evidence !== undefined && (
        <EvidenceSection
          page={page}
          evidence={page.evidence}
          isSending={isSending}
          actions={actions}
          onNoPage={onNoPage}
        />
      )}
      {page.exposure !== undefined && <ExposureNote exposure={page.exposure} level={popupTexts.nameOf(page.level)} />}
      {page.review !== undefined && (
        <ReviewNote key={page.review.nextAt} review={page.review} isLicensed={isLicensed} />
      )}
      <footer className="popup-foot">
        <UseNote key={page.revision} />
        <RecentChanges page={page} />
      </footer>
    </main>
  );
}

function whyNoChoice({ canEdit, reasons: [reason = 'PAGE_NOT_EDITABLE'] }: OpenPage): string {
  return canEdit ? popupTexts.levels.noLevels : popupTexts.levels.denial(reason);
}

function LicenseEnded() {
  const { title, body } = popupTexts.license;
  return (
    <Message kind="warning" title={title}>
      <p>{body}</p>
    </Message>
  );
}

/**
 * Keeps the focus in the popup. If its element no longer exists after an action, the element before it gets the focus,
 * or the heading.
 * @returns remembers an element that got the focus
 */
function useKeptFocus() {
  const earlier = useRef<readonly HTMLElement[]>([]);
  useEffect(() => {
    if (earlier.current.length === 0) return;
    focusIfLost(...earlier.current.filter((element) => element.isConnected), pageHeading());
  });
  return (element: EventTarget) => {
    if (!(element instanceof HTMLElement)) return;
    earlier.current = [element, ...earlier.current.filter((each) => each !== element)].slice(0, 5);
  };
}
