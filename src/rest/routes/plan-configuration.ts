import * as z from 'zod';
import { findEffects } from '../../policy/effects';
import {
  ETAG_OF_CONFIGURATION,
  etagOfConfiguration,
  MAX_DOCUMENT_BYTES,
  planWithKey,
  POINTS_OF_A_DOCUMENT,
} from '../configuration-file-access';
import { ok, operation } from '../operation';
import {
  DOCUMENT_EXAMPLE,
  documentInput,
  EMPTY_PLAN_HASH,
  ENTRY_EXAMPLE,
  planBody,
  toPlanBody,
} from './configuration-file-schemas';

const body = z.strictObject(documentInput).meta({ id: 'PlanConfiguration' });

export const planConfiguration = operation({
  method: 'POST',
  effect: 'read',
  path: '/v1/configuration/plan',
  operationId: 'planConfiguration',
  summary: 'Plan a change of the configuration',
  description:
    'Returns the edits that lead from the current configuration to the document, and changes nothing. Each edit is one that the other operations make. If one of them is refused, the response lists the refusals.',
  scope: 'classification::manage',
  alsoScope: 'detection::manage',
  body: { schema: body, example: { document: DOCUMENT_EXAMPLE, prune: false }, maxBytes: MAX_DOCUMENT_BYTES },
  success: ok(
    'The plan.',
    planBody,
    { planHash: EMPTY_PLAN_HASH, entries: [ENTRY_EXAMPLE], ignored: [], drift: null },
    ETAG_OF_CONFIGURATION,
  ),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'INVALID_SETTINGS'],
  points: POINTS_OF_A_DOCUMENT,
  run: async (request, { body: sent }) => {
    const { read, plan } = await planWithKey(request, sent);
    const effects = await findEffects(plan.entries, read.state, request);
    const headers = { ETag: etagOfConfiguration(read.state) };
    return { status: 200, headers, body: toPlanBody(request, read, plan, effects) };
  },
});
