import * as z from 'zod';
import { RANKS, UNCLASSIFIED } from '../access/scope';
import { confluenceId } from '../platform/confluence-id';
import { MAC_ALGORITHM } from './key-secrets';
import { storedRecord } from '../platform/stored-rows';
import { instant } from '../platform/instant';

/** An API key as stored in entity `api-key`, row key = its id. No field contains the secret. */

const accountId = z.string().min(1).max(128);
export const rank = z.enum(RANKS, { error: `must be one of ${RANKS.join(', ')}` });

/** Level UUIDs, and `unclassified`. Empty = every level. */
const levelLimit = z.array(z.union([z.literal(UNCLASSIFIED), z.uuid()])).max(50);
/** Numeric space ids. Empty = every space. */
const spaceLimit = z.array(confluenceId).max(200);

export const apiKeyRecord = storedRecord({
  name: z.string().min(1).max(100),
  mac: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  macAlg: z.literal(MAC_ALGORITHM),
  pepperVersion: z.string().regex(/^[1-9][0-9]{0,3}$/),
  createdBy: accountId,
  createdAt: instant,
  expiresAt: instant,
  classificationScope: rank,
  detectionScope: rank,
  levelLimit,
  spaceLimit,
  revokedAt: instant.optional(),
  revokedBy: accountId.optional(),
  revokeReason: z.enum(['user', 'rotation', 'leak', 'owner_inactive', 'admin']).optional(),
  graceUntil: instant.optional(),
  rotatedTo: z.string().optional(),
  rotatedFrom: z.string().optional(),
  /** The id of the first key of the line; omitted for a key that replaces none. */
  lineId: z.string().optional(),
});

export type ApiKeyRecord = z.infer<typeof apiKeyRecord>;

/** A verified key, as a request uses it. */
export interface ApiKey {
  readonly keyId: string;
  readonly record: ApiKeyRecord;
}
