import {
  encodeAttribute,
  encodeText,
  type ParsedStorage,
  type StorageElement,
  type StorageNode,
  textOf,
} from '../../confluence/storage-format';
import { MAX_DEPTH } from '../page-body';

/**
 * The macros of an app in a body: `<ac:structured-macro ac:name="{module key}">`, with their settings as parameters. On a
 * real site, they are stored in another form.
 */
export interface Macro {
  /** The key of the module. */
  readonly name: string;
  readonly localId: string;
  readonly config: Readonly<Record<string, string>>;
  readonly element: StorageElement;
}

/** In the order of the text. Empty for a body that is not well-formed. */
export function macrosIn(body: ParsedStorage, moduleKeys: ReadonlySet<string>): readonly Macro[] {
  return body.ok ? [...elementsOf(body.nodes, moduleKeys, 0)].map(macroOf) : [];
}

/** The body in storage format, with other settings for one of its elements. */
export function withMacroConfig(
  nodes: readonly StorageNode[],
  macro: StorageElement,
  config: Readonly<Record<string, string>>,
): string {
  return nodes.map((node) => serialize(node, macro, config)).join('');
}

function* elementsOf(
  nodes: readonly StorageNode[],
  moduleKeys: ReadonlySet<string>,
  depth: number,
): Generator<StorageElement> {
  if (depth > MAX_DEPTH) return;
  for (const node of nodes) {
    if (node.kind === 'text') continue;
    const isMacro = node.name === 'ac:structured-macro' && moduleKeys.has(node.attributes.get('ac:name') ?? '');
    if (isMacro) yield node;
    else yield* elementsOf(node.children, moduleKeys, depth + 1);
  }
}

function macroOf(element: StorageElement, index: number): Macro {
  const { attributes, children } = element;
  return {
    element,
    name: attributes.get('ac:name') ?? '',
    localId: attributes.get('ac:local-id') ?? attributes.get('ac:macro-id') ?? `macro-${index}`,
    config: Object.fromEntries(
      children.flatMap((child) =>
        child.kind === 'element' && child.name === 'ac:parameter'
          ? [[child.attributes.get('ac:name') ?? '', textOf(child.children)]]
          : [],
      ),
    ),
  };
}

function serialize(node: StorageNode, wanted: StorageElement, config: Readonly<Record<string, string>>): string {
  if (node.kind === 'text') return encodeText(node.text);
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${encodeAttribute(value)}"`).join('');
  const inside =
    node === wanted
      ? Object.entries(config).map(
          ([name, value]) => `<ac:parameter ac:name="${encodeAttribute(name)}">${encodeText(value)}</ac:parameter>`,
        )
      : node.children.map((child) => serialize(child, wanted, config));
  return inside.length === 0
    ? `<${node.name}${attributes} />`
    : `<${node.name}${attributes}>${inside.join('')}</${node.name}>`;
}
