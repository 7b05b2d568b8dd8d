import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import { GoToLink } from '../overview/go-to-link';
import { texts } from '../texts';
import { Message } from '../ui/message';

/** The detectors that came with updates of the app. Prominent while some of them are only observed. */
export function NewDetectorsBanner({ catalog }: Pick<DetectionView, 'catalog'>) {
  const { newBanner: t } = texts.detectors;
  const observed = catalog.filter(({ isObserved }) => isObserved).length;
  if (!catalog.some(({ isNew }) => isNew)) return null;
  const link = <GoToLink page="newDetectors">{t.link}</GoToLink>;
  if (observed === 0) return <p className="section-text">{link}</p>;
  return (
    <Message kind="information" title={t.title(observed)}>
      <p>
        {t.body} {link}
      </p>
    </Message>
  );
}
