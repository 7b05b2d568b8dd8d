import { spaceName } from '../names';
import { useSpaceNames } from '../use-space-names';

interface SpaceListProps {
  readonly spaceIds: readonly string[];
  /** An entry before the spaces. */
  readonly first?: string | undefined;
  /** The last entry is the number of spaces that are not shown. */
  readonly more: (count: number) => string;
}

const SHOWN = 10;

/** The names of the first ten spaces, and the number of the others. */
export function SpaceList({ spaceIds, first, more }: SpaceListProps) {
  const shown = spaceIds.slice(0, SHOWN);
  const names = useSpaceNames(shown) ?? new Map();
  return (
    <ul>
      {first !== undefined && <li>{first}</li>}
      {shown.map((id) => (
        <li key={id}>{spaceName({ spaces: names }, id)}</li>
      ))}
      {spaceIds.length > SHOWN && <li>{more(spaceIds.length - SHOWN)}</li>}
    </ul>
  );
}
