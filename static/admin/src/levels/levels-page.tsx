import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';

export default function LevelsPage() {
  return <PageHeader title={texts.levels.title} intro={texts.levels.intro} />;
}
