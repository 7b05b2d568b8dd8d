import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { mapValues } from './map-values';

/** The parts of the OpenAPI document that this page reads. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly security?: readonly SecurityRequirement[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, { readonly type: string; readonly name: string }>>;
  };
}

export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly SecurityRequirement[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaType>> };
}

export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: string | number | boolean;
  readonly schema?: { readonly description?: string; readonly examples?: readonly (string | number | boolean)[] };
}

interface MediaType {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value?: unknown }>>;
}

/** The names of the schemes that it needs; none = no key. */
type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface Reference {
  readonly document: ApiDocument;
  /** Paths of the document follow it. */
  readonly baseUrl: string;
}

/** Both come from the app itself, so that the page always describes what is deployed, at its own address. */
export async function readReference(): Promise<Outcome<Reference>> {
  const [address, answer] = await Promise.all([
    ask('getBaseAddress', {}),
    ask('sendApiRequest', { method: 'GET', path: '/v1/openapi.json', headers: [] }),
  ]);
  if (!address.ok) return address;
  if (!answer.ok) return answer;
  const { status, body } = answer.value;
  if (status !== 200) {
    return { ok: false, error: { code: 'INTERNAL_ERROR', message: texts.reference.noDocument(status) } };
  }
  const { baseUrl } = address.value;
  return { ok: true, value: { document: at(baseUrl, JSON.parse(body) as ApiDocument), baseUrl } };
}

/** The document with its real address, and with what Swagger UI shows and fills in only where a parameter itself says it. */
function at(baseUrl: string, document: ApiDocument): ApiDocument {
  const paths = mapValues(document.paths, (operations) =>
    mapValues(operations, (operation) =>
      operation.parameters === undefined
        ? operation
        : { ...operation, parameters: operation.parameters.map(withWordsOfItsSchema) },
    ),
  );
  return { ...document, paths, servers: [{ url: baseUrl }] } as ApiDocument;
}

function withWordsOfItsSchema(parameter: ApiParameter): ApiParameter {
  const { description, examples: [example] = [] } = parameter.schema ?? {};
  return {
    ...(description === undefined ? {} : { description }),
    ...(example === undefined || parameter.required !== true ? {} : { example }),
    ...parameter,
  };
}
