/**
 * Confluence's storage format: XHTML with `ac:` and `ri:` elements. Parsed strictly, because Confluence refuses a body
 * that is not well-formed.
 */
export type StorageNode =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'element';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly children: readonly StorageNode[];
    };
export type StorageElement = Extract<StorageNode, { kind: 'element' }>;

export type ParsedStorage =
  { readonly ok: true; readonly nodes: readonly StorageNode[] } | { readonly ok: false; readonly problem: string };

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ndash: '\u2013',
  mdash: '\u2014',
  hellip: '\u2026',
  rsquo: '\u2019',
  lsquo: '\u2018',
  rdquo: '\u201d',
  ldquo: '\u201c',
  bull: '\u2022',
  euro: '\u20ac',
  pound: '\u00a3',
  sect: '\u00a7',
  copy: '\u00a9',
  reg: '\u00ae',
  trade: '\u2122',
  deg: '\u00b0',
  times: '\u00d7',
  rarr: '\u2192',
  larr: '\u2190',
  auml: '\u00e4',
  ouml: '\u00f6',
  uuml: '\u00fc',
  Auml: '\u00c4',
  Ouml: '\u00d6',
  Uuml: '\u00dc',
  szlig: '\u00df',
  eacute: '\u00e9',
  egrave: '\u00e8',
};

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The character for the inside of `&…;`. */
function entityCharacter(body: string): string | undefined {
  const named = NAMED_ENTITIES[body];
  if (named !== undefined) return named;
  const digits = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(body);
  if (digits === null) return undefined;
  const code = digits[1] === undefined ? Number(digits[2]) : parseInt(digits[1], 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Undefined if the text contains an undeclared entity or a bare ampersand. */
function decodeEntities(text: string): string | undefined {
  const [first = '', ...rest] = text.split('&');
  let decoded = first;
  for (const part of rest) {
    const end = part.indexOf(';');
    const character = end === -1 ? undefined : entityCharacter(part.slice(0, end));
    if (character === undefined) return undefined;
    decoded += character + part.slice(end + 1);
  }
  return decoded;
}

export function encodeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function encodeAttribute(text: string): string {
  return encodeText(text).replaceAll('"', '&quot;');
}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: StorageNode[];
}

export function parseStorage(source: string): ParsedStorage {
  const root: StorageNode[] = [];
  const stack: Open[] = [];
  const failed = (problem: string): ParsedStorage => ({ ok: false, problem });
  const append = (node: StorageNode): void => {
    (stack.at(-1)?.children ?? root).push(node);
  };
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(source);
    if (token === null)
      return failed(`Unexpected character '${source.charAt(at)}' at [row,col]: ${position(source, at)}`);
    const [, cdata, closed, opened, attributes, selfClosed, text] = token;
    if (cdata !== undefined) append({ kind: 'text', text: cdata });
    else if (text !== undefined) {
      const decoded = decodeEntities(text);
      if (decoded === undefined) return failed(`Undeclared general entity at [row,col]: ${position(source, at)}`);
      append({ kind: 'text', text: decoded });
    } else if (opened !== undefined) {
      const parsed = new Map<string, string>();
      for (const [, name, double, single] of (attributes ?? '').matchAll(ATTRIBUTE)) {
        const decoded = decodeEntities(double ?? single ?? '');
        if (name === undefined || decoded === undefined)
          return failed(`Undeclared general entity at [row,col]: ${position(source, at)}`);
        parsed.set(name, decoded);
      }
      const open: Open = { name: opened, attributes: parsed, children: [] };
      if (selfClosed === '/') append({ kind: 'element', ...open });
      else stack.push(open);
    } else if (closed !== undefined) {
      const open = stack.pop();
      if (open?.name !== closed) {
        return failed(
          `Unexpected close tag </${closed}>; expected </${open?.name ?? 'xml'}>. at [row,col]: ${position(source, at)}`,
        );
      }
      append({ kind: 'element', ...open });
    }
  }
  const unclosed = stack.at(-1);
  if (unclosed !== undefined) {
    return failed(
      `Unexpected end of document; expected </${unclosed.name}>. at [row,col]: ${position(source, source.length)}`,
    );
  }
  return { ok: true, nodes: root };
}

function position(source: string, at: number): string {
  const before = source.slice(0, at).split('\n');
  return `[${String(before.length)},${String((before.at(-1)?.length ?? 0) + 1)}]`;
}

/** Settings, and copies for readers without ADF. */
const UNSEEN = new Set(['ac:parameter', 'ac:adf-attribute', 'ac:adf-fallback']);

export function isUnseen({ name }: StorageElement): boolean {
  return UNSEEN.has(name);
}

/** The text of a subtree that people see. */
export function textOf(nodes: readonly StorageNode[]): string {
  return nodes.map((node) => (node.kind === 'text' ? node.text : isUnseen(node) ? '' : textOf(node.children))).join('');
}

/** A readable excerpt of a body. */
export function plainText(storage: string): string {
  const parsed = parseStorage(storage);
  const text = parsed.ok ? parsed.nodes.map((node) => textOf([node])).join(' ') : storage;
  return text.replace(/\s+/g, ' ').trim();
}
