import type { FlatText } from './flat-text';
import { FlatTextBuilder } from './flat-text-builder';

/** A text without structure is one block. */
export function flattenPlain(text: string): FlatText {
  const builder = new FlatTextBuilder();
  builder.addText(text, 'plain', 0, text.length);
  return builder.build();
}
