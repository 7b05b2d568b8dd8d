import { useCallback, useEffect, useRef, useState } from 'react';
import { type FindingNames, NO_NAMES, readLevelsAndDetectors, withMoreNames } from './names';

/**
 * The names that are loaded so far. Loads the names of spaces and people on demand.
 * @param revision a new revision loads the names again
 */
export function useNames(revision: number) {
  const [names, setNames] = useState<FindingNames>(NO_NAMES);
  const asked = useRef(new Set<string>());

  useEffect(() => {
    let isHere = true;
    void readLevelsAndDetectors().then((read) => {
      if (isHere) setNames((known) => ({ ...read, spaces: known.spaces, accounts: known.accounts }));
    });
    return () => {
      isHere = false;
    };
  }, [revision]);

  const addSpaceIds = useCallback((spaceIds: readonly string[]) => {
    const unknown = spaceIds.filter((spaceId) => !asked.current.has(spaceId));
    if (unknown.length === 0) return;
    unknown.forEach((spaceId) => asked.current.add(spaceId));
    void withMoreNames(NO_NAMES, unknown).then(({ spaces }) =>
      setNames((known) => ({ ...known, spaces: new Map([...known.spaces, ...spaces]) })),
    );
  }, []);

  const addAccountIds = useCallback((accountIds: readonly string[]) => {
    const unknown = accountIds.filter((accountId) => !asked.current.has(accountId));
    if (unknown.length === 0) return;
    unknown.forEach((accountId) => asked.current.add(accountId));
    void withMoreNames(NO_NAMES, [], unknown).then(({ accounts }) =>
      setNames((known) => ({ ...known, accounts: new Map([...known.accounts, ...accounts]) })),
    );
  }, []);

  return { names, addSpaceIds, addAccountIds };
}
