import type * as z from 'zod';
import type { Scope } from '../../access/scope';
import type { AuditSubject, AuditType } from '../../audit/event';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { type Condition, writeCondition } from '../middleware/conditions';
import { readBody, readParameters } from '../middleware/input';
import type { ProblemCode } from '../problem';
import { requirePresent } from '../read-only';
import type { AuthorizedRequest, Route } from '../route';

/** The operations on the schemes of a site setting: level schemes and detector schemes. */

type OperationDocs = Pick<Route, 'operationId' | 'summary' | 'description'>;

/**
 * @typeParam C the configuration with the schemes
 * @typeParam Edit the edits of the configuration
 * @typeParam Created the body that creates a scheme
 * @typeParam Edited the body that edits a scheme, with its read-only members
 */
export interface SchemesOf<C, Edit, Created extends z.ZodObject, Edited extends z.ZodObject> {
  readonly path: `/v1/${string}`;
  readonly scope: Scope;
  /** The prefix of the audit types and subjects. */
  readonly auditName: 'scheme' | 'detector-scheme';
  readonly docs: Readonly<Record<'create' | 'get' | 'edit' | 'remove', OperationDocs>>;
  readonly pathParameters: z.ZodObject<{ schemeId: z.ZodType<string> }>;
  readonly body: { readonly create: Created; readonly edit: Edited; readonly example: object };
  readonly answer: { readonly schema: z.ZodType; readonly example: object };
  readonly etag: { readonly headers: { readonly ETag: string }; readonly of: (configuration: C) => string };
  /** The problems of every change. */
  readonly problems: readonly ProblemCode[];
  /** The further problems of operations that create or edit a scheme. */
  readonly inputProblems: readonly ProblemCode[];
  /** @throws Problem if the key may not manage the schemes */
  readonly read: (request: AuthorizedRequest) => Promise<C>;
  /** @throws Problem 404 */
  readonly toBody: (configuration: C, schemeId: string) => object;
  /** The values that read-only members may have. */
  readonly presentBodies: (configuration: C, schemeId: string, sent: z.output<Edited>) => readonly object[];
  readonly loadPut: () => Promise<
    (configuration: C, schemeId: string, wanted: z.output<Created> | z.output<Edited>, isNew: boolean) => Edit
  >;
  readonly remove: (configuration: C, schemeId: string) => Edit;
  readonly change: (
    request: AuthorizedRequest,
    condition: Condition | undefined,
    change: { readonly type: AuditType; readonly subject: AuditSubject; readonly edit: (current: C) => Edit },
  ) => Promise<C>;
}

export function schemeRoutes<C, Edit, Created extends z.ZodObject, Edited extends z.ZodObject>({
  path,
  scope,
  auditName,
  docs,
  pathParameters,
  body,
  answer,
  etag,
  problems,
  inputProblems,
  ...schemes
}: SchemesOf<C, Edit, Created, Edited>): Readonly<Record<'create' | 'get' | 'edit' | 'remove', Route>> {
  const onePath = `${path}/:schemeId` as const;
  const success = { status: 200, description: 'The scheme.', ...answer, headers: etag.headers } as const;
  const subjectOf = (schemeId: string): AuditSubject => `${auditName}:${schemeId}`;
  const headersOf = (configuration: C) => ({ ETag: etag.of(configuration) });
  return {
    create: {
      method: 'POST',
      effect: 'change',
      path,
      ...docs.create,
      scope,
      body: { schema: body.create, example: body.example },
      success: { ...success, status: 201, headers: { ...etag.headers, Location: 'The address of the scheme.' } },
      problems: [...problems, ...inputProblems],
      prepare: (exchange) => {
        const wanted = readBody(exchange, body.create);
        const condition = writeCondition(exchange);
        return {
          points: POINTS_OF_A_PERSON,
          run: async (request) => {
            const schemeId = request.random.uuid();
            const put = await schemes.loadPut();
            const done = await schemes.change(request, condition, {
              type: `${auditName}.created`,
              subject: subjectOf(schemeId),
              edit: (current) => put(current, schemeId, wanted, true),
            });
            const headers = { ...headersOf(done), Location: `${exchange.basePath}${path}/${schemeId}` };
            return { status: 201, headers, body: schemes.toBody(done, schemeId) };
          },
        };
      },
    },
    get: {
      method: 'GET',
      path: onePath,
      ...docs.get,
      scope,
      pathParameters,
      success,
      problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'CONFIGURATION_NOT_FOUND'],
      prepare: (_exchange, parameters) => {
        const { schemeId } = readParameters(parameters, pathParameters);
        return {
          points: POINTS_OF_A_PERSON,
          run: async (request) => {
            const configuration = await schemes.read(request);
            return { status: 200, headers: headersOf(configuration), body: schemes.toBody(configuration, schemeId) };
          },
        };
      },
    },
    edit: {
      method: 'PUT',
      effect: 'change',
      path: onePath,
      ...docs.edit,
      scope,
      pathParameters,
      body: { schema: body.edit, example: body.example },
      success,
      problems: [...problems, 'CONFIGURATION_NOT_FOUND', ...inputProblems],
      prepare: (exchange, parameters) => {
        const { schemeId } = readParameters(parameters, pathParameters);
        const sent = readBody(exchange, body.edit);
        const condition = writeCondition(exchange);
        return {
          points: POINTS_OF_A_PERSON,
          run: async (request) => {
            const put = await schemes.loadPut();
            const done = await schemes.change(request, condition, {
              type: `${auditName}.updated`,
              subject: subjectOf(schemeId),
              edit: (current) => {
                requirePresent(body.edit, sent, schemes.presentBodies(current, schemeId, sent));
                return put(current, schemeId, sent, false);
              },
            });
            return { status: 200, headers: headersOf(done), body: schemes.toBody(done, schemeId) };
          },
        };
      },
    },
    remove: {
      method: 'DELETE',
      effect: 'change',
      path: onePath,
      ...docs.remove,
      scope,
      pathParameters,
      success: { status: 204, description: 'The scheme was deleted.' },
      problems: [...problems, 'CONFIGURATION_NOT_FOUND'],
      prepare: (exchange, parameters) => {
        const { schemeId } = readParameters(parameters, pathParameters);
        const condition = writeCondition(exchange);
        return {
          points: POINTS_OF_A_PERSON,
          run: async (request) => {
            await schemes.change(request, condition, {
              type: `${auditName}.deleted`,
              subject: subjectOf(schemeId),
              edit: (current) => {
                schemes.toBody(current, schemeId);
                return schemes.remove(current, schemeId);
              },
            });
            return { status: 204 };
          },
        };
      },
    },
  };
}
