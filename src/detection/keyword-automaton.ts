import { fold } from './fold';

/**
 * Every occurrence of every keyword in one pass over a text (Aho and Corasick, 1975), as a table of transitions over
 * classes of characters. A class is what folds to the same character (fold.ts); characters of no keyword share class 0.
 * States in which a keyword ends have the highest numbers, so that a character costs two look-ups and one comparison.
 * Characters beyond ASCII, of which there are as many as there are scripts, share a few classes by their last bits: the
 * table is a quarter of what it would be, and a hit of a keyword that has some is to be compared (isShared).
 * The walk is for its user to write, state = next[state + classOf[code]] from 0 on: a call for each hit would cost more.
 */
export interface KeywordAutomaton {
  readonly next: Int32Array;
  readonly classOf: Uint16Array;
  /** States from here on end keywords: those at `speaking[(state - firstSpeaking) / classes]`. */
  readonly firstSpeaking: number;
  readonly classes: number;
  readonly speaking: readonly (readonly number[])[];
}

const ASCII_END = 0x80;
/** The bits that tell them apart. */
const SHARED_CLASSES = 0x0f;

interface TrieNode {
  readonly children: Map<number, TrieNode>;
  keywords: number[];
  fail?: TrieNode;
  state: number;
}

/** The keywords are folded (foldText), not empty, and named by their place in the list. */
export function buildKeywordAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const classOfFolded = new Map<number, number>();
  for (const keyword of keywords) {
    for (let index = 0; index < keyword.length; index++) {
      const code = sharedCode(keyword.charCodeAt(index));
      if (!classOfFolded.has(code)) classOfFolded.set(code, classOfFolded.size + 1);
    }
  }
  const classes = classOfFolded.size + 1;
  const classOf = new Uint16Array(0x10000).map((_, code) => classOfFolded.get(sharedCode(fold(code))) ?? 0);

  const root = newNode();
  keywords.forEach((keyword, id) => {
    let node = root;
    for (let index = 0; index < keyword.length; index++) {
      const key = classOf[keyword.charCodeAt(index)] ?? 0;
      let child = node.children.get(key);
      if (child === undefined) node.children.set(key, (child = newNode()));
      node = child;
    }
    node.keywords.push(id);
  });

  const nodes = breadthFirst(root);
  const silent = nodes.filter((node) => node.keywords.length === 0);
  const speaking = nodes.filter((node) => node.keywords.length > 0);
  [...silent, ...speaking].forEach((node, index) => {
    node.state = index * classes;
  });
  const next = new Int32Array(nodes.length * classes);
  for (const node of nodes) {
    // What the state of the longest proper suffix does, it does as well; that one is nearer to the root, so done before.
    if (node.fail !== undefined) next.copyWithin(node.state, node.fail.state, node.fail.state + classes);
    for (const [key, child] of node.children) next[node.state + key] = child.state;
  }
  return {
    next,
    classOf,
    firstSpeaking: silent.length * classes,
    classes,
    speaking: speaking.map((node) => node.keywords),
  };
}

/** Whether a keyword has characters that others share a class with. */
export function isShared(keyword: string): boolean {
  return /[^\0-\x7f]/.test(keyword);
}

function sharedCode(folded: number): number {
  return folded < ASCII_END ? folded : ASCII_END + (folded & SHARED_CLASSES);
}

function newNode(): TrieNode {
  return { children: new Map(), keywords: [], state: 0 };
}

/** Sets the failure links, and gives each node the keywords of its suffixes as well. */
function breadthFirst(root: TrieNode): TrieNode[] {
  const nodes = [root];
  for (const node of nodes) {
    for (const [key, child] of node.children) {
      let fail = node.fail;
      while (fail !== undefined && !fail.children.has(key)) fail = fail.fail;
      child.fail = fail?.children.get(key) ?? root;
      child.keywords = [...child.keywords, ...child.fail.keywords];
      nodes.push(child);
    }
  }
  return nodes;
}
