import { findSpaceNames } from '../../classification/space-lookup';
import type { Reader } from '../viewed-page';

export interface PageInSpace<T> {
  readonly shown: T;
  readonly spaceId: string;
}

/** Adds the names of the spaces that the person sees, with one call for all pages. @throws HostError */
export async function addSpaceNames<T extends object>(
  { confluence, accountId }: Pick<Reader, 'confluence' | 'accountId'>,
  pages: readonly PageInSpace<T>[],
): Promise<readonly (T & { readonly spaceName?: string })[]> {
  const spaces = await findSpaceNames(
    confluence,
    accountId,
    pages.map(({ spaceId }) => spaceId),
  );
  const names = new Map(spaces.map(({ id, name }) => [id, name]));
  return pages.map(({ shown, spaceId }) => {
    const spaceName = names.get(spaceId);
    return spaceName === undefined ? shown : { ...shown, spaceName };
  });
}
