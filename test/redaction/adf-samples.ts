import { readFileSync } from 'node:fs';

/** Documents with every node and mark of the schema of ADF, with a value in every place where text may stand. */

/** The part of JSON Schema that the schema of ADF uses. */
interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly items?: Schema | readonly Schema[];
  readonly minItems?: number;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly type?: string;
}

export const adfSchema = JSON.parse(
  readFileSync(require.resolve('@atlaskit/adf-schema/dist/json-schema/v1/full.json'), 'utf8'),
) as { readonly $schema: string; readonly definitions: Readonly<Record<string, Schema>> };
const { definitions } = adfSchema;
const PREFIX = '#/definitions/';

/** Strings that are no text. A new attribute is text, until it is added here. */
const IDS = new Set(
  `localId id uniqueId resourceId collection occurrenceKey extensionKey extensionType timestamp accessLevel panelIconId sources
  state language background type`.split(/\s+/),
);
const ADDRESSES = new Set(['href', 'url']);

const named = (name: string): Schema => definitions[name] ?? {};

function resolve(schema: Schema): Schema {
  if (schema.$ref !== undefined) return resolve(named(schema.$ref.slice(PREFIX.length)));
  const { allOf, ...own } = schema;
  if (allOf === undefined) return own;
  return allOf.map(resolve).reduce((all, one) => ({
    ...all,
    ...one,
    required: [...(all.required ?? []), ...(one.required ?? [])],
    properties: { ...all.properties, ...one.properties },
  }));
}

/** The names of the definitions of nodes or marks in a schema of `content` or `marks`. */
function namesIn(schema: Schema = {}): string[] {
  const name = schema.$ref?.slice(PREFIX.length);
  if (name !== undefined) return propertiesOf(name)['type'] === undefined ? namesIn(named(name)) : [name];
  const { anyOf, items } = schema;
  return [...(anyOf ?? []), ...(items === undefined ? [] : [items].flat())].flatMap(namesIn);
}

const propertiesOf = (name: string) => resolve(named(name)).properties ?? {};

/** Each node of a document, with the node that it may be in. */
const parents = new Map<string, string | undefined>([['doc_node', undefined]]);
for (const name of parents.keys())
  for (const child of namesIn(propertiesOf(name)['content'])) if (!parents.has(child)) parents.set(child, name);

export const nodeTypes = typesOf(/_node$/);
export const markTypes = typesOf(/_mark$/);

function typesOf(pattern: RegExp): readonly string[] {
  const names = Object.keys(definitions).filter((name) => pattern.test(name));
  return [...new Set(names.flatMap((name) => propertiesOf(name)['type']?.enum ?? []))];
}

/** @param text the text with the value. @param address an address with the value */
export function adfSamples(text: string, address: string): readonly object[] {
  const valueOf = (schema: Schema | undefined, key: string): unknown => {
    const { anyOf, enum: values, type, pattern, minimum, items, properties, required = [] } = resolve(schema ?? {});
    if (anyOf !== undefined) return valueOf(anyOf[0], key);
    if (values !== undefined) return values[0];
    if (type === 'number' || type === 'integer') return minimum ?? 1;
    if (type === 'boolean') return true;
    if (type === 'array') return [valueOf([items ?? []].flat()[0], key)];
    if (type === 'string' && pattern !== undefined) return '#ff5630';
    if (type === 'string') return IDS.has(key) ? `id-${key}` : ADDRESSES.has(key) ? address : text;
    if (type !== 'object') return { note: text };
    const isWanted = ([name, one]: [string, Schema]) =>
      required.includes(name) || one.type === undefined || (one.type === 'string' && !IDS.has(name));
    const entries = Object.entries(properties ?? {}).filter(
      (entry) => (isWanted(entry) && entry[1].enum === undefined) || required.includes(entry[0]),
    );
    return Object.fromEntries(entries.map(([name, one]) => [name, valueOf(one, name)]));
  };
  /** A node or a mark, once for each form of its attributes. */
  const variantsOf = (name: string): object[] => {
    const { type, attrs, text: isText } = propertiesOf(name);
    const forms: readonly Schema[] = attrs === undefined ? [] : (resolve(attrs).anyOf ?? [attrs]);
    const own = { type: type?.enum?.[0], ...(isText === undefined ? {} : { text }) };
    return forms.length === 0 ? [own] : forms.map((form) => ({ ...own, attrs: valueOf(form, 'attrs') }));
  };
  const contentOf = (name: string): { content?: readonly object[] } => {
    const content = propertiesOf(name)['content'];
    const allowed = namesIn(content);
    const child =
      allowed.find((one) => propertiesOf(one)['text'] !== undefined) ?? allowed.find(isParagraph) ?? allowed[0];
    return child === undefined ? {} : { content: withinParent(name, child, nodeOf(child)) };
  };
  const nodeOf = (name: string): object => ({ ...variantsOf(name)[0], ...contentOf(name) });
  const isParagraph = (name: string) => name.startsWith('paragraph_');
  /** As often as a parent requires it, after what the parent has before it. */
  const withinParent = (parent: string, name: string, node: object): object[] => {
    const { items, minItems = 1 } = resolve(propertiesOf(parent)['content'] ?? {});
    if (items === undefined || !('length' in items)) return Array.from({ length: minItems }, () => node);
    const before = items.slice(
      0,
      items.findIndex((one) => namesIn(one).includes(name)),
    );
    return [...before.map((one) => nodeOf(namesIn(one)[0] ?? '')), node];
  };
  /** The block of the document that has the node. */
  const blockOf = (name: string, node: object): object => {
    const parent = parents.get(name);
    if (parent === undefined || parent === 'doc_node') return node;
    return blockOf(parent, { ...variantsOf(parent)[0], content: withinParent(parent, name, node) });
  };
  const reachable = [...parents.keys()].filter((name) => name !== 'doc_node');
  const nodes = reachable.flatMap((name) =>
    variantsOf(name).map((node) => blockOf(name, { ...node, ...contentOf(name) })),
  );
  const marks = reachable.flatMap((name) =>
    namesIn(propertiesOf(name)['marks']).map((mark) =>
      blockOf(name, { ...nodeOf(name), marks: variantsOf(mark).slice(0, 1) }),
    ),
  );
  return distinct([...nodes, ...marks]);
}

function distinct(blocks: readonly object[]): readonly object[] {
  return [...new Map(blocks.map((block) => [JSON.stringify(block), block])).values()];
}
