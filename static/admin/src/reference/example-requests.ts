import type { ApiDocument, ApiOperation, ApiParameter } from './api-document';
import { type HttpRequest, KEY_PLACEHOLDER } from './http-request';

interface ExampleRequest {
  /** The summary of the example, if an operation has several. */
  readonly title?: string;
  readonly request: HttpRequest;
}

/** The example requests of an operation, one for each example body. */
export function exampleRequests(
  document: ApiDocument,
  baseUrl: string,
  path: string,
  method: string,
): readonly ExampleRequest[] {
  const operation = document.paths[path]?.[method];
  if (operation === undefined) return [];
  const parameters = (operation.parameters ?? []).filter(({ required }) => required === true);
  const base = {
    method,
    url: baseUrl + fillPath(path, parameters) + queryOf(parameters),
    headers: { ...keyHeaders(document, operation), ...headersOf(parameters) },
  };
  const [contentType, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (contentType === undefined || media === undefined) return [{ request: base }];
  const withBody = (value: unknown): HttpRequest => ({
    ...base,
    headers: { ...base.headers, 'Content-Type': contentType },
    body: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
  });
  const named = Object.entries(media.examples ?? {});
  if (named.length === 0) return [{ request: withBody(media.example) }];
  return named.map(([name, { summary, value }]) => ({ title: summary ?? name, request: withBody(value) }));
}

function fillPath(path: string, parameters: readonly ApiParameter[]): string {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (filled, parameter) => filled.replace(`{${parameter.name}}`, encodeURIComponent(exampleOf(parameter))),
      path,
    );
}

function queryOf(parameters: readonly ApiParameter[]): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => `${encodeURIComponent(parameter.name)}=${encodeURIComponent(exampleOf(parameter))}`);
  return query.length === 0 ? '' : `?${query.join('&')}`;
}

function headersOf(parameters: readonly ApiParameter[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'header')
      .map((parameter) => [parameter.name, exampleOf(parameter)]),
  );
}

/** The placeholder for a value without an example: PAGE_ID. */
function exampleOf({ name, example }: ApiParameter): string {
  return example === undefined ? name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase() : String(example);
}

function keyHeaders({ security, components }: ApiDocument, operation: ApiOperation): Readonly<Record<string, string>> {
  const [requirement = {}] = operation.security ?? security ?? [];
  return Object.fromEntries(
    Object.keys(requirement).flatMap((scheme) => {
      const header = components.securitySchemes[scheme]?.name;
      return header === undefined ? [] : [[header, KEY_PLACEHOLDER]];
    }),
  );
}
