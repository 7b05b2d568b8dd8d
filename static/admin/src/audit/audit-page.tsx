import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';

export default function AuditPage() {
  return <PageHeader title={texts.audit.title} intro={texts.audit.intro} />;
}
