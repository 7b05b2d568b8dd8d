import { limits } from './limits';
import { Refusal } from './refusal';

/** Counts an installation's usage as the platform does, in requests per second and units of 10 KB per minute. */
export interface Meter {
  /** @throws Refusal if the request exceeds the limit. `writtenBytes` is the size of the data that a write sends. */
  admit(installationId: string, nowMs: number, request: { readonly writtenBytes: number } | 'read'): void;
  /** The size of a read is known after it was answered; its first unit was counted when it was admitted. */
  countAnswer(installationId: string, nowMs: number, bytes: number): void;
  reset(): void;
}

interface Usage {
  second: number;
  requests: number;
  minute: number;
  readUnits: number;
  writeUnits: number;
}

/** Windows start at full seconds and full minutes; the platform's own windows are not published. */
export function createMeter(): Meter {
  const usages = new Map<string, Usage>();

  function usageOf(installationId: string, nowMs: number): Usage {
    const second = Math.floor(nowMs / 1000);
    const minute = Math.floor(nowMs / 60_000);
    const usage = usages.get(installationId) ?? { second, requests: 0, minute, readUnits: 0, writeUnits: 0 };
    if (usage.second !== second) Object.assign(usage, { second, requests: 0 });
    if (usage.minute !== minute) Object.assign(usage, { minute, readUnits: 0, writeUnits: 0 });
    usages.set(installationId, usage);
    return usage;
  }

  return {
    admit(installationId, nowMs, request) {
      const usage = usageOf(installationId, nowMs);
      usage.requests += 1;
      if (usage.requests > limits.requestsPerSecond)
        throw new Refusal('RATE_LIMIT_EXCEEDED', 'Too many requests a second');
      if (request === 'read') {
        if (usage.readUnits + 1 > limits.readUnitsPerMinute) {
          throw new Refusal('RATE_LIMIT_EXCEEDED', 'Too many reads a minute');
        }
        usage.readUnits += 1;
        return;
      }
      const units = unitsOf(request.writtenBytes);
      if (usage.writeUnits + units > limits.writeUnitsPerMinute) {
        throw new Refusal('RATE_LIMIT_EXCEEDED', 'Too many writes a minute');
      }
      usage.writeUnits += units;
    },
    countAnswer(installationId, nowMs, bytes) {
      usageOf(installationId, nowMs).readUnits += unitsOf(bytes) - 1;
    },
    reset: () => usages.clear(),
  };
}

function unitsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / limits.unitBytes));
}
