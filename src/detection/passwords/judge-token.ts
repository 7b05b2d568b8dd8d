import type { Validator, Verdict } from '../detector';
import { LETTERS } from '../text/letters';
import { decodeBase64 } from '../validators/base64-text';
import { isPublishedSample } from '../validators/published-samples';
import { identifierOf, isLabelOfSecret } from './label';
import { isPlaceholder } from './stand-ins';
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
} from './value';
import { valueStrength } from './strength';

const LETTERS_ONLY = new RegExp(`^[${LETTERS}]+$`);

/** Validates the value of a variable with a name for a secret. */
export const judgeToken: Validator = (candidate) => {
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
  if (LETTERS_ONLY.test(value) && /[^|]\|\s*$/.test(leadOf(candidate, value))) return INVALID;
  const certain = CERTAIN_NAME.test(name);
  switch (strength) {
    case 'random':
      // AWS secrets have no padding. A value that ends in `=` is encrypted.
      if (AWS_SECRET.test(name) && value.endsWith('=')) return INVALID;
      if (!certain && isEncodedText(value)) return INVALID;
      return found(value, UUID.test(value) ? 0.5 : certain ? 0.85 : 0.8);
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

/**
 * Accepts generated-looking values with the name of a service in the 60 characters before them. The name itself must indicate a
 * key (`pixabay = "…"`), or a word for a secret must be between. Hashes, ids and versions are rejected.
 */
export function judgeNearService(services: ReadonlySet<string>): Validator {
  return ({ value, before }) => {
    const near = before.slice(-REACH);
    const named = lastServiceIn(near, services);
    // The name first, because few tokens have one near them.
    if (named === undefined || valueStrength(value) !== 'random') return INVALID;
    if (isPlaceholder(value) || isPublishedSample(value)) return INVALID;
    const between = near.slice(named.end);
    const evidence = [`context:"${named.name}"`];
    if (SECRET.test(between)) return NOT_SECRET.test(between) ? INVALID : { verdict: 'unknown', evidence };
    // Rejects other uses of the service name as well: "the commit that Heroku runs".
    if (NOT_SECRET.test(between) || THING.test(near.slice(Math.max(0, named.start - LEAD)))) return INVALID;
    return (IS_HEX.test(value) ? DIRECTLY.test(between) : between.length <= NEAR)
      ? { verdict: 'unknown', evidence, confidence: 0.5 }
      : INVALID;
  };
}

/**
 * True if the words between the name of a service and a value, or before the name, indicate an id, a hash or an object, and none
 * indicates a secret.
 */
export function isAboutNonSecret(before: string, between: string): boolean {
  return (
    NOT_SECRET.test(between) || (!SECRET.test(between) && (THING.test(between) || THING.test(before.slice(-LEAD))))
  );
}

/** True if the words indicate a secret and not something public about it. */
export function isAboutSecret(words: string): boolean {
  return SECRET.test(words) && !NOT_SECRET.test(words);
}

const REACH = 60;
const LEAD = 20;
const NEAR = 24;

/** Hex values are hashes, ids or objects as often as keys. They need the punctuation of an assignment, list, table or call. */
const IS_HEX = /^[0-9a-f-]+$/i;
const DIRECTLY = /^(?=[^]*\S)(?:\.\w{1,16}(?=\())?[\s=:"'`([{<>|,\-–—*/\\]{1,12}(?:value=["'])?$/;
const SECRET =
  /appid=|key|token|secret|pass|pwd|auth|cred|bearer|access|api(?![a-z])|(?:\b|_)pat(?:\b|_)|login|licen[cs]e/i;
/** The last word before the value names a hash or an id, or a public key is named. */
const NOT_SECRET =
  /public|fingerprint|thumbprint|idempoten|commit|checksum|digest|(?:hash|(?:\b|_)sha-?\d*|md5|signature|etag|revision|version|(?:\b|_)(?:uu|gu)?ids?|(?:trace|span|request|session)[-_]?ids?)["'`]?\s{0,2}[:=]?\s{0,2}["'`]?$/i;
/** Other things that have long identifiers. */
const THING =
  /commit|\bsha|md5|hash|integrity|\brev\b|build|release|push|trace|span|request|session|image|asset|blob|fingerprint|\betag\b|subscri|monitor|incident|message|account|tenant|playlist|track(?!js)|device|(?:\b|_)file|folder|macro|page|board|issue|ticket|invoice|order|transaction|payment|charge|customer|address|wallet|contract|serial|model|branch|\btag\b|badge|\bid|_id|user|member|contact|lead|deal|entry|entity|record|object|space|\bbase\b|table|project|team|group|channel|campaign|event|query|zone|cluster|\bjob\b|\brun\b|site|portal|meeting|dashboard|card|deploy|index|collection|bucket|video|ipfs|\bcid\b|\.(?:png|jpe?g|svg|gif|js|css|html?)\b/i;

/** The last service name before the value: a word, a part of one (`pixabayApiKey`), or two words ("Click Up"). */
function lastServiceIn(text: string, services: ReadonlySet<string>) {
  const words = [...text.matchAll(WORDS)];
  for (let last = words.length - 1; last >= 0; last--) {
    let name = '';
    for (let first = last; first >= Math.max(0, last - 1); first--) {
      const word = words[first];
      if (word === undefined) break;
      name = word[0].toLowerCase() + name;
      const { length } = words[last]?.[0] ?? '';
      if (services.has(name)) return { name, start: word.index, end: (words[last]?.index ?? 0) + length };
    }
    const word = words[last];
    const joined = JOINED_NAME.exec(word?.[0] ?? '')?.groups?.['name']?.toLowerCase();
    if (word !== undefined && joined !== undefined && services.has(joined)) {
      return { name: joined, start: word.index, end: word.index + joined.length };
    }
  }
  return undefined;
}

const WORDS = /[A-Z]?[a-z0-9]+|[A-Z0-9]+(?![a-z])/g;
/** `pixabaykey`, `PIXABAYAPIKEY`. */
const JOINED_NAME = /^(?<name>\w{4,24}?)(?:api|access|auth|secret|client)?(?:api|key|token|secret|pat)$/i;
