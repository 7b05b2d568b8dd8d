import type { FindingView } from '../../../../src/admin/findings/finding-view';
import type { ExclusionTarget } from './exclude';
import type { Grouping } from './filter';
import type { TriageRow } from './names';

/** The open dialog and its subject. */
export type OpenDialog =
  | { readonly dialog: 'details'; readonly row: TriageRow }
  | { readonly dialog: 'exclude'; readonly target: ExclusionTarget }
  | { readonly dialog: 'exclude-one'; readonly finding: FindingView }
  | { readonly dialog: 'scan'; readonly pageIds: readonly string[] }
  | { readonly dialog: 'redact'; readonly rows: readonly TriageRow[]; readonly group: Grouping }
  | { readonly dialog: 'clean-history'; readonly findingIds: readonly string[] }
  | { readonly dialog: 'scan-site' | 'keys' };
