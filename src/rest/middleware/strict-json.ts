import { maskKeys } from '../../keys/key-format';

/**
 * JSON as the API accepts it: what JSON.parse accepts, except what it silently ignores — a member given twice (the
 * last would win, and another parser might take the first), unlimited nesting, characters that are not text.
 */

export type StrictJson =
  | { readonly valid: true; readonly value: unknown }
  | {
      readonly valid: false;
      readonly code: 'INVALID_JSON' | 'JSON_TOO_DEEP' | 'DUPLICATE_JSON_KEY' | 'INVALID_UNICODE';
      /** RFC 6901 fragment, if the error has a location. */
      readonly pointer?: string;
    };

/** The maximum depth of nested objects and arrays, including the outermost. */
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

/** Strings, punctuation, and all other tokens. Correct only because the text is known to be valid JSON. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A lone surrogate, NUL, or U+FFFD, which replaces bytes that were lost before the app received them. */
const NOT_TEXT = /\p{Surrogate}|\0|\uFFFD/u;

interface Container {
  /** The names read so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  /** The current position in it: the last name, or the index. */
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
      // A pointer cannot contain a name that is not text, so point at the object that holds it.
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

/** Removes null members of objects at every depth, because in a request null means omitted. Lists keep their nulls. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/**
 * Escapes a name for an RFC 6901 URI fragment and truncates a long one, so that errors cannot echo arbitrary input.
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
