import { router, showFlag } from '@forge/bridge';
import { texts } from '../texts';

interface PageLinkProps {
  readonly pageId: string;
  readonly title: string;
  readonly tabIndex?: number;
}

/** A link to a Confluence page in a new tab. The frame cannot open tabs, so the site opens it. */
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
