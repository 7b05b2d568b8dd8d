import Button from '@atlaskit/button/new';
import type { LevelList } from '../../../../src/admin/change-levels';
import { texts } from '../texts';
import { Skeleton } from '../ui/skeleton';
import { useSpaceSearch } from '../use-space-search';
import { SpacesTable } from './spaces-table';

interface FoundSpacesProps {
  readonly text: string;
  readonly list: LevelList;
  readonly onEdit: (spaceId: string, name: string) => void;
}

/** The spaces whose name or key has a text. */
export function FoundSpaces({ text, list, onEdit }: FoundSpacesProps) {
  const { form, settings, retry } = texts;
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
        {spaces.length === 0 ? form.noSpaces : settings.spaces.found(spaces.length)}
        {!isComplete && ` ${form.moreSpaces}`}
      </p>
      {spaces.length > 0 && (
        <SpacesTable caption={settings.spaces.foundCaption} spaces={spaces} list={list} onEdit={onEdit} />
      )}
    </>
  );
}
