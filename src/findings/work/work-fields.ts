import * as z from 'zod';

/** The members of a change of the work on findings, for the API and the admin area. Empty and `none` remove. */

export const MAX_COMMENT = 500;

export const ownerInput = z
  .string({ error: 'must be an account ID or none' })
  .regex(/^[A-Za-z0-9:_-]{1,128}$/, { error: 'must be an account ID or none' })
  .transform((ownerId) => (ownerId === 'none' ? '' : ownerId));

export const commentInput = z
  .string({ error: 'must be text' })
  .transform((text) => text.normalize('NFC').trim())
  .pipe(z.string().max(MAX_COMMENT, { error: `must have ${MAX_COMMENT} characters at most` }));

export const dueOnInput = z
  .union([z.iso.date(), z.literal('none')], { error: 'must be a date, such as 2026-12-24, or none' })
  .transform((date) => (date === 'none' ? '' : date));

export const inProgressInput = z.boolean({ error: 'must be true or false' });
