import type { DEMO_GROUPS, DemoAccount } from './accounts';

/** A person of a new site. */
export type Person = Omit<DemoAccount, 'note'>;

export interface DemoVersion {
  readonly body: string;
  readonly by: Person;
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
  readonly restrictedTo?: { readonly read?: readonly Person[]; readonly update?: readonly DemoAccount[] };
  /** Oldest first; readers see the last one. */
  readonly versions: readonly [DemoVersion, ...DemoVersion[]];
  readonly comments?: readonly {
    readonly id: string;
    readonly body: string;
    readonly by: Person;
    readonly at: string;
  }[];
}

/** The content of a new site. */
export interface DemoContent {
  /** People besides the accounts of the demo site. */
  readonly people: readonly Person[];
  readonly spaces: readonly DemoSpace[];
}

export interface DemoSpace {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly homepageId: string;
  /** The group that may read it, besides the admins and the editors. */
  readonly readers?: keyof typeof DEMO_GROUPS;
  /** People besides the admins and the demo site's editor who may edit in it. */
  readonly editors?: readonly Person[];
  /** The people who administer it without being site admins. */
  readonly administrators?: readonly Person[];
  /** True if people without a license or a login can read it. */
  readonly isPublic?: boolean;
  readonly pages: readonly DemoPage[];
}
