import * as z from 'zod';
import { AUDIT_TYPES } from './event';

/** Filters of the audit log. An event must match all of them. */

const instant = z.iso
  .datetime({ precision: 3, error: 'must be a UTC timestamp with milliseconds: 2026-11-21T09:30:00.000Z' })
  .optional();

/** For example `page:123`, `level:<UUID>`, `levels`, `detector-scheme:<UUID>`, `detector:custom:<UUID>`. */
export const auditSubject = z
  .string()
  .regex(/^[a-z]+(-[a-z]+)?(:[0-9A-Za-z:-]{1,64})?$/, { error: 'must be a subject like page:123' });

export const auditFilter = z.strictObject({
  type: z.enum(AUDIT_TYPES).optional(),
  subject: auditSubject.optional(),
  actorAccountId: z
    .string()
    .regex(/^[0-9A-Za-z:-]{1,128}$/, { error: 'must be an accountId' })
    .optional(),
  /** The acting key. For events about a key, use `subject`. */
  apiKeyId: z
    .string()
    .regex(/^[0-9a-hjkmnp-tv-z]{16}$/, { error: 'must be a key ID' })
    .optional(),
  /** Inclusive. */
  from: instant,
  to: instant,
});

export type AuditFilter = z.infer<typeof auditFilter>;
