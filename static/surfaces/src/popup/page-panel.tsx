import { useEffect, useRef } from 'react';
import { focusIfLost, pageHeading } from '../../../admin/src/focus-if-lost';
import type { NoPage, OpenPage } from '../../../../src/surfaces/contract';
import { Message } from '../ui/message';
import { EvidenceSection, openCount } from './evidence-section';
import { LevelChoices } from './level-choices';
import { LevelHead } from './level-head';
import { NoticeArea } from './notice-area';
import { ProposalSection } from './proposal-section';
import { RecentChanges } from './recent-changes';
import { popupTexts } from './texts';
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
  const evidence = page.evidence !== undefined && (
    <EvidenceSection page={page} evidence={page.evidence} isSending={isSending} actions={actions} onNoPage={onNoPage} />
  );
  const isEvidenceFirst = page.evidence !== undefined && openCount(page.evidence) > 0;
  return (
    <main className="popup" onFocus={({ target }) => rememberFocus(target)}>
      <LevelHead level={shownLevel} />
      <NoticeArea state={state} isSending={isSending} actions={actions} />
      {page.proposal !== undefined && state.pending === undefined && (
        <ProposalSection proposal={page.proposal} isSending={isSending} actions={actions} />
      )}
      {page.isLicenseInactive === true && <LicenseEnded />}
      {isEvidenceFirst && evidence}
      {page.isLicenseInactive !== true && (
        <LevelChoices state={state} shownLevel={shownLevel} isSending={isSending} actions={actions} />
      )}
      {!isEvidenceFirst && evidence}
      <RecentChanges page={page} />
    </main>
  );
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
