import Button from '@atlaskit/button/new';
import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { Message } from '../ui/message';
import type { Outdated } from './schemes';

/** Whose pages are out of date because of what was changed here, and what can be done about it. */
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
