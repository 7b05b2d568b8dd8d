import { PageHeader } from '../ui/page-header';

export default function SiteCheckPage() {
  return (
    <PageHeader
      title="Site check"
      intro="What works on this site, and what the app does where something does not work."
    />
  );
}
