/** The sizes of a call from a front end and of every answer, by Forge's documented limits of invocations. */

const MAX_PAYLOAD_BYTES = 500 * 1024;
export const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

/** @throws as the bridge rejects */
export function requirePayloadFits(payload: unknown): void {
  if (bytesOf(payload) > MAX_PAYLOAD_BYTES) throw new Error('The payload of invoke() is larger than 500 KB.');
}

/** @throws as the bridge rejects, after the function has run */
export function requireAnswerFits(answer: unknown): void {
  if (bytesOf(answer) > MAX_ANSWER_BYTES) throw new Error('The answer of the function is larger than 5 MB.');
}

function bytesOf(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}
