import Button from '@atlaskit/button/new';
import { useNavigation } from '../navigation';
import { texts } from '../texts';

/** Opens the dialog that starts a scan of outdated pages. */
export function StartScan() {
  const { goTo } = useNavigation();
  return (
    <Button spacing="compact" onClick={() => goTo('scans', { dialog: 'start', onlyStale: 'yes' })}>
      {texts.preview.scan.start}
    </Button>
  );
}
