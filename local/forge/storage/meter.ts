import * as z from 'zod';
import { limits } from './limits';
import { Refusal } from './refusal';

/**
 * Counts an installation's usage as the platform does: requests per second, units of 10 KB per minute, and the bytes of each key
 * per second.
 */
export interface Meter {
  /** @throws Refusal if the call exceeds a limit. The data that it sends are its usage. */
  admitWrite(call: MeteredCall): void;
  /** @throws Refusal as above. The first unit is counted, because the size of a read is known after its answer. */
  admitRead(call: MeteredCall): void;
  countAnswer(call: MeteredCall, answer: unknown): void;
  reset(): void;
}

export interface MeteredCall {
  readonly installationId: string;
  readonly nowMs: number;
  readonly path: string;
  readonly body: unknown;
}

export type MeterLimits = Readonly<
  Record<
    | 'requestsPerSecond'
    | 'readUnitsPerMinute'
    | 'writeUnitsPerMinute'
    | 'keyReadBytesPerSecond'
    | 'keyWriteBytesPerSecond',
    number
  >
>;

interface Usage {
  second: number;
  requests: number;
  /** By `rowsIn`. */
  readBytes: Map<string, number>;
  writtenBytes: Map<string, number>;
  minute: number;
  readUnits: number;
  writeUnits: number;
}

/**
 * Windows start at full seconds and full minutes; the platform's own windows are not published.
 * @param smaller limits in place of the platform's, so that a test needs fewer calls to reach them
 */
export function createMeter(smaller: Partial<MeterLimits> = {}): Meter {
  const limit: MeterLimits = { ...limits, ...smaller };
  const usages = new Map<string, Usage>();

  function usageOf({ installationId, nowMs }: MeteredCall): Usage {
    const second = Math.floor(nowMs / 1000);
    const minute = Math.floor(nowMs / 60_000);
    const usage = usages.get(installationId) ?? { ...ofSecond(second), minute, readUnits: 0, writeUnits: 0 };
    if (usage.second !== second) Object.assign(usage, ofSecond(second));
    if (usage.minute !== minute) Object.assign(usage, { minute, readUnits: 0, writeUnits: 0 });
    usages.set(installationId, usage);
    return usage;
  }

  function begin(call: MeteredCall): Usage {
    const usage = usageOf(call);
    usage.requests += 1;
    if (usage.requests > limit.requestsPerSecond) throw tooMany('requests a second');
    return usage;
  }

  return {
    admitWrite(call) {
      const usage = begin(call);
      const units = unitsOf(jsonBytes(call.body));
      if (usage.writeUnits + units > limit.writeUnitsPerMinute) throw tooMany('writes a minute');
      const rows = rowsIn(call.path, call.body);
      for (const [row, bytes] of rows)
        if (bytesOf(usage.writtenBytes, row) + bytes > limit.keyWriteBytesPerSecond)
          throw tooMany('bytes written to a key a second');
      usage.writeUnits += units;
      addBytes(usage.writtenBytes, rows);
    },
    admitRead(call) {
      const usage = begin(call);
      if (usage.readUnits + 1 > limit.readUnitsPerMinute) throw tooMany('reads a minute');
      for (const [row] of rowsIn(call.path, call.body))
        if (bytesOf(usage.readBytes, row) >= limit.keyReadBytesPerSecond) throw tooMany('bytes read of a key a second');
      usage.readUnits += 1;
    },
    countAnswer(call, answer) {
      const usage = usageOf(call);
      usage.readUnits += unitsOf(jsonBytes(answer)) - 1;
      addBytes(usage.readBytes, rowsIn(call.path, answer, call.body));
    },
    reset: () => usages.clear(),
  };
}

const ofSecond = (second: number) => ({ second, requests: 0, readBytes: new Map(), writtenBytes: new Map() });

const named = z.looseObject({ key: z.string(), entityName: z.string().optional() });
const list = z.array(z.unknown()).catch([]);
const lists = z.object({ set: list, delete: list, check: list, successfulKeys: list }).partial();

/**
 * The rows that a body names, with their bytes. A body is one row, a batch, the answer of a batch, or a transaction.
 * @param request of an answer, because the answer for one row has no name of an entity
 */
function rowsIn(path: string, body: unknown, request: unknown = body): ReadonlyMap<string, number> {
  const parts = Array.isArray(body) ? body : [body, ...Object.values(lists.safeParse(body).data ?? {}).flat()];
  const store = path.includes('/secret/') ? 'secret' : 'kvs';
  const ofRequest = named.safeParse(request).data?.entityName;
  return new Map(
    parts.flatMap((part): [string, number][] => {
      const { data } = named.safeParse(part);
      if (data === undefined) return [];
      return [[JSON.stringify([data.entityName ?? ofRequest ?? store, data.key]), jsonBytes(part)]];
    }),
  );
}

function addBytes(sums: Map<string, number>, rows: ReadonlyMap<string, number>): void {
  for (const [row, bytes] of rows) sums.set(row, bytesOf(sums, row) + bytes);
}

function bytesOf(sums: ReadonlyMap<string, number>, row: string): number {
  return sums.get(row) ?? 0;
}

function tooMany(what: string): Refusal {
  return new Refusal('RATE_LIMIT_EXCEEDED', `Too many ${what}`);
}

function unitsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / limits.unitBytes));
}

function jsonBytes(value: unknown): number {
  return value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));
}
