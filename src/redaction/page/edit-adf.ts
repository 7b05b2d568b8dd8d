import { applyCuts, type Cut, replacementOf, type StringCut } from './cut';

/**
 * Removes values from an ADF document. Everything else stays: marks, and the rest of a text node. A text node that
 * would be empty is removed, because ADF allows none; a link to the value loses its link; a card for such an address
 * becomes the marker.
 * @param source JSON
 * @returns undefined if a place does not exist
 */
export function editAdf(source: string, cuts: readonly Cut[]): string | undefined {
  const document: unknown = JSON.parse(source);
  const editor = new AdfEditor(document);
  for (const [pointer, own] of cutsByString(cuts)) if (!editor.cut(pointer, own)) return undefined;
  editor.finish();
  return JSON.stringify(document);
}

function cutsByString(cuts: readonly Cut[]): ReadonlyMap<string, readonly StringCut[]> {
  const byString = new Map<string, StringCut[]>();
  for (const cut of cuts) {
    cut.ranges.forEach(({ pointer, start, end }, index) => {
      const own = byString.get(pointer) ?? [];
      own.push({ start, end, replacement: replacementOf(cut, index) });
      byString.set(pointer, own);
    });
  }
  return byString;
}

type Json = Record<string, unknown>;
type Holder = Json | unknown[];

const CARDS: Readonly<Record<string, (marker: string) => object>> = {
  inlineCard: (marker) => textOf(marker),
  blockCard: (marker) => ({ type: 'paragraph', content: [textOf(marker)] }),
  embedCard: (marker) => ({ type: 'paragraph', content: [textOf(marker)] }),
};

const textOf = (text: string) => ({ type: 'text', text });

class AdfEditor {
  /** Lists change only after all strings are cut, because pointers count their members. */
  private readonly emptied = new Set<unknown>();
  private readonly replaced = new Map<unknown, object>();
  private readonly lists = new Set<unknown[]>();
  private readonly unlinked = new Map<Json, Set<unknown>>();

  constructor(private readonly document: unknown) {}

  /** @returns false if the string does not exist */
  cut(pointer: string, cuts: readonly StringCut[]): boolean {
    const keys = keysOf(pointer);
    const last = keys.pop();
    const holders = this.walk(keys);
    const holder = holders?.at(-1);
    if (holders === undefined || holder === undefined || last === undefined) return false;
    const text = read(holder, last);
    if (typeof text !== 'string') return false;
    if (this.cutLink(holders, keys, last) || this.cutCard(holders, keys, last, cuts)) return true;
    const kept = applyCuts(text, cuts);
    write(holder, last, kept);
    const list = holders.at(-2);
    if (last === 'text' && kept === '' && Array.isArray(list)) {
      this.emptied.add(holder);
      this.lists.add(list);
    }
    return true;
  }

  finish(): void {
    for (const list of this.lists) {
      const kept = list.filter((node) => !this.emptied.has(node)).map((node) => this.replaced.get(node) ?? node);
      list.splice(0, list.length, ...kept);
    }
    for (const [node, marks] of this.unlinked) {
      const kept = Array.isArray(node['marks']) ? node['marks'].filter((mark) => !marks.has(mark)) : [];
      if (kept.length > 0) node['marks'] = kept;
      else delete node['marks'];
    }
  }

  /** All holders on the path, from the document inwards. */
  private walk(keys: readonly string[]): Holder[] | undefined {
    const holders: Holder[] = [];
    let at: unknown = this.document;
    for (const key of [...keys, undefined]) {
      if (!isHolder(at)) return undefined;
      holders.push(at);
      if (key !== undefined) at = read(at, key);
    }
    return holders;
  }

  /** `…/marks/0/attrs/href` */
  private cutLink(holders: readonly Holder[], keys: readonly string[], last: string): boolean {
    const [node, , mark] = holders.slice(-4);
    if (last !== 'href' || keys.at(-1) !== 'attrs' || keys.at(-3) !== 'marks') return false;
    if (node === undefined || Array.isArray(node) || mark === undefined) return false;
    const marks = this.unlinked.get(node) ?? new Set();
    this.unlinked.set(node, marks.add(mark));
    return true;
  }

  /** `…/content/0/attrs/url` */
  private cutCard(
    holders: readonly Holder[],
    keys: readonly string[],
    last: string,
    [cut]: readonly StringCut[],
  ): boolean {
    const [list, node] = holders.slice(-3);
    if (last !== 'url' || keys.at(-1) !== 'attrs') return false;
    if (!Array.isArray(list) || node === undefined || Array.isArray(node)) return false;
    const card = typeof node['type'] === 'string' ? CARDS[node['type']] : undefined;
    if (card === undefined || cut === undefined) return false;
    this.replaced.set(node, card(cut.replacement));
    this.lists.add(list);
    return true;
  }
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}

function read(holder: Holder, key: string): unknown {
  return Array.isArray(holder) ? holder[Number(key)] : holder[key];
}

function write(holder: Holder, key: string, value: string): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
}
