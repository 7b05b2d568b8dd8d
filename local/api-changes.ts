import { apiCompare, type Diff } from 'api-smart-diff';

/**
 * Compares two OpenAPI documents of this API; docs/api.md says which changes are breaking. api-smart-diff finds the changes
 * and resolves references. This module adds the rules of this API (docs/adr/0117), and the words.
 */

export interface ApiChange {
  readonly isBreaking: boolean;
  /** For example `GET /v1/job`. */
  readonly operation: string;
  /** For example "response 200, `results[].state`: new value `paused`". */
  readonly text: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Members of a document that only describe it. */
const TEXTS = ['description', 'summary', 'example', 'examples', 'tags', 'title'];

/** Below these, the names are those of the API. */
const NAMED = ['properties', 'headers', 'schemas', 'responses', 'parameters', 'paths'];

/** Marks a list of values that can grow, because its description says so. */
const OPEN = 'x-open';

/** The part of a document that clients depend on. The repository has it of the last accepted document. */
export function contractOf(document: object): Json {
  const { components, ...others } = withoutTexts({ ...document }, '');
  const { 'x-problems': _texts, ...kept } = isObject(components) ? components : {};
  return { ...others, components: kept };
}

function withoutTexts(holder: Json, name: string): Json {
  const isOfApi = NAMED.includes(name);
  const isOpen = Array.isArray(holder['enum']) && /may be added/.test(String(holder['description']));
  const members = Object.entries(holder)
    .filter(([member]) => isOfApi || !TEXTS.includes(member))
    .map(([member, value]): [string, unknown] => [member, withoutTextsIn(value, isOfApi ? '' : member)]);
  return Object.fromEntries([...members, ...(isOpen ? [[OPEN, true] as const] : [])]);
}

function withoutTextsIn(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withoutTextsIn(one, ''));
  return isObject(value) ? withoutTexts(value, name) : value;
}

/** @returns the changes of operations, without duplicates, breaking ones first */
export function compareContracts(before: Json, after: Json): readonly ApiChange[] {
  // The comparison changes its arguments.
  const { diffs, merged } = apiCompare(structuredClone(before), structuredClone(after));
  // A component is compared in every operation that uses it.
  const changes = diffs
    .filter(({ path: [first] }) => first !== 'components' && first !== 'info')
    .map((diff) => changeOf(diff, merged));
  const unique = [...new Map(changes.map((one) => [`${one.operation} ${one.text}`, one])).values()];
  // A new member of which the list of required members also has the name is one change.
  const isNew = (one: ApiChange) =>
    unique.some((other) => other.operation === one.operation && other.text === one.text.replace(PRESENCE, ': new'));
  return unique
    .filter((one) => !PRESENCE.test(one.text) || !isNew(one))
    .sort((one, other) => Number(other.isBreaking) - Number(one.isBreaking));
}

const PRESENCE = /: is (?:always present|required) now$/;

/** The place of a change. */
interface Place {
  readonly side: 'request' | 'response' | 'operation';
  /** The keyword of the schema, or undefined if a whole member, parameter or response is new or removed. */
  readonly keyword: string | undefined;
  readonly words: readonly string[];
  /** The path of the member, such as `results[].state`; empty = the whole value. */
  readonly member: string;
  /** The schema that has the keyword. */
  readonly holder: Json;
}

function changeOf(diff: Diff, merged: unknown): ApiChange {
  const path = diff.path.map(String);
  const [root = '', template = '', method = ''] = path;
  const place = placeOf(path, merged);
  const operation = root === 'paths' ? `${method.toUpperCase()} ${template}`.trim() : root;
  return { isBreaking: isBreaking(diff, place), operation, text: textOf(diff, place) };
}

function placeOf(path: readonly string[], merged: unknown): Place {
  const [, , , part] = path;
  const side = part === 'responses' ? 'response' : part === undefined ? 'operation' : 'request';
  const words: string[] = [];
  let member = '';
  let node: unknown = merged;
  let holder: Json = {};
  let keyword: string | undefined;
  let parent = '';
  for (const [index, name] of path.entries()) {
    if (isObject(node) && parent !== 'properties') holder = node;
    const next = childOf(node, name);
    keyword = undefined;
    if (parent === 'parameters') words.push(`parameter \`${nameOf(next) ?? name}\``);
    else if (parent === 'responses') words.push(`response ${name}`);
    else if (parent === 'headers') words.push(`header \`${name}\``);
    else if (parent === 'properties') member += `${member === '' ? '' : '.'}${name}`;
    else if (parent === 'content') words.push(...(name.includes('json') ? [] : [name]));
    else if (name === 'items') member += '[]';
    else if (index > 2) keyword = /^\d+$/.test(name) ? parent : name;
    // A name of the API is no keyword of the next part.
    parent = ['parameters', 'responses', 'headers', 'properties', 'content'].includes(parent) ? '' : (keyword ?? name);
    node = next;
  }
  if (side === 'request' && part === 'requestBody') words.unshift('body');
  return { side, keyword: STRUCTURE.includes(keyword ?? '') ? undefined : keyword, words, member, holder };
}

const STRUCTURE = ['schema', 'content', 'responses', 'parameters', 'properties', 'headers', 'items'];

function childOf(node: unknown, name: string): unknown {
  if (Array.isArray(node)) return node[Number(name)];
  return isObject(node) ? node[name] : undefined;
}

function nameOf(node: unknown): string | undefined {
  return isObject(node) && typeof node['name'] === 'string' ? node['name'] : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A change of these is breaking in both directions, because clients and generated code contain them. */
const FIXED = ['type', 'const', 'format', 'default', 'operationId', 'security', 'name', 'in', 'explode', 'style'];

function isBreaking({ type, action, before }: Diff, { side, keyword, holder, member, words }: Place): boolean {
  if (keyword === OPEN || keyword === 'deprecated') return false;
  if (keyword !== undefined && FIXED.includes(keyword)) return true;
  // It was announced for at least six months (test/rest/deprecation.test.ts).
  const wasDeprecated = isObject(before) && before['deprecated'] === true;
  if (side === 'operation' && keyword === undefined && action === 'remove' && wasDeprecated) return false;
  // Every response can have new codes (docs/errors.md).
  if (keyword === 'enum' && member === 'code' && words.some((word) => /^response [45]/.test(word))) return false;
  if (keyword === 'enum') return side === 'request' ? action !== 'add' : action === 'add' && holder[OPEN] !== true;
  // A request with an unknown member is refused.
  if (side === 'request' && keyword === undefined && action === 'remove') return true;
  return type === 'breaking';
}

function textOf({ action, before, after }: Diff, { side, keyword, words, member }: Place): string {
  const atMember = (path: string) => {
    const place = [...words, ...(path === '' ? [] : [`\`${path}\``])].join(', ');
    return place === '' ? '' : `${place}: `;
  };
  const at = atMember(member);
  const values = (one: unknown) => (isObject(one) || Array.isArray(one) ? 'another form' : `\`${String(one)}\``);
  if (keyword === undefined) return `${at}${{ add: 'new', remove: 'removed' }[String(action)] ?? 'changed'}`;
  if (keyword === 'required' && typeof (after ?? before) === 'boolean')
    return `${at}${after === true ? 'is required now' : 'is optional now'}`;
  if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf') return `${at}has another set of types`;
  if (keyword === 'deprecated') return `${at}deprecated`;
  if (keyword === 'required') {
    const presence =
      side === 'request' ? ['is required now', 'is optional now'] : ['is always present now', 'can be missing now'];
    return `${atMember([member, String(after ?? before)].filter((part) => part !== '').join('.'))}${presence[action === 'add' ? 0 : 1] ?? ''}`;
  }
  if (keyword === 'enum') return `${at}${action === 'add' ? 'new value' : 'value removed'} ${values(after ?? before)}`;
  if (action === 'add') return `${at}new \`${keyword}\` ${values(after)}`;
  if (action === 'remove') return `${at}\`${keyword}\` ${values(before)} removed`;
  return `${at}\`${keyword}\` changed from ${values(before)} to ${values(after)}`;
}
