import { randomBytes, randomUUID } from 'node:crypto';

/** Where randomness comes from: a CSPRNG. A parameter of whatever makes ids or secrets, so that tests can repeat them. */
export interface Random {
  bytes(count: number): Uint8Array;
  uuid(): string;
}

export const systemRandom: Random = {
  bytes: (count) => randomBytes(count),
  uuid: () => randomUUID(),
};
