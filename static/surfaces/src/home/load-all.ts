import type { MyPage } from '../../../../src/surfaces/home/contract';
import type { OperationError, Outcome } from '../operations';

export interface MyPageList {
  readonly pages: readonly MyPage[];
  readonly cursor?: string;
  readonly isSpaceHidden?: true;
}

/** A page that was created in the meantime shifts the list, so a page may be in two parts. */
export function withMore({ pages }: MyPageList, next: MyPageList): MyPageList {
  const known = new Set(pages.map(({ pageId }) => pageId));
  return { ...next, pages: [...pages, ...next.pages.filter(({ pageId }) => !known.has(pageId))] };
}

interface LoadAllOptions {
  /** The list ends with this number of pages, or with the part that exceeds it. */
  readonly max: number;
  readonly read: (cursor: string) => Promise<Outcome<MyPageList>>;
  readonly onPart: (list: MyPageList) => void;
  readonly isStopped: () => boolean;
}

/** Loads the next parts, one after the other. @returns what was loaded, and the error that ended it */
export async function loadAll(
  list: MyPageList,
  { max, read, onPart, isStopped }: LoadAllOptions,
): Promise<{ readonly list: MyPageList; readonly error?: OperationError }> {
  let loaded = list;
  while (loaded.cursor !== undefined && loaded.pages.length < max && !isStopped()) {
    const answer = await read(loaded.cursor);
    if (!answer.ok) return { list: loaded, error: answer.error };
    loaded = withMore(loaded, answer.value);
    onPart(loaded);
  }
  return { list: loaded };
}
