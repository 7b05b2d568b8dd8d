import { maskKeys } from '../../keys/key-format';

/**
 * JSON as the API accepts it: what JSON.parse accepts, except what it silently ignores — a member given twice (the
 * last would win, and another parser might take the first), nesting without end, characters that are not text.
 */

export type StrictJson =
  | { readonly valid: true; readonly value: unknown }
  | {
      readonly valid: false;
      readonly code: 'INVALID_JSON' | 'JSON_TOO_DEEP' | 'DUPLICATE_JSON_KEY' | 'INVALID_UNICODE';
      /** RFC 6901 fragment, where the fault has a place. */
      readonly pointer?: string;
    };

/** Objects and arrays inside each other, the outermost included. */
export const MAX_JSON_DEPTH = 8;

export function parseStrictJson(text: string): StrictJson {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { valid: false, code: 'INVALID_JSON' };
  }
  return findFault(text) ?? { valid: true, value };
}

/** Strings, punctuation, and everything else. Sound only because the text is known to be valid JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A lone surrogate, NUL, or U+FFFD, which stands for bytes that were lost before we saw them. */
const NOT_TEXT = /\p{Surrogate}|\0|\uFFFD/u;

interface Container {
  /** The names seen so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  /** Where we are in it: the last name, or the index. */
  position: string | number;
  expectsName: boolean;
}

function findFault(text: string): (StrictJson & { readonly valid: false }) | undefined {
  const stack: Container[] = [];
  const pointer = () => `#${stack.map(({ position }) => `/${escapePointer(String(position))}`).join('')}`;
  for (const [token] of text.matchAll(TOKEN)) {
    const top = stack.at(-1);
    if (token === '{' || token === '[') {
      if (stack.length === MAX_JSON_DEPTH) return { valid: false, code: 'JSON_TOO_DEEP', pointer: pointer() };
      stack.push(
        token === '{'
          ? { names: new Set(), position: '', expectsName: true }
          : { names: undefined, position: 0, expectsName: false },
      );
    } else if (token === '}' || token === ']') {
      stack.pop();
    } else if (token === ',' && top !== undefined) {
      if (typeof top.position === 'number') top.position += 1;
      else top.expectsName = true;
    } else if (token.startsWith('"')) {
      const string = String(JSON.parse(token));
      const isName = top?.names !== undefined && top.expectsName;
      // A name that is not text has no place in a pointer: point at the object that holds it.
      if (NOT_TEXT.test(string)) {
        if (isName) stack.pop();
        return { valid: false, code: 'INVALID_UNICODE', pointer: pointer() };
      }
      if (!isName) continue;
      top.position = string;
      top.expectsName = false;
      if (top.names.has(string)) return { valid: false, code: 'DUPLICATE_JSON_KEY', pointer: pointer() };
      top.names.add(string);
    }
  }
  return undefined;
}

/** The same without the null members of its objects, however deep: in a request null means left out. Lists keep theirs. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/**
 * RFC 6901 in a URI fragment, cut where it is long: a pointer must not become a way to be echoed.
 * @param name a member's name, or an index
 */
export function escapePointer(name: string): string {
  return encodeURIComponent(
    maskKeys(name)
      .slice(0, 64)
      .replace(/\p{Surrogate}/gu, '\uFFFD')
      .replaceAll('~', '~0')
      .replaceAll('/', '~1'),
  );
}
