/** A secret from which all keys of an installation are derived. It comes from an encrypted Forge variable. */
export interface Pepper {
  /** The number in the variable's name, for example 1 of `PEPPER_V1`. */
  readonly version: string;
  readonly bytes: Uint8Array;
}

/** The pepper that new keys are made under comes first; older ones remain until the last key made under them has expired. */
export type Peppers = readonly [Pepper, ...Pepper[]];

const VARIABLE = /^PEPPER_V([1-9][0-9]{0,3})$/;
const THIRTY_TWO_BYTES_HEX = /^[0-9a-f]{64}$/i;

/**
 * Reads `PEPPER_V<n>` (64 hexadecimal digits), highest number first.
 * @returns undefined where none is set or any is malformed: then no key can be verified and none is accepted.
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
