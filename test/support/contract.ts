import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import document from '../../dist/openapi.json';
import type { WireResponse } from '../../local/forge/web-trigger';

/**
 * T21: validates every response that a test gets through `Site.rest` against the OpenAPI document. A response to a
 * request outside the document (an unknown route, a method that a route does not have) must still be a Problem.
 */

// test/contract/openapi.test.ts validates the document itself against the metaschema. Compiling that takes longer
// than everything else here, and would be repeated in every test file.
const ajv = new Ajv2020({ strict: false, allErrors: true, meta: false, validateSchema: false, inlineRefs: false });
addFormats(ajv);
ajv.addSchema(document, 'openapi');
ajv.addSchema(withoutRequiredMembers(structuredClone(document)), 'selected');

/** The document without the required members of the entries of lists: the parameter `fields` selects members. */
function withoutRequiredMembers<T extends object>(copy: T): T {
  type Schema = Record<string, unknown> & { $ref?: string; required?: unknown; anyOf?: Schema[] };
  const resolve = (schema: Schema): Schema =>
    schema.$ref === undefined
      ? schema
      : (schema.$ref
          .split('/')
          .slice(1)
          .reduce((holder: unknown, name) => (holder as Schema)[name], copy as unknown) as Schema);
  const relax = (schema: Schema): void => {
    const { anyOf = [], ...entry } = resolve(schema);
    anyOf.forEach(relax);
    if (entry.required !== undefined) delete resolve(schema).required;
  };
  const lists = 'components' in copy ? (copy.components as { schemas: Record<string, Schema> }).schemas : {};
  for (const { properties } of Object.values(lists) as { properties?: { results?: { items?: Schema } } }[])
    if (properties?.results?.items !== undefined) relax(properties.results.items);
  return copy;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: object }>>;
}

/**
 * Strings that no path of an operation contains. A path with one may look like an operation, but the app responds "no
 * such route".
 */
const NO_PATH = /[;\\]|%(?:00|2f|5c|3b)|\/(?:\.|%2e){1,2}(?:\/|$)/i;

const templates = Object.entries(document.paths as unknown as Record<string, Record<string, Operation>>).map(
  ([template, item]) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
    item,
  }),
);

/** Required on every response. */
const HEADERS = [
  'Cache-Control',
  'Content-Security-Policy',
  'Cross-Origin-Resource-Policy',
  'Referrer-Policy',
  'Strict-Transport-Security',
  'X-Content-Type-Options',
  'X-Request-Id',
];

/** Responses that the platform sends instead of the app are not part of the app's documentation. */
const PLATFORM_BODIES = new Set(['Failed Dependency', 'Payload Too Large', 'Too Many Requests']);

/**
 * The texts of a problem. They contain the template of a route, because a path has ids that not every reader may see.
 */
function textsOf({ body }: WireResponse): string {
  if (body === '') return '';
  const {
    title,
    detail,
    errors = [],
  } = JSON.parse(body) as {
    readonly title?: string;
    readonly detail?: string;
    readonly errors?: readonly { readonly title?: string; readonly detail?: string | null }[];
  };
  return JSON.stringify([title, detail, errors.map((one) => [one.title, one.detail])]);
}

/**
 * @param isSelected the request has `fields`, so members of entries may be absent
 * @throws if the response does not match the document
 */
export function expectContract(method: string, path: string, sent: WireResponse, isSelected = false): void {
  if (PLATFORM_BODIES.has(sent.body)) return;
  // The switch `no-3xx`.
  const isReplaced = sent.status === 200 && sent.body === '' && method !== 'HEAD';
  const response = isReplaced ? { ...sent, status: method === 'GET' ? 304 : 204 } : sent;
  const missing = HEADERS.filter((name) => response.headers[name]?.length !== 1);
  if (missing.length > 0)
    throw new Error(`${method} ${path} answered ${response.status} without ${missing.join(', ')}`);
  if (Object.keys(response.headers).some((name) => /^access-control-/i.test(name)))
    throw new Error('CORS headers must not be sent');
  if (method === 'OPTIONS' && response.status === 204) return;

  const found = NO_PATH.test(path) ? undefined : templates.find(({ pattern }) => pattern.test(path));
  const operation = found?.item[method === 'HEAD' ? 'get' : method.toLowerCase()];
  const documented = operation?.responses[String(response.status)];
  if (response.status >= 400 && found !== undefined && path !== found.template && textsOf(response).includes(path))
    throw new Error(`${method} ${path} answered with its own path: ${response.body}`);
  const contentType = response.headers['Content-Type']?.[0] ?? '';
  if (operation !== undefined && documented === undefined && response.status !== 405 && response.status !== 404) {
    throw new Error(
      `${method} ${found?.template ?? path} answered ${response.status}, which is not documented: ${response.body}`,
    );
  }
  if (method === 'HEAD') {
    if (response.body !== '') throw new Error(`HEAD ${path} answered with a body`);
    return;
  }
  if (documented !== undefined && documented.$ref === undefined && documented.content === undefined) {
    if (response.body !== '' || contentType !== '') throw new Error(`${method} ${path} answered with a body`);
    return;
  }
  const mediaType = contentType.replace('; charset=utf-8', '');
  if (!contentType.endsWith('; charset=utf-8'))
    throw new Error(`${method} ${path} answered without a charset: ${contentType}`);
  const pointer =
    documented === undefined
      ? '#/components/schemas/Problem'
      : `${documented.$ref ?? `#/paths/${escape(found?.template ?? '')}/${method.toLowerCase()}/responses/${response.status}`}/content/${escape(mediaType)}/schema`;
  const validate = ajv.getSchema(`${isSelected ? 'selected' : 'openapi'}${pointer}`);
  if (validate === undefined)
    throw new Error(`${method} ${path}: ${response.status} with ${mediaType} is not documented`);
  const body: unknown = mediaType === 'text/csv' ? response.body : JSON.parse(response.body);
  if (validate(body) !== true) {
    throw new Error(
      `${method} ${path} answered ${response.status} ${response.body}, but ${ajv.errorsText(validate.errors)}`,
    );
  }
}

function escape(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
