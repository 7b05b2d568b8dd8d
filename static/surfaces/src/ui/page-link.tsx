import { router } from '@forge/bridge';
import { commonTexts } from '../common-texts';
import { Button } from './button';

/** Opens the page in a new tab, so that the frame stays. */
export function PageLink({ pageId, title }: { readonly pageId: string; readonly title: string }) {
  const open = () => router.open({ target: 'contentView', contentId: pageId }).catch(() => undefined);
  return (
    <Button appearance="link" role="link" onClick={() => void open()}>
      {title === '' ? commonTexts.untitled : title}
    </Button>
  );
}
