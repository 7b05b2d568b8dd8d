import { type Confluence, HostError, ImpersonationRefusedError } from '../platform/confluence';
import { type ChargeContext, type Charged, chargeUnits, payerOfWork } from '../quota/charge-or-wait';
import type { StepResult } from '../runs/step-run';
import { waitForQuota } from '../runs/wait-reasons';

/** A quota is used up, or a call failed. Continue after this time. */
export type Later = Extract<StepResult, { readonly outcome: 'later' }>;

/**
 * The write quota of a redaction. A written page or a deleted version counts as one page that a request writes. The
 * quota is charged before the write; charges without a write are returned.
 */
export interface ChargedWrites {
  /** Counts the writes of all calls through it. */
  readonly confluence: Confluence;
  /**
   * Charges one write. @returns the seconds until the next attempt if the quota is used up. @throws
   * StorageUnavailableError
   */
  readonly charge: () => Promise<Later | undefined>;
  /** True if a write may have taken effect. */
  readonly isSent: () => boolean;
  /** Returns the charges without a write. Call it at the end of the step, also after an error. */
  readonly close: () => Promise<void>;
}

const ONE_WRITE = { 'key-write': 1 };

export function openChargedWrites(
  context: ChargeContext & { readonly confluence: Confluence },
  ownerId: string,
): ChargedWrites {
  const { confluence } = context;
  const unused: Charged[] = [];
  let isSent = false;
  const countWrite = () => {
    unused.pop();
    isSent = true;
  };
  const watched = async <T extends { readonly status: number }>(call: () => Promise<T>): Promise<T> => {
    try {
      const answer = await call();
      if (answer.status < 400) countWrite();
      return answer;
    } catch (error) {
      // After any other failure, the write may have taken effect.
      const isUnsent = error instanceof ImpersonationRefusedError;
      if (!isUnsent && !(error instanceof HostError && error.kind === 'quota')) countWrite();
      throw error;
    }
  };
  return {
    confluence: {
      get: (actor, path) => confluence.get(actor, path),
      download: (actor, path, maxBytes) => confluence.download(actor, path, maxBytes),
      post: (actor, path, body) => {
        const call = () => confluence.post(actor, path, body);
        return path.value.endsWith('/redact') ? watched(call) : call();
      },
      put: (actor, path, body) => watched(() => confluence.put(actor, path, body)),
      delete: (actor, path) => watched(() => confluence.delete(actor, path)),
    },
    charge: async () => {
      const charged = await chargeUnits(context, payerOfWork(ownerId), ONE_WRITE, 1);
      if ('waitSeconds' in charged)
        return { outcome: 'later', seconds: charged.waitSeconds, wait: waitForQuota(charged.quota) };
      unused.push(charged);
      return undefined;
    },
    isSent: () => isSent,
    close: async () => {
      for (const { refund } of unused.splice(0)) await refund(ONE_WRITE);
    },
  };
}
