import { isIPv6 } from 'node:net';
import type { Candidate, Verdict } from '../detector';

/** Not routed on the public internet (RFC 1918, 6598, 3927, 1122). */
function isPrivate([first = 0, second = 0]: readonly number[]): boolean {
  return (
    first === 10 ||
    first === 127 ||
    (first === 172 && second >= 16 && second <= 31) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254) ||
    (first === 100 && second >= 64 && second <= 127)
  );
}

/** Reserved for documentation (RFC 5737), or not a host address: networks 0, and 224 and above. */
function isReserved([first = 0, second = 0, third = 0]: readonly number[]): boolean {
  return (
    first === 0 ||
    first >= 224 ||
    (first === 192 && second === 0 && (third === 0 || third === 2)) ||
    (first === 198 && ((second === 51 && third === 100) || second === 18 || second === 19)) ||
    (first === 203 && second === 0 && third === 113)
  );
}

/** Public DNS resolvers. */
const WELL_KNOWN = new Set(['1.1.1.1', '1.0.0.1', '8.8.8.8', '8.8.4.4', '9.9.9.9', '208.67.222.222', '208.67.220.220']);

function octetsOf(value: string): readonly number[] | undefined {
  const octets = value.split('.').map(Number);
  return octets.length === 4 && octets.every((octet) => octet <= 255) && !/(?:^|\.)0\d/.test(value)
    ? octets
    : undefined;
}

/** Four numbers with dots may also be a version of a program, a package, a section or an object identifier. */
function isVersion(before: string, after: string): boolean {
  if (
    /^(?:\.\d|-?(?:alpha|beta|rc|snapshot|preview|final|release)|[-_.][a-z]+\d*\.(?:jar|zip|tgz|exe|dll|tar))/i.test(
      after,
    )
  )
    return true;
  if (/\bip\W{0,3}$|https?:\/\/$|\d\s?-\s?$|\b(?:ssh|scp|sftp|rsync)\b[^@:\n]{0,60}@$|\b(?:root|admin)@$/i.test(before))
    return false;
  return (
    /(?:\bv|§|[~^@]=?|[<>]=|[a-z#]-|\d[.-])\s?["'`(]?$/i.test(before) ||
    /\brevisions?\W{0,3}$|(?:\b|_)(?:versions?|oid|object ?identifiers?)(?:\b|_)[^.\n]{0,20}$/i.test(before) ||
    /\b(?:v|v8|releases?d?|build|section|chapter|firmware|clause|upgraded?s?|updated?s?|bump(?:ed|s)?|downgraded?|chrom(?:e|ium))\b[^.\n]{0,20}$/i.test(
      before,
    )
  );
}

/** True for small numbers, which are as likely a version or section number: 4.3.99.16. */
function isSmall(octets: readonly number[]): boolean {
  const [first = 0] = octets;
  return octets.filter((octet) => octet >= 40).length <= (first < 10 ? 1 : 0);
}

/** True among the coordinates of an SVG path: `m0 1 1.5.75.75 0 0`. Numbers in logs and lists look different. */
function isInSvgPath(octets: readonly number[], before: string, after: string): boolean {
  if (octets.some((octet) => octet >= 100)) return false;
  const [, command, numbers = ''] = /(^|[^\d.])(-?\d{0,4}\.?\d+[ ,-]-?\d{0,4}\.?\d+[ ,-])$/.exec(before) ?? [];
  return (
    (/\.\d/.test(numbers) || /^[achlmqstv]$/i.test(command ?? '')) &&
    /^[ ,-]-?\.?\d(?!\d{0,2}(?:\.\d{1,3}){3}(?![\d.]))/.test(after)
  );
}

/** @param kind the kind of addresses that the detector reports */
export function validateIPv4(kind: 'public' | 'private'): (candidate: Candidate) => Verdict {
  return ({ value, before, after }) => {
    const octets = octetsOf(value);
    if (octets === undefined || isPrivate(octets) !== (kind === 'private')) return { verdict: 'invalid' };
    if (isVersion(before, after) || isInSvgPath(octets, before, after)) return { verdict: 'invalid' };
    if (isReserved(octets)) return { verdict: 'unknown', tags: ['reserved-address'], confidence: 0.3 };
    if (WELL_KNOWN.has(value)) return { verdict: 'unknown', tags: ['well-known-address'], confidence: 0.3 };
    // 1.2.3.4 and similar values are examples or versions without a context word.
    return isSmall(octets) ? { verdict: 'unknown', evidence: ['format:small'] } : { verdict: 'valid' };
  };
}

export function validateIPv6({ value }: Candidate): Verdict {
  const address = value.replace(/[%/].*$/, '').toLowerCase();
  if (!isIPv6(address)) return { verdict: 'invalid' };
  // `a::b` is a qualified name in C++, Rust and Perl.
  const groups = address.split(':').filter((group) => group !== '');
  if (groups.length < 3 && !/\d/.test(address)) return { verdict: 'invalid' };
  // `[::2]`, `[0::2]` are slices of lists. No network has such a short prefix.
  if (groups.length < 3 && groups.every((group) => group.length < 4) && !/^::[01]$/.test(address))
    return { verdict: 'invalid' };
  if (/^::[01]?$/.test(address) || /^(?:2001:0?db8|ffff:ffff):/.test(address))
    return { verdict: 'unknown', tags: ['reserved-address'], confidence: 0.3, ...canonicalForm(value, address) };
  return { verdict: 'valid', ...canonicalForm(value, address) };
}

/** RFC 5952, with the zone or the prefix length: addresses that differ in these are different values. */
function canonicalForm(value: string, address: string) {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  return { normalised: canonical + value.slice(address.length), ignoresCase: true };
}

/** True if the address is not all zeros or all ones. */
export function isDeviceAddress(hex: string): boolean {
  return /^[0-9A-F]{12}$/.test(hex) && !/^(.)\1*$/.test(hex);
}
