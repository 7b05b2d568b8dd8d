import { fold, FOLDED_END } from '../text/fold';

/**
 * Finds every occurrence of every keyword in one pass over a text (Aho and Corasick, 1975). A table maps states and character
 * classes to states.
 * - Texts reach few states, so a state gets its row when a text first reaches it. The engine is ready sooner, and the rows in use
 *   are close together.
 * - Characters that fold to the same character (text/fold.ts) share a class.
 * - States where no keyword ends have the highest numbers, so each character costs two look-ups and one comparison.
 * - Non-ASCII characters share a few classes by their last bits, and control characters have class 0, which makes the rows
 *   shorter. A hit of a keyword with such characters must be compared with the text (isAmbiguous).
 * - Memory access dominates the time. A row fills whole cache lines at two bytes a transition, and the most frequent
 *   characters are in its first line.
 * The caller writes the loop itself, because a call for each character would cost more (keyword-hits.ts).
 */
export class KeywordAutomaton {
  /**
   * The transitions: `next[(state << LINE_BITS) + classOf[code]]` is the next state, or 0 if no text has needed it yet, and then
   * `resolve` returns it. Unused memory is never touched.
   */
  readonly next = new Uint16Array(STATES << LINE_BITS);
  readonly classOf = classes();
  /** By state below FIRST_PLAIN: the place in `outputs` of the keywords that end there. They end before the next -1. */
  readonly outputOf = new Uint32Array(FIRST_PLAIN);
  /** Indexes of keywords. */
  readonly outputs: number[] = [-1];
  private readonly trie: Trie;
  private readonly stateOf: Uint16Array;
  private readonly nodeOf = new Uint32Array(STATES);
  private ends = { accepting: 0, plain: 0 };

  /**
   * @param keywords folded (foldText) and not empty; the automaton refers to them by index
   * @param maxLines for the states where keywords end, and for the others; when these are used, all rows are dropped
   */
  constructor(
    keywords: readonly string[],
    private readonly maxLines = FIRST_PLAIN,
  ) {
    this.trie = new Trie(keywords, this.classOf);
    this.stateOf = new Uint16Array(this.trie.maxNodes);
    this.clear();
  }

  /** The next state of a transition that no text has needed yet. Other states may no longer be valid afterwards. */
  resolve(state: number, key: number): number {
    const node = this.nodeOf[state] ?? ROOT;
    const target = this.trie.follow(node, key);
    const known = this.stateOf[target] ?? 0;
    const next = known === 0 ? this.addState(target) : known;
    if (this.nodeOf[state] === node) this.next[(state << LINE_BITS) + key] = next;
    return next;
  }

  private addState(node: number): number {
    const { trie, maxLines, next, stateOf } = this;
    const output = trie.outputOf(node, this.outputs);
    const kind = output === NO_OUTPUT ? 'plain' : 'accepting';
    const start = output === NO_OUTPUT ? FIRST_PLAIN : 0;
    if (this.ends[kind] + LINES > start + maxLines) this.clear();
    const state = this.ends[kind];
    this.ends[kind] += LINES;
    if (output !== NO_OUTPUT) this.outputOf[state] = output;
    stateOf[node] = state;
    this.nodeOf[state] = node;
    const row = state << LINE_BITS;
    const end = row + (LINES << LINE_BITS);
    // A transition without a child is that of the failure node, and no child of the root is the root itself.
    const failure = (stateOf[trie.failureOf(node)] ?? 0) << LINE_BITS;
    if (node === ROOT) next.fill(state, row, end);
    else if (failure !== 0) next.copyWithin(row, failure, failure + end - row);
    for (const key of trie.keysOf(node)) next[row + key] = 0;
    return state;
  }

  /** Drops all rows but that of the root, whose state is always FIRST_PLAIN. */
  private clear(): void {
    const { accepting, plain } = this.ends;
    this.next.fill(0, 0, accepting << LINE_BITS).fill(0, FIRST_PLAIN << LINE_BITS, plain << LINE_BITS);
    this.stateOf.fill(0);
    this.nodeOf.fill(ROOT);
    // State 0 means none.
    this.ends = { accepting: LINES, plain: FIRST_PLAIN };
    this.addState(ROOT);
  }
}

export const LINE_BITS = 5;
const LINE = 1 << LINE_BITS;
const STATES = 0x10000;
/** States from here on have no keywords. This one is the first state of a text. */
export const FIRST_PLAIN = 0x8000;
/** The printable characters of ASCII that other characters fold to. The most frequent ones of texts are first. */
const ALPHABET = ' etaoinsrlcdpumhgfbywvkx.jqz0123456789!"#$%&\'()*+,/:;<=>?@[\\]^`{|}~';

const ASCII_END = 0x80;
/** The bits of a non-ASCII character that select its class. */
const SHARED_CLASSES = 0x0f;
/** The lines of a row. A state is the number of its first line. */
const LINES = Math.ceil((1 + ALPHABET.length + SHARED_CLASSES + 1) / LINE);

let knownClasses: Uint8Array | undefined;

/** The class of each character. */
function classes(): Uint8Array {
  return (knownClasses ??= classify());
}

function classify(): Uint8Array {
  const classOfFolded = new Uint8Array(ASCII_END);
  for (let index = 0; index < ALPHABET.length; index++) classOfFolded[ALPHABET.charCodeAt(index)] = index + 1;
  const classOf = new Uint8Array(0x10000);
  const shared = 1 + ALPHABET.length;
  for (let code = 0; code <= SHARED_CLASSES; code++) classOf[code] = shared + code;
  // Most characters fold to themselves, so their classes repeat with their last bits. Each copy doubles the filled part.
  for (let filled = SHARED_CLASSES + 1; filled < classOf.length; filled *= 2) classOf.copyWithin(filled, 0, filled);
  for (let code = 0; code < FOLDED_END; code++) {
    const folded = fold(code);
    if (folded < ASCII_END) classOf[code] = classOfFolded[folded] ?? 0;
    else if (folded !== code) classOf[code] = shared + (folded & SHARED_CLASSES);
  }
  return classOf;
}

const ROOT = 0;
/** The place of an empty list of keywords. */
const NO_OUTPUT = 0;

/**
 * The keywords by their classes. Nodes are numbers; as a child, 0 means none. The children and links of nodes are computed when
 * first needed.
 */
class Trie {
  /** More than there are nodes. */
  readonly maxNodes: number;
  private size = 1;
  private readonly firstChild: Uint32Array;
  private readonly nextSibling: Uint32Array;
  /** By class. The root has many children. */
  private readonly childOfRoot = new Uint32Array(0x100);
  private readonly parentOf: Uint32Array;
  /** The class that leads to each node. */
  private readonly keyOf: Uint8Array;
  /** The number of characters that lead to each node. */
  private readonly depthOf: Uint16Array;
  /** The failure node plus one, or 0 if unknown. The failure node is that of the longest proper suffix. */
  private readonly failures: Uint32Array;
  /** The first keyword that starts with each node plus one, or 0, and the next one of each keyword. Empty if the node has children. */
  private readonly firstPending: Uint32Array;
  private readonly nextPending: Uint32Array;
  /** The keywords that end at a node. */
  private readonly endsAt = new Map<number, number[]>();
  private readonly outputs = new Map<number, number>();

  constructor(
    private readonly keywords: readonly string[],
    private readonly classOf: Uint8Array,
  ) {
    let maxNodes = 1;
    for (const { length } of keywords) maxNodes += length;
    this.maxNodes = maxNodes;
    this.firstChild = new Uint32Array(maxNodes);
    this.nextSibling = new Uint32Array(maxNodes);
    this.parentOf = new Uint32Array(maxNodes);
    this.keyOf = new Uint8Array(maxNodes);
    this.depthOf = new Uint16Array(maxNodes);
    this.failures = new Uint32Array(maxNodes);
    this.firstPending = new Uint32Array(maxNodes);
    this.nextPending = new Uint32Array(keywords.length);
    for (let index = 0; index < keywords.length; index++) this.addTo(ROOT, index);
  }

  /** Moves the keywords of a node to its children. */
  private expand(node: number): void {
    let pending = this.firstPending[node] ?? 0;
    if (pending === 0) return;
    this.firstPending[node] = 0;
    while (pending !== 0) {
      const index = pending - 1;
      // Before the keyword is added to a child, which overwrites it.
      pending = this.nextPending[index] ?? 0;
      this.addTo(node, index);
    }
  }

  private addTo(node: number, index: number): void {
    const keyword = this.keywords[index] ?? '';
    const depth = this.depthOf[node] ?? 0;
    if (keyword.length === depth) {
      const ends = this.endsAt.get(node);
      if (ends === undefined) this.endsAt.set(node, [index]);
      else ends.push(index);
      return;
    }
    const key = this.classOf[keyword.charCodeAt(depth)] ?? 0;
    let child = this.knownChildOf(node, key);
    if (child === 0) {
      child = this.size++;
      this.keyOf[child] = key;
      this.depthOf[child] = depth + 1;
      this.parentOf[child] = node;
      this.nextSibling[child] = this.firstChild[node] ?? 0;
      this.firstChild[node] = child;
      if (node === ROOT) this.childOfRoot[key] = child;
    }
    this.nextPending[index] = this.firstPending[child] ?? 0;
    this.firstPending[child] = index + 1;
  }

  /** The classes of the children of a node. */
  keysOf(node: number): number[] {
    this.expand(node);
    const keys: number[] = [];
    for (let child = this.firstChild[node] ?? 0; child !== 0; child = this.nextSibling[child] ?? 0) {
      keys.push(this.keyOf[child] ?? 0);
    }
    return keys;
  }

  /** The node after a node: its child, or that of the nearest failure node that has one, or the root. */
  follow(from: number, key: number): number {
    for (let node = from; ; node = this.failureOf(node)) {
      const child = this.childOf(node, key);
      if (child !== 0 || node === ROOT) return child;
    }
  }

  failureOf(node: number): number {
    const known = this.failures[node] ?? 0;
    if (known !== 0) return known - 1;
    const parent = this.parentOf[node] ?? ROOT;
    const failure = parent === ROOT ? ROOT : this.follow(this.failureOf(parent), this.keyOf[node] ?? 0);
    this.failures[node] = failure + 1;
    return failure;
  }

  /**
   * The place of the keywords that end at a node or at its failure nodes.
   * @param lists the lists of keywords; a new one is appended
   */
  outputOf(node: number, lists: number[]): number {
    if (node === ROOT) return NO_OUTPUT;
    const known = this.outputs.get(node);
    if (known !== undefined) return known;
    this.expand(node);
    const inherited = this.outputOf(this.failureOf(node), lists);
    const own = this.endsAt.get(node);
    const place = own === undefined ? inherited : lists.length;
    if (own !== undefined) {
      lists.push(...own.sort((a, b) => a - b));
      for (let at = inherited; lists[at] !== -1; at++) lists.push(lists[at] ?? -1);
      lists.push(-1);
    }
    this.outputs.set(node, place);
    return place;
  }

  private childOf(node: number, key: number): number {
    this.expand(node);
    return this.knownChildOf(node, key);
  }

  private knownChildOf(node: number, key: number): number {
    if (node === ROOT) return this.childOfRoot[key] ?? 0;
    let child = this.firstChild[node] ?? 0;
    while (child !== 0 && this.keyOf[child] !== key) child = this.nextSibling[child] ?? 0;
    return child;
  }
}

/** True if the keyword has characters that share a class with others, so that its hits must be verified. */
export function isAmbiguous(keyword: string): boolean {
  return SHARES_CLASS.test(keyword);
}

const SHARES_CLASS = /[^ -~]/;
