/** The two REST APIs of Confluence, which have different error formats. */
export type Api = 'v1' | 'v2';

const V2_CODES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  500: 'INTERNAL_SERVER_ERROR',
  501: 'NOT_IMPLEMENTED',
};

const V1_EXCEPTIONS: Readonly<Record<number, string>> = {
  400: 'com.atlassian.confluence.api.service.exceptions.api.BadRequestException: ',
  403: 'com.atlassian.confluence.api.service.exceptions.PermissionException: ',
  404: 'com.atlassian.confluence.api.service.exceptions.NotFoundException: ',
  409: 'com.atlassian.confluence.api.service.exceptions.ConflictException: ',
};

/** Thrown by handlers to refuse; one place converts it to the error format of the API in question. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly variants: { readonly v1?: string; readonly code?: string } = {},
  ) {
    super(title);
    this.name = 'Refusal';
  }
}

export function refusalResponse(refusal: Refusal, api: Api): Response {
  const { status, title, variants } = refusal;
  if (api === 'v2') {
    const code = variants.code ?? V2_CODES[status] ?? 'BAD_REQUEST';
    return Response.json({ errors: [{ status, code, title, detail: null }] }, { status });
  }
  return Response.json(
    {
      statusCode: status,
      data: { authorized: status !== 401 && status !== 403, valid: status !== 400, errors: [], successful: false },
      message: `${V1_EXCEPTIONS[status] ?? ''}${variants.v1 ?? title}`,
    },
    { status },
  );
}

/**
 * The same answer for missing content and for content that the caller cannot see, without the id in its text,
 * so that both are identical byte for byte.
 */
export const contentNotFound = (): Refusal =>
  new Refusal(404, 'Not Found', {
    v1: 'Cannot find content. Outdated version/old_draft/trashed? Please provide valid ContentId.',
  });

export const spaceNotFound = (): Refusal =>
  new Refusal(404, 'Not Found', {
    v1: 'The space does not exist, or the calling user does not have permission to view it.',
  });

export const notFound = (what: string): Refusal => new Refusal(404, 'Not Found', { v1: what });

export const badRequest = (title: string, code?: string): Refusal =>
  new Refusal(400, title, code === undefined ? {} : { code });

export const badParameter = (name: string, value: string, expected: string): Refusal =>
  badRequest(
    `Provided value {${value}} for '${name}' is not the correct type. Expected type is ${expected}`,
    'INVALID_REQUEST_PARAMETER',
  );

export const forbidden = (title: string): Refusal => new Refusal(403, title);

/** Wrong or missing credentials; the host in front of Confluence answers with it. */
export function unauthenticated(pathname: string): Response {
  const response = refusalResponse(new Refusal(401, 'Unauthorized'), apiOf(pathname));
  response.headers.set('WWW-Authenticate', 'Basic realm="Confluence"');
  return response;
}

export function apiOf(pathname: string): Api {
  return pathname.startsWith('/wiki/api/v2/') ? 'v2' : 'v1';
}
