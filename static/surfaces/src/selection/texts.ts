import type { Evidence } from '../../../../src/surfaces/contract';
import { plural } from '../common-texts';

export const selectionTexts = {
  titles: { exclude: 'Not sensitive', redact: 'Redact' },
  failed: 'We couldn’t check the selection',
  matched: (count: number) => `The selection has ${plural(count, 'value', 'values')}:`,
  noMatch: 'The selection has no sensitive data that the last scan found.',
  noSelection: 'Select text first.',
  tooLong: (max: number) => `Select less text: ${max.toLocaleString()} characters at most.`,
  advice: {
    never: 'This content hasn’t been scanned yet. Try again after the first scan.',
    'not-visible': 'The app can’t view this content because of its restrictions, so it isn’t scanned.',
    'empty-live-doc': 'The content of this live doc isn’t scanned, because Confluence doesn’t show it to the app.',
    outdated: 'The content changed after the last scan. Try again after the next scan.',
    current: 'Select a whole value, as it is in the text. Values that are not sensitive here are not listed.',
  } satisfies Record<Evidence['scan'], string>,
  notRemovable: 'These values can’t be removed here, because they are in attachments. Edit or delete the attachment.',
  excluded: (count: number) => `${plural(count, 'value', 'values')} marked as not sensitive here.`,
  partly: (done: number, count: number) => `${done.toLocaleString()} of ${plural(count, 'value', 'values')} marked.`,
  undo: 'Undo',
  undone: 'Undone: the data counts as sensitive.',
  undoFailed: 'We couldn’t undo this',
  actionFailed: 'Not all values were marked',
  close: 'Close',
} as const;
