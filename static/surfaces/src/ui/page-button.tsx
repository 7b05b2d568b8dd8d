import { router } from '@forge/bridge';

interface PageButtonProps {
  readonly pageId: string;
  readonly title: string;
  readonly label: (name: string) => string;
}

/** Opens a page. A frame cannot link to it, because it does not have its address. */
export function PageButton({ pageId, title, label }: PageButtonProps) {
  const name = title === '' ? pageId : title;
  const open = () => void router.open({ target: 'contentView', contentId: pageId }).catch(() => undefined);
  return (
    <button type="button" role="link" className="button button-link" aria-label={label(name)} onClick={open}>
      {name}
    </button>
  );
}
