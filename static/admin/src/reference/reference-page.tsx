import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';

export default function ReferencePage() {
  return <PageHeader title={texts.reference.title} intro={texts.reference.intro} />;
}
