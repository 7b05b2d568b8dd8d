import { limits } from './limits';
import { Refusal } from './refusal';

/** "The same key, or key plus entity", so two entities may each have a row with the same key. */
export function checkUniqueKeys(
  items: readonly { readonly entityName?: string | undefined; readonly key: string }[],
): void {
  const seen = new Set<string>();
  for (const { entityName, key } of items) {
    const identity = JSON.stringify([entityName, key]);
    if (seen.has(identity)) throw new Refusal('KEY_DUPLICATION_ERROR', `Duplicate key found in request: ${key}`);
    seen.add(identity);
  }
}

export function checkRequestBytes(body: unknown): void {
  const bytes = Buffer.byteLength(JSON.stringify(body));
  if (bytes > limits.requestBytes) {
    throw new Refusal('MAX_SIZE', `The request has ${bytes} bytes; the maximum is ${limits.requestBytes}`);
  }
}
