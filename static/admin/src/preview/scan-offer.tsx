import Button from '@atlaskit/button/new';
import { useCallback } from 'react';
import { formatDuration } from '../dates';
import { useNavigation } from '../navigation';
import { ask } from '../operations';
import { texts } from '../texts';
import { useLoad } from '../use-load';

/** What a scan of the outdated pages costs, and the dialog that starts it. */
export function ScanOffer({ spaceIds }: { readonly spaceIds: 'site' | readonly string[] }) {
  const { scan: t } = texts.preview;
  const { goTo } = useNavigation();
  const ids = spaceIds === 'site' ? undefined : spaceIds.slice(0, MAX_SPACES).join();
  const read = useCallback(() => ask('estimateScan', ids === undefined ? {} : { spaceIds: ids.split(',') }), [ids]);
  const { load } = useLoad(read);
  const estimate = load.state === 'ready' ? load.value.estimate : undefined;
  return (
    <>
      {estimate !== undefined && <p>{t.estimate({ ...estimate, time: formatDuration(estimate.seconds) })}</p>}
      <Button spacing="compact" onClick={() => goTo('scans', { dialog: 'start', onlyStale: 'yes' })}>
        {t.start}
      </Button>
    </>
  );
}

/** The most that the resolver accepts. */
const MAX_SPACES = 100;
