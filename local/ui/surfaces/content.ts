import type { ParsedStorage } from '../../confluence/storage-format';

/** The page or blog post that modules are shown on. */
export interface ShownContent {
  readonly type: 'page' | 'blogpost';
  readonly id: string;
  readonly spaceId: string;
  readonly body: ParsedStorage;
  /** True if the visitor can edit it. */
  readonly canEdit: boolean;
  /** True in place of the editor. */
  readonly isEditing: boolean;
}
