/** A secret that the keys of an installation are derived from. It is an encrypted Forge variable. */
export interface Pepper {
  /** The number in the name of the variable: 1 for `PEPPER_V1`. */
  readonly version: string;
  readonly bytes: Uint8Array;
}

/** The first pepper is for new keys. Older ones stay until the last key that uses them has expired. */
export type Peppers = readonly [Pepper, ...Pepper[]];

const VARIABLE = /^PEPPER_V([1-9][0-9]{0,3})$/;
const THIRTY_TWO_BYTES_HEX = /^[0-9a-f]{64}$/i;

/**
 * Reads `PEPPER_V<n>` (64 hexadecimal digits), highest number first.
 * @returns undefined if none is set or one is malformed; no key is accepted then
 */
export function readPeppers(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Peppers | undefined {
  const peppers: Pepper[] = [];
  for (const [name, value] of Object.entries(environment)) {
    const version = VARIABLE.exec(name)?.[1];
    if (version === undefined) continue;
    if (value === undefined || !THIRTY_TWO_BYTES_HEX.test(value)) return undefined;
    peppers.push({ version, bytes: Buffer.from(value, 'hex') });
  }
  const [current, ...older] = peppers.sort((a, b) => Number(b.version) - Number(a.version));
  return current === undefined ? undefined : [current, ...older];
}
