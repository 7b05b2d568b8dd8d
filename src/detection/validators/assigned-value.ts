import type { Validator, Verdict } from '../detector';
import { decodeBase64 } from './base64-text';
import { identifierOf, isLabelOfSecret } from './credential-label';
import { isPlaceholder } from './placeholder-value';
import {
  CLASSIFIED_LENGTH,
  characterKindsIn,
  isEnclosed,
  isOtherNotation,
  isPartOfText,
  isPunctuated,
  isQuoted,
  isRichInSigns,
  leadOf,
  trimmedValue,
} from './secret-value';
import { valueStrength } from './value-strength';

/** Validates the value of a variable whose name says that it is secret. */
export const validateAssignedSecret: Validator = (candidate) => {
  const value = trimmedValue(candidate);
  if (value.length < 8) return INVALID;
  const start = value.slice(0, CLASSIFIED_LENGTH);
  const strength = valueStrength(start);
  const isRich = isRichInSigns(candidate.value);
  if (strength === 'plain' && !isRich && !(isQuoted(candidate) && isPunctuated(value))) return INVALID;
  const name = identifierOf(candidate);
  if (
    isPartOfText(candidate, value) ||
    (strength !== 'random' && !isRich && !isEnclosed(candidate) && /[(){};]/.test(value))
  )
    return INVALID;
  if (isPlaceholder(start) || isOtherNotation(value) || !isLabelOfSecret(candidate)) return INVALID;
  if (DIGEST.test(value) || ID_NAME.test(name) || CONSTANT.test(value) || BEFORE_AWS_NAME.test(candidate.before))
    return INVALID;
  // The text of a link in wiki markup: `[[Authentication|uwierzytelnianie]]`.
  if (/^\p{L}+$/u.test(value) && /[^|]\|\s*$/.test(leadOf(candidate, value))) return INVALID;
  const certain = CERTAIN_NAME.test(name);
  switch (strength) {
    case 'random':
      // AWS secrets have no padding. A value that ends in `=` is encrypted.
      if (AWS_SECRET.test(name) && value.endsWith('=')) return INVALID;
      if (!certain && isEncodedText(value)) return INVALID;
      return found(value, UUID.test(value) ? 0.5 : certain ? 0.85 : 0.75);
    case 'chosen':
      return isTokenLike(value, certain) && !DOTTED_NAME.test(value) ? found(value, 0.55) : INVALID;
    case 'plain':
      return certain && (isRich || isEnclosed(candidate)) ? found(value, 0.5) : INVALID;
  }
};

const INVALID: Verdict = { verdict: 'invalid' };

function found(value: string, confidence: number): Verdict {
  return { verdict: 'unknown', length: value.length, confidence };
}

const CERTAIN_NAME =
  /secret|token|api[-_ ]?key|credential|passw|pass(?![a-z])|auth[-_ ]?key|(?:access|private)[-_ ]?key/i;
const AWS_SECRET = /secret[-_ ]?access[-_ ]?key|aws[-_ ]?secret/i;
const UUID = /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i;
const DOTTED_NAME = /^[a-z]\w*(?:\.[a-z]\w*)+$/i;

/** The checksum of a file or an image, with the name of its algorithm: `sha256:…`. */
const DIGEST = /^(?:md5|sha-?(?:1|224|256|384|512))[:=-][\w+/=]{16,}$/i;

/** A constant name such as `EVP_PKEY_ALG_CTRL`. */
const CONSTANT = /^[A-Z]+\d{0,2}(?:_[A-Z]+\d{0,2}){2,}$/;

/** Names of ids: `accessScopeId`, `key-store-id`. */
const ID_NAME = /(?:[-_. ](?:id|ID|uuid|UUID|guid|GUID|arn|ARN)|[a-z](?:Id|Arn)(?:Hex|Base64|String)?)s?$/;

/** Text before the name of a secret in `arn:aws:secretsmanager:…:secret:name`, and of a type in `AWS::IAM::AccessKey`. */
const BEFORE_AWS_NAME = /\barn:aws[\w:-]{0,60}:$|\bAWS::\w{1,40}::\w{0,60}$/;

/** True if letters and digits alternate often enough for a token, or if it also has punctuation. */
function isTokenLike(value: string, certain: boolean): boolean {
  const changes = value.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0;
  if (changes >= (certain ? 2 : 3) && value.length >= (certain ? 11 : 12)) return true;
  return certain && value.length >= 9 && characterKindsIn(value) >= 3 && value.replace(/[\w.\-/:,]/g, '').length >= 2;
}

/** True for base64-encoded words. */
function isEncodedText(value: string): boolean {
  return /^[\w ,.!?-]{6,}$/.test(decodeBase64(value) ?? '');
}
