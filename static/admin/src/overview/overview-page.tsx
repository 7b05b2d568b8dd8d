import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';

/** The first page of the admin area. */
export function OverviewPage() {
  return <PageHeader title={texts.overview.title} intro={texts.overview.intro} />;
}
