import { PageHeader } from '../ui/page-header';

export default function PersonalDataPage() {
  return (
    <PageHeader
      title="Personal data"
      intro="The people whose account IDs are stored, and what happens when they leave."
    />
  );
}
