import { StartScan } from '../scans/start-scan';
import { texts } from '../texts';
import { Message } from '../ui/message';
import type { Outdated } from './schemes';

/** The spaces whose pages are outdated after changes on this page, and the scan that they need. */
export function OutdatedPages({ isSite, spaceIds }: Outdated) {
  const { outdated: t } = texts.detectors;
  const where = isSite ? t.ofSite(spaceIds.length) : t.ofSpaces(spaceIds.length);
  return (
    <div role="status">
      {(isSite || spaceIds.length > 0) && (
        <Message kind="information" title={t.title}>
          <p>{t.body(where)}</p>
          <StartScan />
        </Message>
      )}
    </div>
  );
}
