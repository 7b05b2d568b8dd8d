import { createHash } from 'node:crypto';
import { detectors } from '../../detection/detectors';

let version: string | undefined;

/** Changes when detectors are defined differently. Page scans with earlier definitions are then out of date. */
export function catalogVersion(): string {
  version ??= createHash('sha256')
    .update(JSON.stringify(detectors, (_name, value: unknown) => textOf(value)))
    .digest('base64url')
    .slice(0, 22);
  return version;
}

/** The source text of patterns and validators. */
function textOf(value: unknown): unknown {
  return value instanceof RegExp || typeof value === 'function' ? String(value) : value;
}
