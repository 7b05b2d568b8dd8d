import type { AssignmentRule, Candidate, Confidence, Detector, Severity, Validator } from '../../detector';
import { doubtAbout, hasStandInWord, isPlaceholder } from '../../passwords/stand-ins';
import { isAboutNonSecret, isAboutSecret } from '../../passwords/judge-token';
import { valueStrength } from '../../passwords/strength';

/** The members of a secret that are not the same for all. */
type Own = Omit<Detector, 'id' | 'name' | 'category' | 'group' | 'severity' | 'enabledByDefault' | 'confidence'> & {
  readonly severity?: Severity;
  readonly confidence?: Confidence;
  /** Reports client ids of the service as well. */
  readonly ids?: boolean;
};

/**
 * Defines the secrets of one heading. The default confidence of 0.90 is for rules with a known prefix.
 * @param areTokens false for passwords and keys of several lines, because a word or a sequence may be inside
 */
export function secretOf(
  group: string,
  severity: Severity,
  { areTokens = true }: { readonly areTokens?: boolean } = {},
) {
  return (id: string, name: string, own: Own): Detector => ({
    id,
    name,
    category: 'secret',
    group,
    severity,
    confidence: { base: 0.9 },
    ...own,
    validate: (candidate) => {
      const isSpecific = own.generic !== true;
      const isOther = () =>
        startsInsideWord(candidate) ||
        isOtherValueOfService(candidate, own.ids === true) ||
        (areTokens && isNamedAsId(candidate));
      if (isSpecific && isOther()) return { verdict: 'invalid' };
      const verdict = own.validate?.(candidate) ?? { verdict: 'unknown' };
      if (!isSpecific || !areTokens || verdict.verdict === 'invalid') return verdict;
      const doubt = doubtOf(candidate);
      // A checksum is no accident.
      if (doubt === undefined || verdict.evidence?.some((one) => one.startsWith('checksum:')) === true) return verdict;
      return { ...verdict, verdict: 'unknown', tags: ['sample'], confidence: SAMPLE_CONFIDENCE[doubt] };
    },
  });
}

const SAMPLE_CONFIDENCE = { sample: 0.3, doubtful: 0.5 };

/** Beside a name, a sequence may be the key of a small installation. */
function doubtOf({ groups, value }: Candidate): ReturnType<typeof doubtAbout> {
  return groups[ASSIGNED] === undefined ? doubtAbout(value) : hasStandInWord(value) ? 'sample' : undefined;
}

/** True if the name before the value is the end of another word: "okta" in "rookTable", "etsy" in "SetSysctl". */
function startsInsideWord({ before, match, value }: Candidate): boolean {
  return (
    match !== value &&
    !/(?:^|\W)-D$/.test(before) &&
    /[a-z]$/i.test(before) &&
    /^[a-z]/i.test(match) &&
    (/^[a-z]/.test(match) || /[A-Z]$/.test(before))
  );
}

/** True if the name is that of an id or a hash: `datadog.trace_id = …`, "the commit that Heroku runs". */
function isNamedAsId({ match, value }: Candidate): boolean {
  return (
    match !== value &&
    /(?:trace|span|request|event|correlation|session)[-_ .]?id|commit|checksum|digest|\bsha-?\d{0,3}\b|md5/i.test(
      match.slice(0, match.lastIndexOf(value)),
    )
  );
}

/**
 * True if the value belongs to the service but is no key: "Auth0 client id: …", "trace id in Datadog: …", "Spotify playlist: …".
 * @param ids whether client ids of the service are reported
 */
function isOtherValueOfService({ before, match, value, groups, headers }: Candidate, ids: boolean): boolean {
  if (groups[ASSIGNED] === undefined) return false;
  const isWrong = (lead: string, name: string) => !(ids && CLIENT_ID.test(name)) && isAboutNonSecret(lead, name);
  if (match !== value) return isWrong(before, match.slice(0, match.lastIndexOf(value)).replace(SERVICE_NAME, ''));
  // In a table cell: the column header and the row header.
  const names = headers.map((header) => header.replace(SERVICE_NAME, ''));
  return !names.some(isAboutSecret) && names.some((name) => isWrong('', name));
}

/** The name of the service, which may itself contain a word for a secret: "auth0", "rapidapi". */
const SERVICE_NAME = /^(?:[A-Z]+|[A-Z]?[a-z]+)\d*/;
const CLIENT_ID = /^[-_. ]?(?:(?:client|access)[-_. ]?)?id(?![a-z])/i;

/** Names the group of values that only the variable name identifies. */
const ASSIGNED = 'assigned';

/** Some services issue UUIDs. */
export const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Finds a value that only the variable name identifies, by a vendor name, an operator, and a value of known shape. */
export function assigned(keywords: readonly string[], value: RegExp, base = 0.65): AssignmentRule {
  // The boundary makes the engine try the longer alternative of `x{20}|x{40}` if the shorter one is only a part.
  const whole = new RegExp(`(?<${ASSIGNED}>${value.source})(?![A-Za-z0-9_])`, value.flags);
  return { by: 'assignment', keywords, value: whole, confidence: { base } };
}

/** Rejects words, placeholders and sequences. Numbers are left to the pattern. */
export const mustLookGenerated: Validator = ({ value }) => {
  if (isPlaceholder(value)) return { verdict: 'invalid' };
  if (!/^\d+$/.test(value) && valueStrength(value) === 'plain') return { verdict: 'invalid' };
  return { verdict: 'unknown' };
};

/** A valid checksum proves the token. Without one it is still accepted. */
export function provenBy(name: string, hasChecksum: (token: string) => boolean): Validator {
  return ({ value }) =>
    hasChecksum(value) ? { verdict: 'valid', evidence: [`checksum:${name}`] } : { verdict: 'unknown' };
}
