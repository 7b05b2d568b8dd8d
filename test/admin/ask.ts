import type { AdminError, AdminResult } from '../../src/admin/result';
import type { KeyView } from '../../src/keys/key-view';
import { storedKey } from '../keys/key-records';
import type { RestAnswer, Site } from '../support/site';

/** The harness with typed results. */

export interface CreatedKey extends KeyView {
  readonly key: string;
}

/** The input of createKey: a key that reads, for a month. */
export function aNewKey(overrides: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const expiresOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  return { name: 'CI', classificationScope: 'read', expiresOn, ...overrides };
}

/** Calls an operation of the admin resolver; by default as admin@example.com. */
export async function ask<T = KeyView>(
  site: Site,
  operation: string,
  payload: unknown,
  email?: string,
): Promise<AdminResult<T>> {
  return (await site.admin(operation, payload, email)) as AdminResult<T>;
}

/** The result of the operation. @throws if it is refused */
export async function done<T = KeyView>(site: Site, operation: string, payload: unknown, email?: string): Promise<T> {
  const result = await ask<T>(site, operation, payload, email);
  if (!result.ok) throw new Error(`${operation} was refused: ${JSON.stringify(result.error)}`);
  return result.value;
}

/** The refusal of the operation. @throws if it succeeds */
export async function refusal(site: Site, operation: string, payload: unknown, email?: string): Promise<AdminError> {
  const result = await ask(site, operation, payload, email);
  if (result.ok) throw new Error(`${operation} was not refused`);
  return result.error;
}

/** Edits the current revision of a key. */
export async function edit(site: Site, keyId: string, changes: object, email?: string): Promise<AdminResult<KeyView>> {
  return ask(site, 'editKey', { keyId, rev: (await storedKey(site, keyId))?.rev, changes }, email);
}

/** `200`, or the status and the code of a problem: `401 API_KEY_REVOKED`. */
export function outcomeOf({ status, body }: RestAnswer): string {
  const code = (body as { code?: string } | undefined)?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
}

/** The result of a request with this key that requires the lowest permission: `200` or a problem. */
export async function use(site: Site, key: string): Promise<string> {
  return outcomeOf(await site.rest('GET', '/v1/level', { key }));
}
