import type { DemoAccount } from './accounts';

export interface DemoVersion {
  readonly body: string;
  readonly by: DemoAccount;
  readonly at: string;
  readonly message?: string;
  /** Only if the page had a different title then. */
  readonly title?: string;
}

export interface DemoPage {
  readonly id: string;
  readonly title: string;
  readonly parentId?: string;
  readonly type?: 'blogpost';
  readonly status?: 'draft' | 'archived' | 'trashed';
  readonly labels?: readonly string[];
  /** The only accounts that may view or edit it. */
  readonly restrictedTo?: { readonly read?: readonly DemoAccount[]; readonly update?: readonly DemoAccount[] };
  /** Oldest first; readers see the last one. */
  readonly versions: readonly [DemoVersion, ...DemoVersion[]];
  readonly comments?: readonly {
    readonly id: string;
    readonly body: string;
    readonly by: DemoAccount;
    readonly at: string;
  }[];
}

export interface DemoSpace {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly homepageId: string;
  readonly pages: readonly DemoPage[];
}
