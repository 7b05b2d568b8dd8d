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
  /** The group of the operation. */
  readonly tags?: readonly string[];
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

/** The names of the required security schemes. Empty: no key. */
type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

/**
 * The document with the address of this site. Each parameter gets the description and the example of its schema, because
 * Swagger UI reads only those of the parameter itself.
 */
export function documentAt(baseUrl: string, document: ApiDocument): ApiDocument {
  const paths = mapValues(document.paths, (operations) =>
    mapValues(operations, (operation) =>
      operation.parameters === undefined
        ? operation
        : { ...operation, parameters: operation.parameters.map(withSchemaTexts) },
    ),
  );
  return { ...document, paths, servers: [{ url: baseUrl }] } as ApiDocument;
}

function withSchemaTexts(parameter: ApiParameter): ApiParameter {
  const { description, examples: [example] = [] } = parameter.schema ?? {};
  return {
    ...(description === undefined ? {} : { description }),
    ...(example === undefined || parameter.required !== true ? {} : { example }),
    ...parameter,
  };
}
