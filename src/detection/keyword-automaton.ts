import { fold } from './fold';

/**
 * Every occurrence of every keyword in one pass over a text (Aho and Corasick, 1975), as a table of transitions over
 * classes of characters. A class is what folds to the same character (fold.ts); characters of no keyword share class 0.
 * States in which a keyword ends have the highest numbers, so that a character costs two look-ups and one comparison.
 */
export interface KeywordAutomaton {
  /**
   * Calls `found` for each keyword that ends before `end`, in the order of the ends.
   */
  run(text: string, found: (keyword: number, end: number) => void): void;
}

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
      const code = keyword.charCodeAt(index);
      if (!classOfFolded.has(code)) classOfFolded.set(code, classOfFolded.size + 1);
    }
  }
  const classes = classOfFolded.size + 1;
  const classOf = new Uint16Array(0x10000).map((_, code) => classOfFolded.get(fold(code)) ?? 0);

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
  const firstSpeaking = silent.length * classes;
  const spoken = speaking.map((node) => node.keywords);

  return {
    run(text, found) {
      let state = 0;
      for (let index = 0; index < text.length; index++) {
        state = next[state + (classOf[text.charCodeAt(index)] ?? 0)] ?? 0;
        if (state >= firstSpeaking) {
          for (const keyword of spoken[(state - firstSpeaking) / classes] ?? []) found(keyword, index + 1);
        }
      }
    },
  };
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
