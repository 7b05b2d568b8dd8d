import type { Part } from '../finding';
import { flattenAdf } from './adf';
import type { FlatText, Skipped } from './flat-text';
import { flattenPlain } from './flat-text-builder';
import { flattenStorage } from './storage';

/** Longer sources are not scanned. Confluence stores no body of this size. */
const MAX_SOURCE_LENGTH = 10_000_000;

/** Extracts the text of a part in any representation. Unreadable content is reported as skipped. */
export function flatten({ representation, source }: Pick<Part, 'representation' | 'source'>): FlatText {
  if (source.length > MAX_SOURCE_LENGTH) return skippedText('too-large');
  switch (representation) {
    case 'plain':
      return flattenPlain(source);
    case 'storage':
      return flattenStorage(source);
    case 'atlas_doc_format': {
      let document: unknown;
      try {
        document = JSON.parse(source);
      } catch {
        return skippedText('malformed');
      }
      return flattenAdf(document);
    }
  }
}

function skippedText(reason: Skipped['reason']): FlatText {
  return { text: '', blocks: [], skipped: [{ reason, pointer: '' }] };
}
