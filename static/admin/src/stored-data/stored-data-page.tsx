import { PageHeader } from '../ui/page-header';

export default function StoredDataPage() {
  return (
    <PageHeader title="Stored data" intro="What the app stores, how long it keeps it, and updates of stored rows." />
  );
}
