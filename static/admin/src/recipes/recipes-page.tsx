import Button from '@atlaskit/button/new';
import { type AddressPart, oneOf } from '../address-part';
import { useNavigation } from '../navigation';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Failure } from '../ui/failure';
import { PageHeader } from '../ui/page-header';
import { RadioChoices } from '../ui/choices';
import { FieldGroup } from '../ui/field';
import { Skeleton } from '../ui/skeleton';
import { useAddressState } from '../use-address-state';
import { useLoad } from '../use-load';
import { ActionRules } from './action-rules';
import { readRecipeData, type RecipeData } from './recipe-data';
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
          <Recipes data={load.value} />
        ) : (
          <EmptyState title={recipes.noLevels} body={recipes.noLevelsBody}>
            <Button onClick={() => goTo('levels')}>{recipes.toLevels}</Button>
          </EmptyState>
        ))}
    </>
  );
}

const WAYS = ['actions', 'web-request'] as const;

const ADDRESS: AddressPart<{ readonly way: (typeof WAYS)[number] }> = {
  read: (query) => ({ way: oneOf(WAYS, query['with']) ?? 'actions' }),
  write: ({ way }) => ({ with: way }),
};

/** The actions of the app come first, because they need no API key. The way is in the address. */
function Recipes({ data }: { readonly data: RecipeData }) {
  const { recipes } = texts;
  const [{ way }, change] = useAddressState(ADDRESS);
  return (
    <>
      <FieldGroup label={recipes.way}>
        <RadioChoices
          name="way"
          value={way}
          choices={WAYS.map((each) => ({
            value: each,
            label: recipes.ways[each],
            description: recipes.wayHelp[each],
          }))}
          onChange={(chosen) => change({ way: chosen })}
        />
      </FieldGroup>
      {way === 'actions' ? <ActionRules levels={data.levels} /> : <RecipeForm data={data} />}
    </>
  );
}
