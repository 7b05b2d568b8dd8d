import { useEffect, useState } from 'react';
import { type Names, readSpaces, spaceName } from '../names';
import type { OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';

interface ChangeFailureProps {
  readonly title: string;
  readonly error: OperationError;
}

const SHOWN = 10;
const SPACE = /^space:(\d+)$/;
const SCHEME = /^scheme:(.*)$/s;

/** The reason why a change was rejected, and the settings that caused it. */
export function ChangeFailure({ title, error }: ChangeFailureProps) {
  const { places = [] } = error;
  const shown = places.slice(0, SHOWN);
  const spaceIds = shown.flatMap((place) => SPACE.exec(place)?.[1] ?? []).join();
  const [spaces, setSpaces] = useState<Names['spaces']>(new Map());
  useEffect(() => {
    if (spaceIds !== '') void readSpaces(spaceIds.split(',')).then(setSpaces);
  }, [spaceIds]);
  return (
    <Failure title={title} error={error}>
      {shown.length > 0 && (
        <ul>
          {shown.map((place) => (
            <li key={place}>{placeInWords(place, spaces)}</li>
          ))}
          {places.length > SHOWN && <li>{texts.configuration.morePlaces(places.length - SHOWN)}</li>}
        </ul>
      )}
    </Failure>
  );
}

function placeInWords(place: string, spaces: Names['spaces']): string {
  const { changes, site } = texts.settings;
  const spaceId = SPACE.exec(place)?.[1];
  if (spaceId !== undefined) return changes.space(spaceName({ spaces }, spaceId));
  const scheme = SCHEME.exec(place)?.[1];
  return scheme === undefined ? site.title : changes.scheme(scheme);
}
