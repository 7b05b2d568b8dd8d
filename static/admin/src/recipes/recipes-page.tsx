import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';

export default function RecipesPage() {
  return <PageHeader title={texts.recipes.title} intro={texts.recipes.intro} />;
}
