import { Parser } from 'htmlparser2';

/** Compares two versions in storage format. Pure. */

/** Ids that Confluence adds when it stores a version. */
const ADDED_IDS = new Set(['local-id', 'ac:local-id', 'ac:macro-id', 'ri:local-id']);

/** The markers of the app and of Guard. */
const MARKERS = /█████|\[REDACTED: [a-z]+\]/;

/** The address that replaces one that held a value. */
const NO_ADDRESS = '#';

/** A start or an end of an element, with the text after it. */
interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
}

/**
 * Returns true if the later version has the elements and attributes of the earlier one, and its texts differ only by cuts. Ids may
 * be added.
 */
export function isOnlyCut(before: string, after: string): boolean {
  const [old, now] = [tagsOf(before), tagsOf(after)];
  if (old.length !== now.length) return false;
  // The first piece of a value has the marker. Its other pieces are missing.
  let hasMarker = false;
  const isCut = (text: string, rest: string | undefined): boolean => {
    if (text === rest) return true;
    if (rest === undefined || !isWithout(text, rest, hasMarker)) return false;
    hasMarker = true;
    return true;
  };
  return old.every(({ name, attributes, text }, index) => {
    const later = now[index];
    if (later?.name !== name) return false;
    const added = [...later.attributes.keys()].filter((key) => !attributes.has(key));
    return (
      added.every((key) => ADDED_IDS.has(key)) &&
      [...attributes].every(([key, value]) => isCut(value, later.attributes.get(key))) &&
      isCut(text, later.text)
    );
  });
}

/** @param continues true if the text may begin within a value */
function isWithout(text: string, rest: string, continues: boolean): boolean {
  if (rest === NO_ADDRESS) return true;
  const pieces = rest.split(MARKERS);
  if (pieces.length === 1 && !continues) return false;
  let from = 0;
  return pieces.every((piece, index) => {
    const isLast = index === pieces.length - 1;
    const at = isLast ? text.length - piece.length : text.indexOf(piece, from);
    const isFound = at >= from && text.startsWith(piece, at) && (index > 0 || continues || at === 0);
    from = at + piece.length;
    return isFound;
  });
}

/** The first one is the text before all elements. */
function tagsOf(source: string): readonly Tag[] {
  let last: Tag = { name: '', attributes: new Map(), text: '' };
  const tags = [last];
  const add = (name: string, attributes: Readonly<Record<string, string>> = {}) => {
    last = { name, attributes: new Map(Object.entries(attributes)), text: '' };
    tags.push(last);
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => add(name, attributes),
      onclosetag: (name) => add(`/${name}`),
      ontext: (text) => (last.text += text),
      oncomment: (text) => add('!', { text }),
    },
    { recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(source);
  return tags;
}
