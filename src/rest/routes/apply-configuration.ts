import * as z from 'zod';
import {
  applyWithKey,
  ETAG_OF_CONFIGURATION,
  etagOfConfiguration,
  MAX_DOCUMENT_BYTES,
  POINTS_OF_A_DOCUMENT,
} from '../configuration-file-access';
import { SETTING_PROBLEMS } from '../configuration-access';
import { ok, operation } from '../operation';
import {
  appliedBody,
  DOCUMENT_EXAMPLE,
  documentInput,
  EMPTY_PLAN_HASH,
  ENTRY_EXAMPLE,
  toEntryBody,
} from './configuration-file-schemas';

const body = z
  .strictObject({
    ...documentInput,
    planHash: z
      .string({ error: 'must be the planHash of a plan' })
      .regex(/^[A-Za-z0-9_-]{43}$/, { error: 'must be the planHash of a plan' })
      .meta({ description: 'The `planHash` of the plan of the same document.', maxLength: 43 }),
    allowLoosening: z
      .boolean({ error: 'must be true or false' })
      .default(false)
      .meta({ description: 'true = also applies edits that lower the protection of the site.' }),
  })
  .meta({ id: 'ApplyConfiguration' });

export const applyConfiguration = operation({
  method: 'POST',
  effect: 'change',
  path: '/v1/configuration/apply',
  operationId: 'applyConfiguration',
  summary: 'Apply a document to the configuration',
  description:
    'Applies exactly the plan with this `planHash`, in one transaction with one audit event: all of its edits, or none. Repeating the request changes nothing.',
  scope: 'classification::manage',
  alsoScope: 'detection::manage',
  body: {
    schema: body,
    example: { document: DOCUMENT_EXAMPLE, planHash: EMPTY_PLAN_HASH },
    maxBytes: MAX_DOCUMENT_BYTES,
  },
  success: ok('The result.', appliedBody, { outcome: 'applied', entries: [ENTRY_EXAMPLE] }, ETAG_OF_CONFIGURATION),
  problems: [...SETTING_PROBLEMS, 'LOOSENING_NOT_ALLOWED'],
  points: POINTS_OF_A_DOCUMENT,
  run: async (request, { body: sent, condition }) => {
    const { isChanged, plan, state } = await applyWithKey(request, sent, condition);
    return {
      status: 200,
      headers: { ETag: etagOfConfiguration(state) },
      body: { outcome: isChanged ? 'applied' : 'unchanged', entries: plan.entries.map((one) => toEntryBody(one)) },
    };
  },
});
