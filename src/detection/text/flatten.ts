import type { Part } from '../finding';
import { flattenAdf } from './adf';
import type { FlatText, Skipped } from './flat-text';
import { flattenPlain } from './plain';
import { flattenStorage } from './storage';

/** Longer sources are not inspected. Confluence keeps no body of this size. */
const MAX_SOURCE_LENGTH = 10_000_000;

/** The text of a part, whatever it is written in. What cannot be read is told as skipped. */
export function flatten({ representation, source }: Pick<Part, 'representation' | 'source'>): FlatText {
  if (source.length > MAX_SOURCE_LENGTH) return notRead('too-large');
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
        return notRead('malformed');
      }
      return flattenAdf(document);
    }
  }
}

function notRead(reason: Skipped['reason']): FlatText {
  return { text: '', blocks: [], skipped: [{ reason, pointer: '' }] };
}
