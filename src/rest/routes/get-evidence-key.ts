import * as z from 'zod';
import { evidenceKeyOf } from '../../review/evidence';
import { findActiveCreator } from '../active-creator';
import { ok, operation } from '../operation';
import { etagOfBody } from '../response';

const answer = z
  .strictObject({
    algorithm: z.literal('Ed25519'),
    publicKey: z.string().meta({ description: 'The 32 bytes of the public key (RFC 8032), in base64url.' }),
  })
  .meta({ id: 'EvidenceKey', description: 'The key that verifies evidence of this installation.' });

export const getEvidenceKey = operation({
  method: 'GET',
  path: '/v1/evidence-key',
  operationId: 'getEvidenceKey',
  summary: 'Read the key that verifies evidence',
  description:
    'Returns the public key with which `npm run verify-evidence` verifies an export of evidence. Every installation has its own key. It stays the same until the app is uninstalled, or until the vendor removes the oldest pepper.',
  scope: 'classification::read',
  success: ok(
    'The key.',
    answer,
    { algorithm: 'Ed25519', publicKey: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
    { ETag: 'Changes whenever the key changes.' },
  ),
  problems: [],
  points: 'creator-check',
  run: async ({ confluence, key, peppers, installationId }) => {
    await findActiveCreator({ confluence, key });
    const { publicKey } = evidenceKeyOf(peppers(), installationId);
    const body: z.infer<typeof answer> = { algorithm: 'Ed25519', publicKey };
    return { status: 200, headers: { ETag: etagOfBody(body) }, body };
  },
});
