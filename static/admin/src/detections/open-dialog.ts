import type { FindingView } from '../../../../src/admin/findings/finding-view';
import type { FindingTarget } from './change-findings';
import type { ExclusionTarget } from './exclude';
import type { FindingFilter } from './filter';
import type { TriageRow } from './names';

/** The open dialog and its subject. */
export type OpenDialog =
  | { readonly dialog: 'details'; readonly row: TriageRow }
  | { readonly dialog: 'assign'; readonly target: FindingTarget; readonly count: number | undefined }
  | { readonly dialog: 'exclude'; readonly target: ExclusionTarget }
  | { readonly dialog: 'exclude-one'; readonly finding: FindingView }
  | { readonly dialog: 'scan'; readonly pageIds: readonly string[] }
  | {
      readonly dialog: 'ask' | 'redact';
      readonly rows: readonly TriageRow[];
      readonly matching?: readonly FindingFilter[];
    }
  | { readonly dialog: 'clean-history'; readonly findingIds: readonly string[] }
  | { readonly dialog: 'scan-site' | 'keys' };
