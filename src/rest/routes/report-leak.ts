import * as z from 'zod';
import { MAX_LEAKED_KEYS, revokeLeakedKeys } from '../../keys/report-leak';
import { withoutPeppers } from '../middleware/authentication';
import { readBody } from '../middleware/input';
import { checkContentType } from '../middleware/negotiation';
import type { OpenRoute } from '../route';

const body = z.strictObject({
  text: z
    .string({ error: 'must be a string' })
    .min(1, { error: 'must not be empty' })
    .meta({ description: 'The text in which the key was found, or the key alone.', maxLength: 65_536 }),
});

const answer = z
  .strictObject({
    status: z.literal('received').meta({ description: 'Always `received`, with or without a key in the text.' }),
  })
  .meta({ id: 'LeakReport', description: 'The response to a report of a leaked key.' });

const RECEIVED = { status: 202, body: { status: 'received' } } as const;

export const reportLeak: OpenRoute = {
  method: 'POST',
  path: '/v1/leak-report',
  operationId: 'reportLeak',
  summary: 'Report a leaked API key',
  description: `Revokes the API keys of this site that the text contains. Requires no key: a whole key is the proof that it leaked. The response is the same for every text, with or without a key. Reporting a key twice is harmless. At most the first ${MAX_LEAKED_KEYS} different keys of a text are revoked. The text is neither stored nor logged.`,
  body: { schema: body, example: { text: 'curl -H "x-api-key: …" https://example.com/' } },
  success: {
    status: 202,
    description: 'Every key of this site in the text is revoked.',
    schema: answer,
    example: RECEIVED.body,
    headers: {},
  },
  problems: ['AUTH_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
  answer: async ({ exchange, peppers: readPeppers, ...context }) => {
    checkContentType(exchange);
    const { text } = readBody(exchange, body);
    const peppers = readPeppers();
    // Fails for every text, so that the response does not depend on the text.
    if (peppers === undefined) throw withoutPeppers();
    const { requestId, installationId } = exchange;
    await revokeLeakedKeys({ ...context, peppers, requestId, installationId }, text);
    return RECEIVED;
  },
};
