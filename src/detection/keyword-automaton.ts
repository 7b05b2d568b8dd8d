import { fold, FOLDED_END } from './fold';

/**
 * Finds every occurrence of every keyword in one pass over a text (Aho and Corasick, 1975). A table maps states and character
 * classes to states.
 * - Characters that fold to the same character (fold.ts) share a class. Characters of no keyword have class 0.
 * - Accepting states have the highest numbers, so each character costs two look-ups and one comparison.
 * - Non-ASCII characters share a few classes by their last bits, which makes the table four times smaller. A hit of a
 *   keyword with such characters must be compared with the text (isAmbiguous).
 * - Memory access dominates the time. A row fills whole cache lines at two bytes a transition, and the most frequent
 *   characters are in its first line.
 * The caller writes the loop itself, starting with state 0: state = next[(state << LINE_BITS) + classOf[code]]. A call for
 * each hit would cost more.
 */
export interface KeywordAutomaton {
  readonly next: Uint16Array | Uint32Array;
  readonly classOf: Uint8Array;
  /** States from here on accept. Their keywords are in `outputs`, from `next[(state << LINE_BITS) + classes]` to the next -1. */
  readonly firstAccepting: number;
  readonly classes: number;
  readonly outputs: Int32Array;
}

export const LINE_BITS = 5;
const LINE = 1 << LINE_BITS;
/** The most frequent characters of texts, in order. */
const COMMON = ' etaoinsrlcdpumhgfbywvkx.';

const ASCII_END = 0x80;
/** The bits of a non-ASCII character that select its class. */
const SHARED_CLASSES = 0x0f;

/** @param keywords folded (foldText) and not empty; the automaton refers to them by index */
export function buildKeywordAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const { classOf, classes } = classify(keywords);
  const trie = buildTrie(keywords, classOf);
  const { order, failureOf } = linkFailures(trie);
  const { outputs, firstChild, nextSibling, keyOf } = trie;
  const nonAccepting = order.filter((node) => outputs[node]?.length === 0);
  const accepting = order.filter((node) => outputs[node]?.length !== 0);
  const lines = Math.ceil((classes + 1) / LINE);
  const stateOf = new Uint32Array(order.length);
  [...nonAccepting, ...accepting].forEach((node, index) => (stateOf[node] = index * lines));
  const lists: number[] = [];
  const outputStartOf = new Int32Array(order.length);
  for (const node of accepting) {
    outputStartOf[node] = lists.length;
    lists.push(...(outputs[node] ?? []), -1);
  }
  const Table = Math.max(order.length * lines, lists.length) > 0xffff ? Uint32Array : Uint16Array;
  const next = new Table(order.length * lines * LINE);
  // A transition without a child is that of the failure node, which is nearer to the root and so already filled.
  // A function for each row: the JIT optimises short functions sooner than long loops.
  const fillRow = (node: number) => {
    const row = (stateOf[node] ?? 0) * LINE;
    const failure = (stateOf[failureOf[node] ?? 0] ?? 0) * LINE;
    if (node !== ROOT) next.copyWithin(row, failure, failure + classes);
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0) {
      next[row + (keyOf[child] ?? 0)] = stateOf[child] ?? 0;
    }
    next[row + classes] = outputStartOf[node] ?? 0;
  };
  for (const node of order) fillRow(node);
  return {
    next,
    classOf,
    firstAccepting: nonAccepting.length * lines,
    classes,
    outputs: Int32Array.from(lists),
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
  for (let code = 0; code < FOLDED_END; code++) classOf[code] = classOfShared[sharedCode(fold(code))] ?? 0;
  // The others fold to themselves, so their classes repeat with their last bits. Each copy doubles the filled part.
  classOf.set(classOfShared.subarray(ASCII_END), FOLDED_END);
  for (let filled = SHARED_CLASSES + 1; FOLDED_END + filled < classOf.length; filled *= 2) {
    classOf.copyWithin(FOLDED_END + filled, FOLDED_END, FOLDED_END + filled);
  }
  return { classOf, classes };
}

const ROOT = 0;

/** Nodes are numbers; 0 means no node. */
interface Trie {
  /** The keywords that end at each node. */
  readonly outputs: (readonly number[])[];
  readonly firstChild: Uint32Array;
  readonly nextSibling: Uint32Array;
  /** The class that leads to each node. */
  readonly keyOf: Uint8Array;
}

function buildTrie(keywords: readonly string[], classOf: Uint8Array): Trie {
  const maxNodes = keywords.reduce((sum, { length }) => sum + length, 1);
  const trie = {
    outputs: [[]] as (readonly number[])[],
    firstChild: new Uint32Array(maxNodes),
    nextSibling: new Uint32Array(maxNodes),
    keyOf: new Uint8Array(maxNodes),
  };
  const { outputs, firstChild, nextSibling, keyOf } = trie;
  const add = (keyword: string, id: number) => {
    let node = ROOT;
    for (let index = 0; index < keyword.length; index++) {
      const key = classOf[keyword.charCodeAt(index)] ?? 0;
      let child = childOf(trie, node, key);
      if (child === 0) {
        child = outputs.push([]) - 1;
        keyOf[child] = key;
        nextSibling[child] = firstChild[node] ?? 0;
        firstChild[node] = child;
      }
      node = child;
    }
    outputs[node] = [...(outputs[node] ?? []), id];
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
 * Links each node to its failure node, the node of its longest proper suffix, and adds the outputs of that node.
 * @returns the links, and all nodes in breadth-first order
 */
function linkFailures(trie: Trie): { readonly order: readonly number[]; readonly failureOf: Uint32Array } {
  const { outputs, firstChild, nextSibling, keyOf } = trie;
  const failureOf = new Uint32Array(outputs.length);
  const order = [ROOT];
  for (const node of order) {
    for (let child = firstChild[node] ?? 0; child !== 0; child = nextSibling[child] ?? 0) {
      const failure = node === ROOT ? ROOT : failureChild(trie, failureOf, failureOf[node] ?? 0, keyOf[child] ?? 0);
      failureOf[child] = failure;
      const inherited = outputs[failure] ?? [];
      if (inherited.length > 0) outputs[child] = [...(outputs[child] ?? []), ...inherited];
      order.push(child);
    }
  }
  return { order, failureOf };
}

/** The child of a node, or of the nearest failure node that has one. */
function failureChild(trie: Trie, failureOf: Uint32Array, from: number, key: number): number {
  for (let node = from; ; node = failureOf[node] ?? 0) {
    const child = childOf(trie, node, key);
    if (child !== 0 || node === ROOT) return child;
  }
}

/** True if the keyword has characters that share a class with others, so that its hits must be verified. */
export function isAmbiguous(keyword: string): boolean {
  return /[^\0-\x7f]/.test(keyword);
}

function sharedCode(folded: number): number {
  return folded < ASCII_END ? folded : ASCII_END + (folded & SHARED_CLASSES);
}
