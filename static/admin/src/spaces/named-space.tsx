import type { ReactNode } from 'react';
import { spaceName } from '../names';
import { useSpaceNames } from '../use-space-names';

interface NamedSpaceProps {
  readonly spaceId: string;
  readonly children: (name: string) => ReactNode;
}

/** Shows its children once the name of the space is loaded. A link has only the ID. */
export function NamedSpace({ spaceId, children }: NamedSpaceProps) {
  const spaces = useSpaceNames([spaceId]);
  return spaces === undefined ? null : <>{children(spaceName({ spaces }, spaceId))}</>;
}
