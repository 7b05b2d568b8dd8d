import { randomBytes, randomUUID } from 'node:crypto';

/** A cryptographically secure random generator. A parameter of all code that creates ids or secrets, so that tests can fix it. */
export interface Random {
  bytes(count: number): Uint8Array;
  uuid(): string;
}

export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  uuid: () => randomUUID(),
};
