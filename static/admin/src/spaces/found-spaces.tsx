import Button from '@atlaskit/button/new';
import { texts } from '../texts';
import { Skeleton } from '../ui/skeleton';
import { useSpaceSearch } from '../use-live-search';
import { SpacesTable, type SpacesTableProps } from './spaces-table';

/** The spaces whose name or key contains the text. */
export function FoundSpaces({
  text,
  ...table
}: Omit<SpacesTableProps, 'caption' | 'spaces'> & { readonly text: string }) {
  const { form, spaces: t, retry } = texts;
  const { search, again } = useSpaceSearch(text);
  if (search.state === 'searching') return <Skeleton rows={3} />;
  if (search.state === 'failed') {
    return (
      <p className="field-error" role="alert">
        {form.spacesFailed}{' '}
        <Button spacing="compact" onClick={again}>
          {retry}
        </Button>
      </p>
    );
  }
  const { spaces, isComplete } = search.found;
  return (
    <>
      <p role="status">
        {spaces.length === 0 ? form.noSpaces : t.found(spaces.length)}
        {!isComplete && ` ${form.moreSpaces}`}
      </p>
      {spaces.length > 0 && <SpacesTable caption={t.foundCaption} spaces={spaces} {...table} />}
    </>
  );
}
