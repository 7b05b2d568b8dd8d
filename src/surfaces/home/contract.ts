import type { LevelOfPage } from '../../classification/model';
import type { Severity } from '../../detection/detector';
import type { Need } from '../../findings/my-pages';
import type { LevelName } from '../level-name';

/** The operations of the home page in the Apps menu. It is in no space and on no page. */

type Operation<I, R> = { readonly input: I; readonly result: R };

/** A page that waits for this person: it is their own, and they can edit it. */
export interface MyPage {
  readonly pageId: string;
  readonly title: string;
  /** A change with another revision is not made. */
  readonly revision: number | 'absent';
  /** The level with its sub-level. null = the page has none. */
  readonly level: LevelName | null;
  /** Why it waits. Never empty. */
  readonly needs: readonly Need[];
  /** The number of open findings by severity. */
  readonly open: Readonly<Record<Severity, number>>;
  /** The level that the findings require, if it is more sensitive than the current one. */
  readonly required?: LevelName & LevelOfPage;
}

export interface HomeOperations {
  /** *Waiting for me*. There may be more pages even if `pages` is empty. */
  readonly listMyPages: Operation<
    { readonly need?: Need; readonly cursor?: string },
    { readonly pages: readonly MyPage[]; readonly cursor?: string }
  >;
}
