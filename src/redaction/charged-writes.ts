import { type Confluence, HostError, ImpersonationRefusedError } from '../platform/confluence';
import { type ChargeContext, type Charged, chargeUnits } from '../quota/charge-or-wait';

/**
 * The write quota of a redaction. A page that is written, or a version that is deleted, counts as a page that a request
 * writes. It is charged before it is known whether something is written; what was not written is given back.
 */
export interface ChargedWrites {
  /** Calls through it are watched for writes. */
  readonly confluence: Confluence;
  /** Charges one write. @returns after how many seconds to try again, if there is none left. @throws StorageUnavailableError */
  readonly charge: () => Promise<number | undefined>;
  /** Gives back the charges without a write. Call it when the step has ended, also after an error. */
  readonly close: () => Promise<void>;
}

const ONE_WRITE = { 'key-write': 1 };

export function openChargedWrites(context: ChargeContext, ownerId: string, confluence: Confluence): ChargedWrites {
  const unused: Charged[] = [];
  const watched = async <T extends { readonly status: number }>(call: () => Promise<T>): Promise<T> => {
    try {
      const answer = await call();
      if (answer.status < 400) unused.pop();
      return answer;
    } catch (error) {
      // After any other failure, the write may have taken effect.
      const isUnsent = error instanceof ImpersonationRefusedError;
      if (!isUnsent && !(error instanceof HostError && error.kind === 'quota')) unused.pop();
      throw error;
    }
  };
  return {
    confluence: {
      get: (actor, path) => confluence.get(actor, path),
      post: (actor, path, body) => {
        const call = () => confluence.post(actor, path, body);
        return path.value.endsWith('/redact') ? watched(call) : call();
      },
      put: (actor, path, body) => watched(() => confluence.put(actor, path, body)),
      delete: (actor, path) => watched(() => confluence.delete(actor, path)),
    },
    charge: async () => {
      const charged = await chargeUnits(context, ownerId, ONE_WRITE, 1);
      if ('waitSeconds' in charged) return charged.waitSeconds;
      unused.push(charged);
      return undefined;
    },
    close: async () => {
      for (const { giveBack } of unused.splice(0)) await giveBack(ONE_WRITE);
    },
  };
}
