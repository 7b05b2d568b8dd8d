import * as z from 'zod';
import type { Part } from '../../detection/finding';
import type { Committed } from '../page-work';
import type { TextRange } from './redact-parts';

/** A page or a comment as a person may edit it. It is editable only if Confluence explicitly says so. */

export interface EditableContent {
  readonly spaceId: string;
  /** The current version. */
  readonly version: number;
  /** The creation time of the current version, if Confluence returns it. */
  readonly createdAt?: string | undefined;
  /** The editable parts. */
  readonly parts: readonly Part[];
  /** The same as a document of the new editor. It is never written, because it lacks links and marks of the page. */
  readonly document?: readonly Part[] | undefined;
  /** Parts that Confluence stores with the content and that no person can edit. */
  readonly fixed: readonly Part[];
  /** The versions that this redaction wrote as this person, the latest first, as far as Confluence lists them. */
  readonly ownVersions: readonly number[];
  /** The version among them that Guard created. */
  readonly guardVersion?: number | undefined;
}

export type ContentForEditing =
  | { readonly outcome: 'editable'; readonly content: EditableContent }
  /** Missing, trashed, a draft, or not visible to this person. */
  | { readonly outcome: 'hidden' }
  | {
      readonly outcome: 'not-editable';
      readonly spaceId: string;
      readonly reason: NotEditable;
      /** Undefined if they cannot be read. */
      readonly parts: readonly Part[] | undefined;
    };

/**
 * `unpublished-changes`: a new version would discard another user's draft. `unreadable`: Confluence does not return the
 * complete body.
 */
export type NotEditable = 'not-editable' | 'archived' | 'unpublished-changes' | 'unreadable';

/**
 * `conflict`: a later version exists. `gone`: the person can no longer see or edit the content. `refused`: Confluence
 * rejects the new version, for example because another page has the title.
 */
export type Written = 'written' | 'conflict' | 'gone' | 'refused';

export interface ContentEditing {
  /** @throws HostError, ImpersonationRefusedError */
  readonly read: () => Promise<ContentForEditing>;
  /**
   * Writes the next version with these parts.
   * @throws HostError: the version may have been written nevertheless; ImpersonationRefusedError
   */
  readonly write: (content: EditableContent, parts: readonly Part[]) => Promise<Written>;
  /** The parts to write after Confluence refused the first ones. */
  readonly alternative: (content: EditableContent, parts: readonly Part[]) => readonly Part[];
  /** Guard, which may redact before the app does. */
  readonly guard?: GuardRedaction | undefined;
}

/** The outcome of a write by the status of its response. */
export function writtenOf(status: number): Written {
  if (status === 200) return 'written';
  if (status === 409) return 'conflict';
  return status === 403 || status === 404 ? 'gone' : 'refused';
}

/** Redaction by Confluence itself. */
export interface GuardRedaction {
  /**
   * Returns how to remove the values. `wait`: Guard has been asked and has not redacted yet.
   * @param textRanges undefined = the redaction changes more than text
   */
  readonly methodFor: (
    content: EditableContent,
    textRanges: readonly TextRange[] | undefined,
  ) => 'guard' | 'edit' | 'wait';
  /**
   * Asks Guard to redact the ranges, and stores the request. Only reading the content shows the result.
   * @throws HostError: Guard may redact nevertheless; ImpersonationRefusedError, StorageUnavailableError
   */
  readonly ask: (content: EditableContent, textRanges: readonly TextRange[]) => Promise<Committed>;
  /** The version that Guard created, as far as Confluence lists it. */
  readonly versionOf: (versions: readonly ListedVersion[]) => number | undefined;
}

/** The members of a page and of a comment that Confluence returns on request. */
export const operations = z.object({
  results: z.array(z.object({ operation: z.string(), targetType: z.string() })),
});
export const versions = z.object({
  results: z.array(z.object({ number: z.int(), message: z.string().nullish(), authorId: z.string().nullish() })),
});

export type ListedVersion = Readonly<z.infer<typeof versions>['results'][number]>;

/** The versions with this message by this person, the latest first. */
export function versionsWith(
  versions: readonly ListedVersion[],
  message: string,
  accountId: string,
): readonly number[] {
  return versions
    .filter((one) => one.message === message && one.authorId === accountId)
    .map(({ number }) => number)
    .sort((a, b) => b - a);
}
