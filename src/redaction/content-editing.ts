import type { Part } from '../detection/finding';

/** A page or a comment as a person may edit it. Only a clear yes of Confluence makes it editable. */

export interface EditableContent {
  readonly spaceId: string;
  /** The current one. */
  readonly version: number;
  /** What can be edited. */
  readonly parts: readonly Part[];
  /** What Confluence keeps with it and nobody can edit. */
  readonly fixed: readonly Part[];
  /** The versions that this redaction wrote as this person, the last one first, as far as Confluence tells. */
  readonly ownVersions: readonly number[];
}

export type ContentForEditing =
  | { readonly outcome: 'editable'; readonly content: EditableContent }
  /** Missing, trashed, a draft, or not for this person. */
  | { readonly outcome: 'hidden' }
  | { readonly outcome: 'not-editable'; readonly spaceId: string; readonly reason: NotEditable };

/** `unpublished-changes`: a new version would end somebody's draft. `unreadable`: its body is not told as a whole. */
export type NotEditable = 'not-editable' | 'archived' | 'unpublished-changes' | 'unreadable';

/**
 * `conflict`: there is a later version. `gone`: the person does not see it any more, or may not edit it. `refused`: Confluence
 * does not take it as it is, for example because another page has the title.
 */
export type Written = 'written' | 'conflict' | 'gone' | 'refused';

export interface ContentEditing {
  /** @throws HostError, ImpersonationRefusedError */
  readonly read: () => Promise<ContentForEditing>;
  /**
   * The next version, with these parts.
   * @throws HostError, after which it may have been written all the same; ImpersonationRefusedError
   */
  readonly write: (content: EditableContent, parts: readonly Part[]) => Promise<Written>;
  /** What may be taken where the parts were refused. */
  readonly instead: (content: EditableContent, parts: readonly Part[]) => readonly Part[];
}

/** Of an answer to a write. */
export function writtenOf(status: number): Written {
  if (status === 200) return 'written';
  if (status === 409) return 'conflict';
  return status === 403 || status === 404 ? 'gone' : 'refused';
}

interface ToldVersion {
  readonly number: number;
  readonly message?: string | null | undefined;
  readonly authorId?: string | null | undefined;
}

/** The versions with this message by this person, the last one first. */
export function versionsWith(versions: readonly ToldVersion[], message: string, accountId: string): readonly number[] {
  return versions
    .filter((one) => one.message === message && one.authorId === accountId)
    .map(({ number }) => number)
    .sort((a, b) => b - a);
}
