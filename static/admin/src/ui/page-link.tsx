import { router, showFlag } from '@forge/bridge';
import { texts } from '../texts';

interface PageLinkProps {
  readonly pageId: string;
  readonly title: string;
  readonly tabIndex?: number;
}

/** Opens a Confluence page in a new tab. The frame cannot open tabs, so the site opens it. */
export async function openPage(pageId: string, title: string): Promise<void> {
  try {
    await router.open({ target: 'contentView', contentId: pageId });
  } catch {
    showFlag({ id: `page-${pageId}`, type: 'error', title: texts.detections.pageNotOpened, description: title });
  }
}

/** A link to a Confluence page in a new tab. */
export function PageLink({ pageId, title, tabIndex }: PageLinkProps) {
  const name = title === '' ? pageId : title;
  return (
    <button
      type="button"
      role="link"
      className="link"
      tabIndex={tabIndex}
      aria-label={texts.detections.list.openPage(name)}
      onClick={() => void openPage(pageId, name)}
    >
      {name}
    </button>
  );
}
