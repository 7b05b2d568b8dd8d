import type { Part } from '../detection/finding';
import type { TextRange } from './redact-parts';

/** A page or a comment as a person may edit it. Only a clear yes of Confluence makes it editable. */

export interface EditableContent {
  readonly spaceId: string;
  /** The current one. */
  readonly version: number;
  /** When that was made, where Confluence says so. */
  readonly createdAt?: string | undefined;
  /** What can be edited. */
  readonly parts: readonly Part[];
  /** What Confluence keeps with it and nobody can edit. */
  readonly fixed: readonly Part[];
  /** The versions that this redaction wrote as this person, the last one first, as far as Confluence tells. */
  readonly ownVersions: readonly number[];
  /** The one of them that Guard made for it. */
  readonly guardVersion?: number | undefined;
}

export type ContentForEditing =
  | { readonly outcome: 'editable'; readonly content: EditableContent }
  /** Missing, trashed, a draft, or not for this person. */
  | { readonly outcome: 'hidden' }
  | {
      readonly outcome: 'not-editable';
      readonly spaceId: string;
      readonly reason: NotEditable;
      /** Undefined if they cannot be read. */
      readonly parts: readonly Part[] | undefined;
    };

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
  /** Who may take something out before we do. */
  readonly guard?: GuardRedaction | undefined;
}

/** Of an answer to a write. */
export function writtenOf(status: number): Written {
  if (status === 200) return 'written';
  if (status === 409) return 'conflict';
  return status === 403 || status === 404 ? 'gone' : 'refused';
}

/** Somebody who redacts in Confluence itself. */
export interface GuardRedaction {
  /**
   * Who takes out what is to go. `wait`: it was asked to, and nothing has happened yet.
   * @param textRanges undefined = it is more than text
   */
  readonly wayOf: (content: EditableContent, textRanges: readonly TextRange[] | undefined) => 'guard' | 'edit' | 'wait';
  /**
   * What comes of it is for the content to tell.
   * @throws HostError, after which it may do it all the same; ImpersonationRefusedError, and what noting throws
   */
  readonly ask: (content: EditableContent, textRanges: readonly TextRange[]) => Promise<void>;
  /** The version that it has made, as far as Confluence tells. */
  readonly versionOf: (versions: readonly ToldVersion[]) => number | undefined;
}

export interface ToldVersion {
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
