import { router, showFlag } from '@forge/bridge';
import { texts } from '../texts';

interface PageLinkProps {
  readonly pageId: string;
  readonly title: string;
  readonly tabIndex?: number;
}

/** To a page of Confluence, in a tab of its own. The frame may open none by itself, so the site does. */
export function PageLink({ pageId, title, tabIndex }: PageLinkProps) {
  const name = title === '' ? pageId : title;
  const open = async () => {
    try {
      await router.open({ target: 'contentView', contentId: pageId });
    } catch {
      showFlag({ id: `page-${pageId}`, type: 'error', title: texts.detections.pageNotOpened, description: name });
    }
  };
  return (
    <button
      type="button"
      role="link"
      className="link"
      tabIndex={tabIndex}
      aria-label={texts.detections.list.openPage(name)}
      onClick={() => void open()}
    >
      {name}
    </button>
  );
}
