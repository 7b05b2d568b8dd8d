import Button from '@atlaskit/button/new';
import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { Message } from '../ui/message';
import type { Outdated } from './schemes';

/** The spaces whose pages are outdated after changes on this page, with a link to Scans. */
export function OutdatedPages({ isSite, spaceIds }: Outdated) {
  const { outdated: t } = texts.detectors;
  const { goTo } = useNavigation();
  const where = isSite ? t.ofSite(spaceIds.length) : t.ofSpaces(spaceIds.length);
  return (
    <div role="status">
      {(isSite || spaceIds.length > 0) && (
        <Message kind="information" title={t.title}>
          <p>{t.body(where)}</p>
          <Button spacing="compact" onClick={() => goTo('scans')}>
            {t.toScans}
          </Button>
        </Message>
      )}
    </div>
  );
}
