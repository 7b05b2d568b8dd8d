import { useMemo, useState } from 'react';
import { type AddressPart, oneOf } from '../address-part';
import type { OpenDialog } from './open-dialog';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Pager } from '../ui/pager';
import { Select } from '../ui/select';
import { Skeleton } from '../ui/skeleton';
import { TextInput } from '../ui/text-input';
import { useAddressState } from '../use-address-state';
import { useSpaceNames } from '../use-space-names';
import { FoundSpaces } from './found-spaces';
import type { SpacesAndSettings } from './spaces-page';
import { type ListedSpace, SpacesTable } from './spaces-table';

interface SpacesBrowserProps extends SpacesAndSettings {
  readonly onEdit: (dialog: OpenDialog) => void;
}

const WITH = ['own', 'off', 'weaker'] as const;

interface Filter {
  readonly text: string;
  readonly with: '' | (typeof WITH)[number];
}

const FILTER: AddressPart<Filter> = {
  read: ({ text = '', with: having }) => ({ text, with: oneOf(WITH, having) ?? '' }),
  write: (filter) => ({ ...filter }),
};

const SPACES_ON_A_PAGE = 25;

/**
 * Lists the counted spaces, those with the most pages first, and the spaces with their own settings. A search finds every space
 * that the admin can view, because a site may have thousands.
 */
export function SpacesBrowser({ onEdit, ...value }: SpacesBrowserProps) {
  const { spaces: t } = texts;
  const [filter, change] = useAddressState(FILTER);
  const [page, setPage] = useState(0);
  const text = filter.text.trim();
  const ids = useMemo(() => spaceIdsIn(value, filter.with), [value, filter.with]);
  const from = Math.min(page, Math.max(0, Math.ceil(ids.length / SPACES_ON_A_PAGE) - 1)) * SPACES_ON_A_PAGE;
  const shown = ids.slice(from, from + SPACES_ON_A_PAGE);
  const counted = new Map(value.overview.spaces.map((space) => [space.spaceId, space]));
  const names = useSpaceNames(shown.filter((id) => !counted.has(id)));
  const { otherSpaces } = value.overview;
  const nameOf = (id: string): ListedSpace => {
    const space = counted.get(id);
    return space === undefined ? (names?.get(id) ?? { id }) : { id, key: space.key, name: space.name };
  };
  const table = { ...value, onEdit };
  return (
    <>
      <search className="toolbar">
        <div className="toolbar-search">
          <TextInput
            aria-label={t.search}
            placeholder={t.searchHint}
            type="search"
            value={filter.text}
            maxLength={100}
            onChange={(text) => change({ text })}
          />
        </div>
        {text === '' && (
          <Select
            label={t.with}
            value={filter.with}
            options={[{ value: '', label: t.all }, ...WITH.map((one) => ({ value: one, label: t.having[one] }))]}
            onChange={(having) => {
              setPage(0);
              change({ with: having });
            }}
          />
        )}
      </search>
      {text !== '' || (ids.length === 0 && filter.with === '') ? (
        <FoundSpaces text={text} {...table} />
      ) : filter.with !== '' && ids.length === 0 ? (
        <EmptyState title={t.none[filter.with]} body={t.noneBody} />
      ) : names === undefined ? (
        <Skeleton rows={shown.length} />
      ) : (
        <SpacesTable caption={t.caption} spaces={shown.map(nameOf)} {...table} />
      )}
      {text === '' && (
        <>
          <Pager from={from} size={SPACES_ON_A_PAGE} total={ids.length} onPage={setPage} />
          {filter.with === '' && otherSpaces !== undefined && (
            <p className="note">{t.others(otherSpaces.spaces, otherSpaces.numbers.pages)}</p>
          )}
        </>
      )}
    </>
  );
}

/** Those with the most pages first, then those that are not counted. */
export function spaceIdsIn(
  { list, detection, overview }: SpacesAndSettings,
  having: Filter['with'],
): readonly string[] {
  const { spaces, ownSpaces = {}, surfaces } = list.settings;
  const counted = overview.spaces.map(({ spaceId }) => spaceId);
  const own = new Set([...Object.keys(spaces), ...Object.keys(ownSpaces), ...Object.keys(detection.spaces)]);
  const off = new Set([
    ...(surfaces?.offSpaceIds ?? []),
    ...Object.entries(ownSpaces).flatMap(([spaceId, { isOff }]) => (isOff === true ? [spaceId] : [])),
  ]);
  const weaker = new Set((list.weakened ?? []).map(({ spaceId }) => spaceId));
  const all = [...counted, ...[...own, ...off, ...weaker].filter((id) => !counted.includes(id))];
  const sets = { own, off, weaker };
  return [...new Set(all)].filter((id) => having === '' || sets[having].has(id));
}
