import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { installationKeyOf } from '../keys/installation-key';
import { canonicalJson } from '../platform/canonical-json';
import { type CsvColumns, csvLine, csvPart } from '../platform/csv';
import type { Peppers } from '../platform/secrets';
import type { EvidenceHeader, EvidenceLine } from './evidence-model';

/**
 * Signs evidence (docs/adr/0134). A file ends with its seal: the public key, the signature, and the length and SHA-256 of each part of
 * the bytes before the seal. scripts/verify-evidence.mjs verifies these bytes as they are, without the code of the app.
 */

export interface EvidenceKey {
  /** The 32 bytes of the Ed25519 key, in base64url. */
  readonly publicKey: string;
  /** @returns the 64 bytes of the signature, in base64url */
  readonly sign: (text: string) => string;
}

/** An Ed25519 private key in DER (RFC 8410), without its 32 bytes at the end. */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key is derived, so that it needs no row, and two first uses at once have the same key. */
export function evidenceKeyOf(peppers: Peppers, installationId: string): EvidenceKey {
  const { bytes } = installationKeyOf(peppers, installationId, 'evidence/1');
  const key = Buffer.concat([PRIVATE_KEY_PREFIX, bytes]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return {
    publicKey: createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  };
}

export interface SignedEvidence {
  readonly json: string;
  readonly csv: string;
  readonly publicKey: string;
}

/** The same header, lines and key give the same bytes. Each of the two files is complete and has its own seal. */
export function signEvidence(key: EvidenceKey, header: EvidenceHeader, lines: readonly EvidenceLine[]): SignedEvidence {
  return { json: jsonOf(key, header, lines), csv: csvOf(key, header, lines), publicKey: key.publicKey };
}

const FORMAT = 'page-classification-evidence/1';
const LINES_OF_A_PART = 1_000;

function jsonOf(key: EvidenceKey, header: EvidenceHeader, lines: readonly EvidenceLine[]): string {
  const parts = inParts(lines).map((part) => part.map((line) => canonicalJson(line)).join(',\n'));
  const body = [
    `{\n"header":${canonicalJson(header)},\n"lines":[\n`,
    ...parts.map((part, index) => `${index === 0 ? '' : ',\n'}${part}`),
    '\n],\n',
  ];
  return `${body.join('')}"seal":"${sealOf(key, 'json', body)}"}\n`;
}

const COLUMNS: CsvColumns<[EvidenceLine]> = [
  ['pageId', ({ pageId }) => pageId],
  ['spaceId', ({ spaceId }) => spaceId],
  ['levelId', ({ levelId }) => levelId ?? ''],
  ['level', ({ levelName }) => levelName ?? ''],
  ['answer', ({ answer }) => answer],
  ['answeredAt', ({ answeredAt }) => answeredAt ?? ''],
  ['exposure', ({ exposure }) => exposure ?? ''],
];

/** The header is a table of two columns, before the table of the lines. */
function csvOf(key: EvidenceKey, header: EvidenceHeader, lines: readonly EvidenceLine[]): string {
  const members = Object.entries(header).filter(([, value]) => value !== undefined);
  const rows = members
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => [name, textOf(value)]);
  const body = [
    [...rows, ['']].map(csvLine).join('') + csvPart(COLUMNS, [], true),
    ...inParts(lines).map((part) => csvPart(COLUMNS, part, false)),
  ].map((part) => wellFormed(part));
  return `${body.join('')}${csvLine(['seal', sealOf(key, 'csv', body)])}`;
}

/** A half of a surrogate pair has no bytes in UTF-8. */
const wellFormed = (text: string) => Buffer.from(text).toString();

const textOf = (value: unknown) => (typeof value === 'string' ? value : canonicalJson(value));

function inParts(lines: readonly EvidenceLine[]): readonly (readonly EvidenceLine[])[] {
  const count = Math.ceil(lines.length / LINES_OF_A_PART);
  return Array.from({ length: count }, (_, part) => lines.slice(part * LINES_OF_A_PART, (part + 1) * LINES_OF_A_PART));
}

function sealOf(key: EvidenceKey, kind: 'json' | 'csv', parts: readonly string[]): string {
  const hashes = parts.map((part) => {
    const bytes = Buffer.from(part);
    return `${bytes.length}:${createHash('sha256').update(bytes).digest('hex')}`;
  });
  const signature = key.sign([FORMAT, kind, ...hashes].join(' '));
  return [FORMAT, key.publicKey, signature, ...hashes].join(' ');
}
