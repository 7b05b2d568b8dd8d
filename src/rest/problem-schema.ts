import * as z from 'zod';
import type { Effect } from '../capabilities/effects';
import { type ProblemCode, PROBLEMS } from './problem';

const code = z.string().meta({ description: 'A stable error code. More values may be added.' });

/** The minimum level that the findings of a page require. */
export const levelFloor = z.strictObject({
  levelId: z.uuid(),
  evidence: z.array(z.strictObject({ detectorId: z.string(), count: z.int().min(1) })).optional(),
});

/** The body of every error. */
export const problemSchema = z
  .strictObject({
    type: z.string().meta({
      description:
        'A relative reference to the description of the code in the OpenAPI document. It resolves against the URL of the request.',
    }),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    instance: z.string().meta({ description: 'The request id as a URN.' }),
    code,
    requestId: z.uuid(),
    requiredScope: z.string().optional().meta({ description: 'With INSUFFICIENT_SCOPE: the required scope.' }),
    floor: levelFloor.optional().meta({
      description:
        'With LEVEL_BELOW_FINDINGS: the minimum level. For keys with `detection::read`, also the detectors that require it and at least how many findings they have.',
    }),
    errors: z
      .array(
        z.strictObject({
          status: z.int(),
          code,
          title: z.string(),
          detail: z.string().nullable(),
          pointer: z.string().optional().meta({ description: 'The place in the body, as an RFC 6901 fragment.' }),
          parameter: z.string().optional().meta({ description: 'The name of the path or query parameter.' }),
          header: z.string().optional().meta({ description: 'The name of the header.' }),
        }),
      )
      .min(1)
      .max(20),
  })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details, with the `errors` of Atlassian APIs.' });

/** The problems that follow from the shape of an operation with a key, which may have a body and path parameters. */
export function commonProblems(route: {
  readonly effect?: Effect;
  readonly body?: unknown;
  readonly pathParameters?: unknown;
  readonly query?: unknown;
  readonly scope?: unknown;
  readonly idempotency?: unknown;
}): readonly ProblemCode[] {
  return [
    'UNKNOWN_PARAMETER',
    'DUPLICATE_PARAMETER',
    'API_KEY_IN_URL',
    ...(route.pathParameters === undefined && route.query === undefined ? [] : (['INVALID_PARAMETER'] as const)),
    ...(route.pathParameters === undefined ? [] : (['INVALID_PATH_ENCODING'] as const)),
    ...(route.body === undefined ? [] : BODY_PROBLEMS),
    'API_KEY_MISSING',
    'API_KEY_INVALID',
    'API_KEY_EXPIRED',
    'API_KEY_REVOKED',
    'API_KEY_OWNER_INACTIVE',
    ...(route.effect === 'change' ? (['APP_LICENSE_INACTIVE'] as const) : []),
    ...(route.scope === undefined ? [] : (['INSUFFICIENT_SCOPE'] as const)),
    ...(route.idempotency === undefined ? [] : IDEMPOTENCY_PROBLEMS),
    'NOT_ACCEPTABLE',
    'URI_TOO_LONG',
    'HEADERS_TOO_LARGE',
    'CANNOT_ACT_AS_PERSON',
    'RATE_LIMITED',
    'HOST_QUOTA',
    'INTERNAL_ERROR',
    'HOST_ERROR',
    'AUTH_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
    'HOST_TIMEOUT',
  ];
}

/** The problems that an operation without a key can return as well. */
export const OPEN_PROBLEMS = [
  'UNKNOWN_PARAMETER',
  'DUPLICATE_PARAMETER',
  'API_KEY_IN_URL',
  'NOT_ACCEPTABLE',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
] as const satisfies readonly ProblemCode[];

const IDEMPOTENCY_PROBLEMS = [
  'INVALID_IDEMPOTENCY_KEY',
  'IDEMPOTENCY_IN_PROGRESS',
  'IDEMPOTENCY_KEY_REUSED',
] as const satisfies readonly ProblemCode[];

const BODY_PROBLEMS = [
  'EMPTY_BODY',
  'INVALID_JSON',
  'DUPLICATE_JSON_KEY',
  'JSON_TOO_DEEP',
  'INVALID_UNICODE',
  'INVALID_FIELD',
  'MISSING_FIELD',
  'UNKNOWN_FIELD',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
] as const satisfies readonly ProblemCode[];

/** The problems of an operation without a key that reads a body. */
export const OPEN_BODY_PROBLEMS: readonly ProblemCode[] = [...OPEN_PROBLEMS, ...BODY_PROBLEMS];

/** Codes by status, in ascending order. */
export function byStatus(codes: readonly ProblemCode[]): ReadonlyMap<number, readonly ProblemCode[]> {
  const statuses = [...new Set(codes.map((entry) => PROBLEMS[entry].status))].sort((a, b) => a - b);
  return new Map(statuses.map((status) => [status, codes.filter((entry) => PROBLEMS[entry].status === status)]));
}
