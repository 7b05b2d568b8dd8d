import { useState } from 'react';
import type { LevelList } from '../../../../src/admin/change-levels';
import { texts } from '../texts';
import { Pager } from '../ui/pager';
import { Skeleton } from '../ui/skeleton';
import { SpacesTable } from './spaces-table';
import { useSpaceNames } from './use-space-names';

interface OwnSpacesProps {
  readonly list: LevelList;
  readonly onEdit: (spaceId: string, name: string) => void;
}

const SPACES_ON_A_PAGE = 25;

/** The spaces with settings of their own. Only those that are shown are asked for their names. */
export function OwnSpaces({ list, onEdit }: OwnSpacesProps) {
  const t = texts.settings.spaces;
  const [page, setPage] = useState(0);
  const ids = Object.keys(list.settings.spaces);
  const pages = Math.max(1, Math.ceil(ids.length / SPACES_ON_A_PAGE));
  const from = Math.min(page, pages - 1) * SPACES_ON_A_PAGE;
  const shown = ids.slice(from, from + SPACES_ON_A_PAGE);
  const names = useSpaceNames(shown);
  return (
    <>
      <p>{t.own(ids.length)}</p>
      {names === undefined ? (
        <Skeleton rows={Math.min(shown.length, 3)} />
      ) : (
        shown.length > 0 && (
          <SpacesTable
            caption={t.ownCaption}
            spaces={shown.map((id) => names.get(id) ?? { id })}
            list={list}
            onEdit={onEdit}
          />
        )
      )}
      {ids.length > SPACES_ON_A_PAGE && (
        <Pager from={from} size={SPACES_ON_A_PAGE} total={ids.length} onPage={setPage} />
      )}
    </>
  );
}
