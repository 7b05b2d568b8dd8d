import type {
  AssignmentRule,
  Candidate,
  Confidence,
  Detector,
  KeywordRule,
  Rule,
  Severity,
  Validator,
} from '../../detector';
import { isPlaceholder } from '../../validators/placeholder-value';
import { speaksOfAnother, speaksOfASecret } from '../../validators/service-credential';
import { valueStrength } from '../../validators/value-strength';

/** What the definitions of secrets leave to the defaults below. */
interface Secret {
  readonly id: string;
  readonly name: string;
  readonly severity: Severity;
  readonly rules: readonly Rule[];
  readonly confidence?: Confidence;
  readonly minEntropy?: number;
  readonly refuse?: RegExp;
  readonly refusePlaceholders?: boolean;
  readonly stopWords?: readonly string[];
  readonly validate?: Validator;
  readonly generic?: boolean;
  readonly multiline?: boolean;
  /** Whether the client ids of the service are told as well. */
  readonly ids?: boolean;
}

/** The secrets of one heading. Confidence without a word: .90, for the rules that know a prefix. */
export function secretsOf(group: string, secrets: readonly Secret[]): readonly Detector[] {
  return secrets.map((secret) => ({
    category: 'secret',
    group,
    enabledByDefault: true,
    confidence: { base: 0.9 },
    ...secret,
    validate: (candidate) =>
      secret.generic !== true &&
      (beginsInsideAWord(candidate) || isNamedAsAnId(candidate) || isOfAnother(candidate, secret.ids === true))
        ? { verdict: 'invalid' }
        : (secret.validate?.(candidate) ?? { verdict: 'unknown' }),
  }));
}

/** Whether the name before the value is the end of another word: "okta" of "rookTable", "etsy" of "SetSysctl". */
function beginsInsideAWord({ before, match, value }: Candidate): boolean {
  return (
    match !== value &&
    !/(?:^|\W)-D$/.test(before) &&
    /[a-z]$/i.test(before) &&
    /^[a-z]/i.test(match) &&
    (/^[a-z]/.test(match) || /[A-Z]$/.test(before))
  );
}

/** Whether the name is that of an id or a hash, whoever's: `datadog.trace_id = …`, "the commit that Heroku runs". */
function isNamedAsAnId({ match, value }: Candidate): boolean {
  return (
    match !== value &&
    /(?:trace|span|request|event|correlation|session)[-_ .]?id|commit|checksum|digest|\bsha-?\d{0,3}\b|md5/i.test(
      match.slice(0, match.lastIndexOf(value)),
    )
  );
}

/**
 * Whether it is of the service, and no key: "Auth0 client id: …", "trace id in Datadog: …", "Spotify playlist: …".
 * @param ids whether its client ids are told
 */
function isOfAnother({ before, match, value, groups, headers }: Candidate, ids: boolean): boolean {
  if (groups[ASSIGNED] === undefined) return false;
  const isWrong = (lead: string, name: string) => !(ids && CLIENT_ID.test(name)) && speaksOfAnother(lead, name);
  if (match !== value) return isWrong(before, match.slice(0, match.lastIndexOf(value)).replace(OWN_NAME, ''));
  // In a cell: what stands over it or before it.
  const names = headers.map((header) => header.replace(OWN_NAME, ''));
  return !names.some(speaksOfASecret) && names.some((name) => isWrong('', name));
}

/** The name of the service, which may hold a word for a secret itself: "auth0", "rapidapi". */
const OWN_NAME = /^(?:[A-Z]+|[A-Z]?[a-z]+)\d*/;
const CLIENT_ID = /^[-_. ]?(?:(?:client|access)[-_. ]?)?id(?![a-z])/i;

/** A value that begins with (or holds) a literal of its own. */
export function prefixed(
  keywords: readonly string[],
  pattern: RegExp,
  more: Partial<Omit<KeywordRule, 'by' | 'keywords' | 'pattern'>> = {},
): KeywordRule {
  return { by: 'keyword', keywords, pattern, ...more };
}

/** The group that says that nothing but the name of its variable tells a value. */
const ASSIGNED = 'assigned';

/** A value that only the name of its variable tells: the name of the vendor, an operator, and a value of known shape. */
export function assigned(keywords: readonly string[], value: RegExp, base = 0.65): AssignmentRule {
  // So that of `x{20}|x{40}` the longer one is tried where the shorter one is only a part.
  const whole = new RegExp(`(?<${ASSIGNED}>${value.source})(?![A-Za-z0-9_])`, value.flags);
  return { by: 'assignment', keywords, value: whole, confidence: { base } };
}

/** The value may be anything but words, a placeholder or a sequence. Numbers are left to the pattern. */
export const mustLookGenerated: Validator = ({ value }) => {
  if (isPlaceholder(value)) return { verdict: 'invalid' };
  if (!/^\d+$/.test(value) && valueStrength(value) === 'plain') return { verdict: 'invalid' };
  return { verdict: 'unknown' };
};

/** A checksum inside the token proves it; without, it may still be one. */
export function provenBy(name: string, holds: (token: string) => boolean): Validator {
  return ({ value }) => (holds(value) ? { verdict: 'valid', evidence: [`checksum:${name}`] } : { verdict: 'unknown' });
}
