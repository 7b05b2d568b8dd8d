import * as z from 'zod';
import type { Intercept } from '../local/forge/platform-calls';

/**
 * The units that the platform meters and sells. A storage unit is 10 KB, rounded up for each call. Confluence charges 1 point per call,
 * and for reads also 1 point per returned object, or 2 per returned person.
 */

const UNIT_BYTES = 10 * 1024;
/** US dollars per GB above the free 0.1 GB per month: Forge's price list of August 2026. */
const PRICES = { read: 0.055, written: 1.09 };

/** The share of a processor that the platform gives for each GB of memory: 0.145 for 256 MB. */
export const PROCESSOR_SHARE_OF_A_GB = 0.145 * 4;

export interface Use {
  calls: number;
  readUnits: number;
  readBytes: number;
  writeUnits: number;
  writtenBytes: number;
  points: number;
}

const nothing = (): Use => ({ calls: 0, readUnits: 0, readBytes: 0, writeUnits: 0, writtenBytes: 0, points: 0 });
let use = nothing();

/** @returns the usage since the previous call */
export function takeUse(): Use {
  const taken = use;
  use = nothing();
  return taken;
}

const list = z.looseObject({ results: z.array(z.unknown()) });

/** An `intercept` option of openHost that counts the usage for takeUse. */
export const meter: Intercept = async ({ target, method, path, body = '' }, proceed) => {
  const response = await proceed();
  use.calls += 1;
  if (path.includes('/download?')) {
    use.points += 2;
    return response;
  }
  const text = await response.clone().text();
  if (target === 'confluence') {
    use.points += method === 'GET' ? 1 + objectsIn(path, text) : 1;
  } else if (target === 'kvs') {
    const isRead = /\/(?:get|query)$/.test(path);
    const bytes = Buffer.byteLength(isRead ? text : body);
    use[isRead ? 'readUnits' : 'writeUnits'] += Math.max(1, Math.ceil(bytes / UNIT_BYTES));
    use[isRead ? 'readBytes' : 'writtenBytes'] += bytes;
  }
  return response;
};

function objectsIn(path: string, text: string): number {
  if (path.includes('/user')) return 2;
  const read = list.safeParse(text === '' ? undefined : JSON.parse(text));
  return read.success ? read.data.results.length : 1;
}

/** Scales the storage usage to a million operations. @param count the number of operations that were measured */
export function forAMillion({ readBytes, writtenBytes }: Use, count: number) {
  const gigabytes = (bytes: number) => ((bytes / count) * 1e6) / 1024 ** 3;
  const [read, written] = [gigabytes(readBytes), gigabytes(writtenBytes)];
  return { read, written, dollars: read * PRICES.read + written * PRICES.written };
}
