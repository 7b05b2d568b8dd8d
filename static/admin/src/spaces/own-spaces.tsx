import { useState } from 'react';
import { texts } from '../texts';
import { Pager } from '../ui/pager';
import { Skeleton } from '../ui/skeleton';
import { useSpaceNames } from '../use-space-names';
import { type SpaceColumns, SpacesTable } from './spaces-table';

interface OwnSpacesProps extends SpaceColumns {
  readonly ids: readonly string[];
  /** The formatted number of spaces. */
  readonly counted: string;
}

const SPACES_ON_A_PAGE = 25;

/** The spaces with their own settings. Loads only the names of the current page. */
export function OwnSpaces({ ids, counted, ...table }: OwnSpacesProps) {
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(ids.length / SPACES_ON_A_PAGE));
  const from = Math.min(page, pages - 1) * SPACES_ON_A_PAGE;
  const shown = ids.slice(from, from + SPACES_ON_A_PAGE);
  const names = useSpaceNames(shown);
  return (
    <>
      <p>{counted}</p>
      {names === undefined ? (
        <Skeleton rows={Math.min(shown.length, 3)} />
      ) : (
        shown.length > 0 && (
          <SpacesTable
            caption={texts.spaces.ownCaption}
            spaces={shown.map((id) => names.get(id) ?? { id })}
            {...table}
          />
        )
      )}
      {ids.length > SPACES_ON_A_PAGE && (
        <Pager from={from} size={SPACES_ON_A_PAGE} total={ids.length} onPage={setPage} />
      )}
    </>
  );
}
