import openapiTS, { astToString } from 'openapi-typescript';
import { nameOf, operationsOf } from './client-operations.mjs';

/** @returns the generated modules of the client for TypeScript: the types of the document, and a method for each operation */
export async function typescriptModules(document) {
  return {
    'schema.ts': astToString(await openapiTS(document)),
    'operations.ts': `${HEAD}${operationsOf(document).map(methodOf).join('\n')}}\n`,
  };
}

const HEAD = `import type { ApiRequest, Options, Paged, ResultPage } from './request.ts';
import type { components, operations } from './schema.ts';

type Schemas = components['schemas'];

/** A method for each operation of the API. */
export abstract class Operations {
  protected abstract send<Result>(request: ApiRequest): Promise<Result>;
  protected abstract list<Page extends ResultPage>(request: ApiRequest): Paged<Page>;

`;

/** The options of a method, by the header that they set. */
const OPTIONS = { 'If-Match': 'ifMatch', 'If-None-Match': 'ifNoneMatch', 'Idempotency-Key': 'idempotencyKey' };

function methodOf(operation) {
  const { operationId, summary, method, path, inPath, inQuery, headers, body, isPaged } = operation;
  const names = Object.keys(OPTIONS).filter((name) => headers.has(name));
  const options = `Options${names.length > 0 ? `<${names.map((name) => `'${OPTIONS[name]}'`).join(' | ')}>` : ''}`;
  const query = `NonNullable<operations['${operationId}']['parameters']['query']>`;
  const content = inPath.map((name) => `${name}: string`);
  if (body !== undefined) content.push(`body: ${bodyType(operation)}`);
  const result = resultType(operation);
  const declared = `(${[...content, ...(inQuery.length > 0 ? [`query?: ${query}`] : []), `options?: ${options}`].join(', ')})`;
  const returned = isPaged ? `Paged<${result}>` : `Promise<${result}>`;
  const members = [
    `method: '${method}'`,
    `path: \`${path.replace(/\{(\w+)\}/g, '${encodeURIComponent($1)}')}\``,
    ...(inQuery.length > 0 ? ['query'] : []),
    ...(body === undefined ? [] : ['body']),
    ...(headers.has('Idempotency-Key') ? ['isRepeatable: true'] : []),
    'options',
  ];
  const call = `this.${isPaged ? 'list' : 'send'}({ ${members.join(', ')} })`;
  const about = `${summary}: \`${method} ${path}\``;
  if (method !== 'GET' || !headers.has('If-None-Match')) {
    return `  /** ${about} */\n  ${operationId}${declared}: ${returned} {\n    return ${call};\n  }\n`;
  }
  // With an ETag of the caller, the response can be that this version is current.
  const unchanged = `${isPaged ? 'PromiseLike' : 'Promise'}<${result} | undefined>`;
  const known = `(${[
    ...content,
    ...(inQuery.length > 0 ? [`query: ${query} | undefined`] : []),
    `options: ${options} & { readonly ifNoneMatch: string }`,
  ].join(', ')})`;
  return `  /** ${about}. Undefined: \`ifNoneMatch\` is the current version. */
  ${operationId}${known}: ${unchanged};
  ${operationId}${declared}: ${returned};
  ${operationId}${declared}: ${isPaged ? `${returned} | ` : ''}${unchanged} {
    return ${call};
  }
`;
}

function bodyType({ operationId, body }) {
  const name = nameOf(body.schema);
  return name ? `Schemas['${name}']` : `operations['${operationId}']['requestBody']['content']['application/json']`;
}

function resultType({ operationId, status, mediaType, result }) {
  if (result === undefined) return 'void';
  if (mediaType === 'text/csv') return 'ResultPage & { readonly results: readonly string[] }';
  const name = nameOf(result);
  return name
    ? `Schemas['${name}']`
    : `operations['${operationId}']['responses'][${status}]['content']['${mediaType}']`;
}
