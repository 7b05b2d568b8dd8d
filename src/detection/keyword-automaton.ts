import { fold } from './fold';

/**
 * Every occurrence of every keyword in one pass over a text (Aho and Corasick, 1975), as a table of transitions over
 * classes of characters. A class is what folds to the same character (fold.ts); characters of no keyword share class 0.
 * States in which a keyword ends have the highest numbers, so that a character costs two look-ups and one comparison.
 * Characters beyond ASCII, of which there are as many as there are scripts, share a few classes by their last bits: the
 * table is a quarter of what it would be, and a hit of a keyword that has some is to be compared (isShared).
 * What takes time is memory: a row is of whole lines of the processor's cache, two bytes a transition, and what texts are
 * mostly made of is in the first of them.
 * The walk is for its user to write, state = next[(state << LINE_BITS) + classOf[code]] from 0 on: a call for each hit would
 * cost more.
 */
export interface KeywordAutomaton {
  readonly next: Uint16Array | Uint32Array;
  readonly classOf: Uint8Array;
  /** States from here on end keywords: those in `said` from `next[(state << LINE_BITS) + classes]` on, up to a negative number. */
  readonly firstSpeaking: number;
  readonly classes: number;
  readonly said: Int32Array;
}

export const LINE_BITS = 5;
const LINE = 1 << LINE_BITS;
/** The characters that texts have most of. */
const COMMON = ' etaoinsrlcdpumhgfbywvkx.';

const ASCII_END = 0x80;
/** The bits that tell them apart. */
const SHARED_CLASSES = 0x0f;

/** The keywords are folded (foldText), not empty, and named by their place in the list. */
export function buildKeywordAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const { classOf, classes } = classify(keywords);
  const trie = buildTrie(keywords, classOf, classes);
  const order = completeRows(trie, classes);
  const { rows, said } = trie;
  const silent = order.filter((node) => said[node]?.length === 0);
  const speaking = order.filter((node) => said[node]?.length !== 0);
  const lines = Math.ceil((classes + 1) / LINE);
  const stateOf = new Uint32Array(order.length);
  [...silent, ...speaking].forEach((node, index) => (stateOf[node] = index * lines));
  const lists: number[] = [];
  const placeOf = new Int32Array(order.length);
  for (const node of speaking) {
    placeOf[node] = lists.length;
    lists.push(...(said[node] ?? []), -1);
  }
  const Table = Math.max(order.length * lines, lists.length) > 0xffff ? Uint32Array : Uint16Array;
  const next = new Table(order.length * lines * LINE);
  const renumber = (node: number) => {
    const row = (stateOf[node] ?? 0) * LINE;
    for (let key = 0; key < classes; key++) next[row + key] = stateOf[rows[node * classes + key] ?? 0] ?? 0;
  };
  // A call for each, because short functions are made fast sooner than long loops.
  for (const node of order) renumber(node);
  for (const node of speaking) next[(stateOf[node] ?? 0) * LINE + classes] = placeOf[node] ?? 0;
  return {
    next,
    classOf,
    firstSpeaking: silent.length * lines,
    classes,
    said: Int32Array.from(lists),
  };
}

function classify(keywords: readonly string[]): { readonly classOf: Uint8Array; readonly classes: number } {
  const classOfShared = new Uint8Array(ASCII_END + SHARED_CLASSES + 1);
  let classes = 1;
  for (const keyword of [COMMON, ...keywords]) {
    for (let index = 0; index < keyword.length; index++) {
      const code = sharedCode(keyword.charCodeAt(index));
      if (classOfShared[code] === 0) classOfShared[code] = classes++;
    }
  }
  const classOf = new Uint8Array(0x10000);
  for (let code = 0; code < classOf.length; code++) classOf[code] = classOfShared[sharedCode(fold(code))] ?? 0;
  return { classOf, classes };
}

/** Nodes are numbered; the first is the root. 0 stands for none. */
interface Trie {
  /** Of each node the children, by class. */
  readonly rows: Int32Array;
  /** The keywords that end there. */
  readonly said: (readonly number[])[];
  /** The same children as lists. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** The class that leads to a node. */
  readonly keyOf: Uint8Array;
}

function buildTrie(keywords: readonly string[], classOf: Uint8Array, classes: number): Trie {
  const most = keywords.reduce((sum, { length }) => sum + length, 1);
  const rows = new Int32Array(most * classes);
  const firstChild = new Int32Array(most);
  const nextSibling = new Int32Array(most);
  const keyOf = new Uint8Array(most);
  const said: (readonly number[])[] = [[]];
  for (const [id, keyword] of keywords.entries()) {
    let node = 0;
    for (let index = 0; index < keyword.length; index++) {
      const key = classOf[keyword.charCodeAt(index)] ?? 0;
      let child = rows[node * classes + key] ?? 0;
      if (child === 0) {
        child = said.push([]) - 1;
        rows[node * classes + key] = child;
        keyOf[child] = key;
        nextSibling[child] = firstChild[node] ?? 0;
        firstChild[node] = child;
      }
      node = child;
    }
    said[node] = [...(said[node] ?? []), id];
  }
  return { rows, said, firstChild, nextSibling, keyOf };
}

/**
 * What a node has no child for, it does as the node of its longest proper suffix, whose keywords are its own as well.
 * That one is nearer to the root, so done before. @returns the nodes, those nearer to the root first
 */
function completeRows({ rows, said, firstChild, nextSibling, keyOf }: Trie, classes: number): readonly number[] {
  const suffixOf = new Int32Array(said.length);
  const order = [0];
  for (const node of order) {
    const row = node * classes;
    const suffix = (suffixOf[node] ?? 0) * classes;
    if (node !== 0) rows.copyWithin(row, suffix, suffix + classes);
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0) {
      const place = row + (keyOf[child] ?? 0);
      const other = node === 0 ? 0 : (rows[place] ?? 0);
      rows[place] = child;
      suffixOf[child] = other;
      const more = said[other] ?? [];
      if (more.length > 0) said[child] = [...(said[child] ?? []), ...more];
      order.push(child);
    }
  }
  return order;
}

/** Whether a keyword has characters that others share a class with. */
export function isShared(keyword: string): boolean {
  return /[^\0-\x7f]/.test(keyword);
}

function sharedCode(folded: number): number {
  return folded < ASCII_END ? folded : ASCII_END + (folded & SHARED_CLASSES);
}
