import Button from '@atlaskit/button/new';
import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Failure } from '../ui/failure';
import { PageHeader } from '../ui/page-header';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { readRecipeData } from './recipe-data';
import { RecipeForm } from './recipe-form';
import './recipes.css';

export default function RecipesPage() {
  const { recipes } = texts;
  const { goTo } = useNavigation();
  const { load, reload } = useLoad(readRecipeData);
  return (
    <>
      <PageHeader title={recipes.title} intro={recipes.intro} />
      {load.state === 'loading' && <Skeleton />}
      {load.state === 'failed' && <Failure title={recipes.failed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' &&
        (load.value.levels.some(({ status }) => status === 'PUBLISHED') ? (
          <RecipeForm data={load.value} />
        ) : (
          <EmptyState title={recipes.noLevels} body={recipes.noLevelsBody}>
            <Button onClick={() => goTo('levels')}>{recipes.toLevels}</Button>
          </EmptyState>
        ))}
    </>
  );
}
