import { useCallback } from 'react';
import type { PopupView } from '../../../../src/surfaces/contract';
import { ask } from '../operations';
import { Failure } from '../ui/failure';
import { NoPageText } from '../ui/no-page';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../../../admin/src/use-load';
import { openDrafts } from './drafts';
import { LevelHead } from './level-head';
import { PagePanel } from './page-panel';
import { popupTexts } from './texts';

/** The popup of the byline. One operation loads it. */
export function Popup() {
  const { load, reload, setValue } = useLoad(useCallback(openPopup, []));
  if (load.state === 'loading') return <Skeleton rows={4} />;
  if (load.state === 'failed') {
    return (
      <div className="popup">
        <Failure title={popupTexts.failed} error={load.error} onRetry={() => void reload()} />
      </div>
    );
  }
  return <PopupContent view={load.value} onView={setValue} />;
}

async function openPopup() {
  const [answer] = await Promise.all([ask('openPopup', {}), openDrafts()]);
  return answer;
}

interface PopupContentProps {
  readonly view: PopupView;
  readonly onView: (view: PopupView) => void;
}

export function PopupContent({ view, onView }: PopupContentProps) {
  switch (view.state) {
    case 'page':
      return <PagePanel initial={view} onNoPage={onView} />;
    case 'reader':
      return (
        <main className="popup">
          <LevelHead level={view.level} />
        </main>
      );
    default:
      return <NoPageText state={view.state} />;
  }
}
