import { Buffer } from 'node:buffer';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Verifies a file of evidence offline, with nothing but Node.js: `npm run verify-evidence -- <file> [--key <public key>]`.
 * src/review/evidence.ts writes the files.
 */

const FORMAT = 'page-classification-evidence/1';
const SEAL = /^page-classification-evidence\/1 ([\w-]{43}) ([\w-]{86})((?: [1-9][0-9]*:[0-9a-f]{64})+)$/;
/** The last line of a JSON file or of a CSV file, read as one character for each byte. */
const LAST_LINE = /\n(?:"seal":"([^"\n]*)"\}\n|"seal","([^"\n]*)"\r\n)$/;
/** The admin area writes it before a CSV file, for spreadsheets. */
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/**
 * @param {Buffer} file
 * @param {string | undefined} expectedKey the public key that was obtained earlier
 * @returns {{ key: string } | { problem: string }} the key that signed every byte of the file
 */
export function verifyEvidence(file, expectedKey) {
  const hasMark = file.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const bytes = hasMark ? file.subarray(BYTE_ORDER_MARK.length) : file;
  const text = bytes.toString('latin1');
  const last = LAST_LINE.exec(text);
  const seal = SEAL.exec(last?.[1] ?? last?.[2] ?? '');
  if (last === null || seal === null) return { problem: 'The file does not end with a seal of evidence.' };
  const [, key, signature, list] = seal;
  if (expectedKey !== undefined && key !== expectedKey)
    return { problem: `The file has another key than the expected one: ${key}` };
  let start = 0;
  for (const part of list.trim().split(' ')) {
    const [length, hash] = part.split(':');
    const end = start + Number(length);
    if (hashOf(bytes.subarray(start, end)) !== hash)
      return { problem: `The file was changed between byte ${start + 1} and byte ${end}.` };
    start = end;
  }
  if (start !== last.index + 1) return { problem: 'The seal does not cover the whole file.' };
  const kind = last[1] === undefined ? 'csv' : 'json';
  if (!isSigned(`${FORMAT} ${kind}${list}`, key, signature)) return { problem: 'The signature is not valid.' };
  return { key };
}

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');

function isSigned(text, key, signature) {
  const bytes = Buffer.from(signature, 'base64url');
  // Base64 has several forms of the same bytes. Only one of them is the file that the app made.
  if (bytes.toString('base64url') !== signature) return false;
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    return publicKey.export({ format: 'jwk' }).x === key && verify(null, Buffer.from(text), publicKey, bytes);
  } catch {
    return false;
  }
}

const USAGE = 'Usage: npm run verify-evidence -- <file> [--key <public key>]';

/** @returns {{ isValid: boolean, text: string }} */
function run(args) {
  try {
    // A key can begin with a hyphen, which would be an option.
    const joined = args.flatMap((arg, index) =>
      args[index - 1] === '--key' ? [] : arg === '--key' ? `--key=${args[index + 1] ?? ''}` : arg,
    );
    const options = { key: { type: 'string' } };
    const { positionals, values } = parseArgs({ args: joined, allowPositionals: true, options });
    if (positionals.length !== 1) return { isValid: false, text: USAGE };
    const result = verifyEvidence(readFileSync(positionals[0]), values.key);
    if ('problem' in result) return { isValid: false, text: `NOT VALID. ${result.problem}` };
    return { isValid: true, text: proofOf(result.key, values.key !== undefined) };
  } catch (error) {
    return { isValid: false, text: `${error.message}\n${USAGE}` };
  }
}

const proofOf = (key, isExpected) => `VALID. The file is unchanged since the holder of this key signed it:
  ${key}
${
  isExpected
    ? 'This is the expected key. If you got it from GET /v1/evidence-key of the site, the app of this site made the file.'
    : 'The app of your site made the file only if GET /v1/evidence-key of the site returns this key. Compare them, or use --key.'
}
It does not prove that reviewers read the pages.`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { isValid, text } = run(process.argv.slice(2));
  console.log(text);
  process.exitCode = isValid ? 0 : 1;
}
