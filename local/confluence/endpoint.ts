import * as z from 'zod';
import type { Access } from './access';
import type { PlatformSwitches } from '../forge/assumptions';
import type { CqlProperty } from './cql';
import { badParameter, badRequest, Refusal } from './refusal';
import type { User } from './rows';
import type { Site } from './site';

/** Confluence refuses bodies over 5 MB. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The OAuth scopes that an endpoint requires, as alternatives. Any one complete list suffices (current | granular). */
export type ScopeAlternatives = readonly (readonly string[])[];

/** One modeled endpoint, with its route, its requirements and its handler. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In hono's notation, for example `/wiki/api/v2/pages/:id`. */
  readonly path: string;
  readonly scopes: ScopeAlternatives;
  /** True: answers apps about spaces, too, that a data security policy closes to them (`app-access-rule-exempt`). */
  readonly isExemptFromPolicies?: true;
  /** True: answers everyone, with or without a login or a license. */
  readonly isOpen?: true;
  readonly handle: (call: Call) => Promise<Response> | Response;
}

/** One request to one endpoint, with everything its handler may use. */
export class Call {
  constructor(
    readonly site: Site,
    readonly request: Request,
    readonly url: URL,
    private readonly parameters: Readonly<Record<string, string>>,
    /** The person, or the app user. */
    readonly user: User,
    readonly isApp: boolean,
    readonly access: Access,
    /** ISO 8601 with milliseconds; the same instant throughout one request. */
    readonly now: string,
    /** Without `/wiki`. */
    readonly baseUrl: string,
    /** True if the site has Atlassian Guard Premium. */
    readonly hasGuard: boolean,
    /** The values of content properties that queries can name. */
    readonly properties: ReadonlyMap<string, CqlProperty>,
    /** True if a copied page takes its properties along, unless the request says otherwise. */
    readonly copiesProperties: boolean,
    readonly assumptions: PlatformSwitches,
  ) {}

  /** True for holders of the "Confluence Administrator" global permission: site admins and the app user. */
  get administersConfluence(): boolean {
    return this.isApp || this.user.siteAdmin;
  }

  parameter(name: string): string {
    const value = this.parameters[name];
    if (value === undefined) throw new Error(`The path of this endpoint has no parameter ${name}.`);
    return value;
  }

  /** The id in the path. @throws a 400 if it is not a number. */
  id(name = 'id', type = 'ContentId'): string {
    return parseId(this.parameter(name), name, type);
  }

  /** One value of the query string, unparsed. */
  query(name: string): string | undefined {
    return this.url.searchParams.get(name) ?? undefined;
  }

  /** Values of a parameter that may be repeated, comma-separated, or both. Undefined if missing. */
  list(name: string): readonly string[] | undefined {
    const values = this.url.searchParams.getAll(name);
    if (values.length === 0) return undefined;
    return values.flatMap((value) => value.split(',')).map((value) => value.trim());
  }

  ids(name: string): readonly string[] | undefined {
    return this.list(name)?.map((value) => parseId(value, name, 'long'));
  }

  flag(name: string, otherwise = false): boolean {
    const value = this.query(name);
    if (value === undefined) return otherwise;
    if (value === 'true' || value === 'false') return value === 'true';
    throw badParameter(name, value, 'boolean');
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.query(name);
    if (value === undefined) return undefined;
    return this.pick(name, value, allowed);
  }

  someOf<const T extends string>(name: string, allowed: readonly T[]): readonly T[] | undefined {
    return this.list(name)?.map((value) => this.pick(name, value, allowed));
  }

  integer(name: string, range: { readonly least: number; readonly most: number }): number | undefined {
    const value = this.query(name);
    if (value === undefined) return undefined;
    if (!/^-?\d{1,10}$/.test(value)) throw badParameter(name, value, 'int');
    const number = Number(value);
    if (number < range.least || number > range.most) {
      throw badRequest(
        `Provided value {${value}} for '${name}' must be between ${String(range.least)} and ${String(range.most)}`,
        'INVALID_REQUEST_PARAMETER',
      );
    }
    return number;
  }

  /**
   * The JSON body; 413, 415 or 400 if the endpoint does not accept it. Unknown properties are ignored, as in
   * Confluence.
   */
  async json<T>(schema: z.ZodType<T>): Promise<T> {
    const mediaType = (this.request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
    if (mediaType !== 'application/json') throw new Refusal(415, 'Unsupported Media Type');
    const bytes = await this.request.arrayBuffer();
    if (bytes.byteLength > MAX_BODY_BYTES) throw new Refusal(413, 'The request is too large in size (over 5 MB)');
    return parseBody(new TextDecoder().decode(bytes), schema);
  }

  private pick<T extends string>(name: string, value: string, allowed: readonly T[]): T {
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw badParameter(name, value, `one of ${allowed.join(', ')}`);
    return found;
  }
}

function parseBody<T>(text: string, schema: z.ZodType<T>): T {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw badRequest('The request body is not valid JSON', 'INVALID_MESSAGE');
  }
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.map(String).join('.');
  throw badRequest(`Invalid value for '${where}': ${issue?.message ?? 'unexpected'}`, 'INVALID_REQUEST_PARAMETER');
}

/** Ids are 64-bit. An id beyond the range of a double is well-formed but never exists here, so it becomes 0. */
export function parseId(value: string, name: string, type: string): string {
  if (!/^\d{1,19}$/.test(value)) throw badParameter(name, value, type);
  const number = Number(value);
  return Number.isSafeInteger(number) ? String(number) : '0';
}

/** An id inside a body: Confluence expects the string and tolerates the number. */
export const bodyId = z
  .union([z.string().regex(/^\d{1,19}$/, 'expected an id'), z.int().nonnegative()])
  .transform((value) => parseId(String(value), 'id', 'long'));

export const noContent = (): Response => new Response(null, { status: 204 });
