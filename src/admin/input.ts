import * as z from 'zod';
import { readInput } from '../keys/read-input';
import type { AdminRequest } from './operation';

/** An operation as its module exports it. It takes the payload of the front end, and refuses one that its schema refuses. */
export interface AdminOperation<Input = unknown, Result = object> {
  (request: AdminRequest, payload: unknown): Promise<Result>;
  readonly input: z.ZodType<unknown, Input>;
}

export const UNKNOWN_SETTING = 'is not a supported setting';

/** @param run gets the parsed input. Throws a Refusal to end the operation with an error */
export function operation<Parsed, Input, Result>(
  input: z.ZodType<Parsed, Input>,
  run: (request: AdminRequest, input: Parsed) => Promise<Result>,
): AdminOperation<Input, Result> {
  const parseAndRun = async (request: AdminRequest, payload: unknown) =>
    run(request, readInput(input, payload, UNKNOWN_SETTING));
  return Object.assign(parseAndRun, { input });
}

export const noInput = z.strictObject({});
/** The revision of the configuration that the edit is based on; 0 = it was never edited. */
export const rev = z.int().min(0);
export const id = z
  .string()
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, { error: 'must be a UUID' })
  .transform((uuid) => uuid.toLowerCase());
export const spaceIdInput = z.string().regex(/^[1-9][0-9]{0,17}$/, { error: 'must be a space ID' });
export const accountIdInput = z.string().regex(/^[A-Za-z0-9:_-]{1,128}$/, { error: 'must be an account ID' });
/** The cursor of the previous part of a list. */
export const cursorInput = z.string().max(512).optional();
