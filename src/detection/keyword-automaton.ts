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
  const trie = buildTrie(keywords, classOf);
  const { order, suffixOf } = linkSuffixes(trie);
  const { said, firstChild, nextSibling, keyOf } = trie;
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
  // What a node has no child for, it does as the node of its suffix, which is nearer to the root, so done before.
  // A call for each, because short functions are made fast sooner than long loops.
  const fillRow = (node: number) => {
    const row = (stateOf[node] ?? 0) * LINE;
    const suffix = (stateOf[suffixOf[node] ?? 0] ?? 0) * LINE;
    if (node !== ROOT) next.copyWithin(row, suffix, suffix + classes);
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0) {
      next[row + (keyOf[child] ?? 0)] = stateOf[child] ?? 0;
    }
    next[row + classes] = placeOf[node] ?? 0;
  };
  for (const node of order) fillRow(node);
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

const ROOT = 0;

/** Nodes are numbered; where there is none, 0 is in its place. */
interface Trie {
  /** The keywords that end there. */
  readonly said: (readonly number[])[];
  readonly firstChild: Uint32Array;
  readonly nextSibling: Uint32Array;
  /** The class that leads to a node. */
  readonly keyOf: Uint8Array;
}

function buildTrie(keywords: readonly string[], classOf: Uint8Array): Trie {
  const most = keywords.reduce((sum, { length }) => sum + length, 1);
  const trie = {
    said: [[]] as (readonly number[])[],
    firstChild: new Uint32Array(most),
    nextSibling: new Uint32Array(most),
    keyOf: new Uint8Array(most),
  };
  const { said, firstChild, nextSibling, keyOf } = trie;
  const add = (keyword: string, id: number) => {
    let node = ROOT;
    for (let index = 0; index < keyword.length; index++) {
      const key = classOf[keyword.charCodeAt(index)] ?? 0;
      let child = childOf(trie, node, key);
      if (child === 0) {
        child = said.push([]) - 1;
        keyOf[child] = key;
        nextSibling[child] = firstChild[node] ?? 0;
        firstChild[node] = child;
      }
      node = child;
    }
    said[node] = [...(said[node] ?? []), id];
  };
  keywords.forEach(add);
  return trie;
}

function childOf({ firstChild, nextSibling, keyOf }: Trie, node: number, key: number): number {
  let child = firstChild[node] ?? 0;
  while (child !== 0 && keyOf[child] !== key) child = nextSibling[child] ?? 0;
  return child;
}

/**
 * Finds of each node that of its longest proper suffix, whose keywords are its own as well.
 * @returns them, and the nodes, those nearer to the root first
 */
function linkSuffixes(trie: Trie): { readonly order: readonly number[]; readonly suffixOf: Uint32Array } {
  const { said, firstChild, nextSibling, keyOf } = trie;
  const suffixOf = new Uint32Array(said.length);
  const order = [ROOT];
  for (const node of order) {
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0) {
      const suffix = node === ROOT ? ROOT : suffixBehind(trie, suffixOf, suffixOf[node] ?? 0, keyOf[child] ?? 0);
      suffixOf[child] = suffix;
      const more = said[suffix] ?? [];
      if (more.length > 0) said[child] = [...(said[child] ?? []), ...more];
      order.push(child);
    }
  }
  return { order, suffixOf };
}

/** The child of a node, or of the nearest of its suffixes that has one. */
function suffixBehind(trie: Trie, suffixOf: Uint32Array, from: number, key: number): number {
  for (let node = from; ; node = suffixOf[node] ?? 0) {
    const child = childOf(trie, node, key);
    if (child !== 0 || node === ROOT) return child;
  }
}

/** Whether a keyword has characters that others share a class with. */
export function isShared(keyword: string): boolean {
  return /[^\0-\x7f]/.test(keyword);
}

function sharedCode(folded: number): number {
  return folded < ASCII_END ? folded : ASCII_END + (folded & SHARED_CLASSES);
}
