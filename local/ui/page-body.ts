import { type ParsedStorage, parseStorage, type StorageElement, type StorageNode } from '../confluence/storage-format';
import { type Markup, markup } from './markup';

/**
 * Converts a page's body from storage format to plain HTML for reading. The output contains only the elements below.
 * Unknown elements keep only their text, and the only attribute that is kept is the address of a link.
 */

const KEPT = new Set([
  ...['p', 'blockquote', 'pre', 'ul', 'ol', 'li', 'tbody', 'thead', 'tr', 'th', 'td'],
  ...['strong', 'b', 'em', 'i', 'u', 's', 'del', 'code', 'sub', 'sup'],
]);
const EMPTY = new Set(['br', 'hr']);
const PANELS = new Set(['info', 'note', 'tip', 'warning', 'panel', 'expand']);
/** Settings of a macro or a task. Readers do not see them. */
const LEFT_OUT = new Set(['ac:parameter', 'ac:task-id', 'ac:task-status']);
const LINK_PROTOCOLS = new Set(['https:', 'http:', 'mailto:']);

/** Authors do not nest deeper by hand. The limit protects the stack against a hostile body. */
export const MAX_DEPTH = 100;

/** @param macros the macros of the app, by their elements in the body */
export function renderBody(
  storage: string,
  body: ParsedStorage = parseStorage(storage),
  macros: ReadonlyMap<StorageElement, Markup> = new Map(),
): Markup {
  return body.ok ? markup`${new Body(macros).nodes(body.nodes, 0)}` : markup`<pre>${storage}</pre>`;
}

class Body {
  /** The author's heading levels around the current place. */
  readonly #headings: number[] = [];

  constructor(private readonly macros: ReadonlyMap<StorageElement, Markup>) {}

  nodes(nodes: readonly StorageNode[], depth: number): Markup[] {
    if (depth > MAX_DEPTH) return nodes.length === 0 ? [] : [markup`…`];
    return nodes.map((node) => (node.kind === 'text' ? markup`${node.text}` : this.#element(node, depth + 1)));
  }

  #element(element: StorageElement, depth: number): Markup {
    const { name, attributes, children } = element;
    const inside = () => this.nodes(children, depth);
    if (KEPT.has(name)) return markup`<${name}>${inside()}</${name}>`;
    if (EMPTY.has(name)) return markup`<${name}>`;
    if (LEFT_OUT.has(name)) return markup``;
    if (/^h[1-6]$/.test(name)) {
      const level = this.#headingLevel(Number(name[1]));
      return markup`<h${level}>${inside()}</h${level}>`;
    }
    switch (name) {
      case 'table':
        // Wide tables scroll on their own, also with the keyboard.
        return markup`<div class="scroll" role="group" aria-label="Table" tabindex="0"><table>${inside()}</table></div>`;
      case 'a': {
        const href = safeLink(attributes.get('href'));
        return href === undefined ? markup`${inside()}` : markup`<a href="${href}" rel="noreferrer">${inside()}</a>`;
      }
      case 'ac:structured-macro':
        return this.#macro(element, depth);
      case 'ac:image':
        return markup`<span class="lozenge">Image</span>${inside()}`;
      case 'ac:task':
        return markup`<p>${inside()}</p>`;
      case 'ac:plain-text-body':
        return markup`<pre><code>${inside()}</code></pre>`;
      case 'ri:page':
        return markup`${attributes.get('ri:content-title')}`;
      default:
        return markup`${inside()}`;
    }
  }

  /** A macro of the app, a code block, a panel, or the name of a macro that cannot be shown here, with its text if it has any. */
  #macro(element: StorageElement, depth: number): Markup {
    const frame = this.macros.get(element);
    if (frame !== undefined) return frame;
    const { attributes, children } = element;
    const name = attributes.get('ac:name') ?? 'macro';
    const inside = this.nodes(children, depth);
    if (name === 'code' || name === 'noformat') return markup`${inside}`;
    if (PANELS.has(name)) return markup`<div class="panel">${inside}</div>`;
    return markup`<span class="lozenge">${name}</span>${inside}`;
  }

  /** Headings start below the page's title and go one level deeper at a time, even if the author skipped levels. */
  #headingLevel(wanted: number): number {
    while ((this.#headings.at(-1) ?? 0) >= wanted) this.#headings.pop();
    return Math.min(6, this.#headings.push(wanted) + 1);
  }
}

/** The address as the browser reads it. undefined if it leads nowhere or would run a script. */
function safeLink(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  return LINK_PROTOCOLS.has(url.protocol) ? url.href : undefined;
}
