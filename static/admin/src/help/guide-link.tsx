import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { AppLink } from '../ui/app-link';
import { GUIDE_OF } from './guides-of-pages';

/** A link to the guide of the current page. */
export function GuideLink() {
  const { page } = useNavigation();
  const [guide, section] = (page === undefined ? undefined : GUIDE_OF[page])?.split('#') ?? [];
  if (guide === undefined) return null;
  return (
    <AppLink page="help" query={{ guide, ...(section !== undefined && { section }) }} className="link guide-link">
      {texts.help.guide}
    </AppLink>
  );
}
