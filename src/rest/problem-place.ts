import { type Exchange, headerValues } from './exchange';
import { Problem, type ProblemCode, type ProblemPlace } from './problem';

/**
 * Finds the part of a request that a problem is about, so that every response names it. The place depends on the code
 * and on the request only, so that hidden and missing resources look alike.
 */

type Rule =
  | {
      /**
       * Path parameters, query parameters or members of the body. The place is the first that the request has; a missing
       * justification has a place, too.
       */
      readonly members: readonly string[];
    }
  | {
      /** The place is one of several headers only if the request has no other of them. */
      readonly headers: readonly string[];
    };

const KEY = { headers: ['x-api-key'] };
const IDEMPOTENCY = { headers: ['Idempotency-Key'] };
const PAGE = { members: ['pageId', 'tree/rootPageId', 'scope/pageId'] };
const LEVEL = { members: ['levelId'] };

/** Other problems concern the whole request, or the code that creates them lists their places. */
const RULES: Readonly<Partial<Record<ProblemCode, Rule>>> = {
  API_KEY_MISSING: KEY,
  API_KEY_INVALID: KEY,
  API_KEY_EXPIRED: KEY,
  API_KEY_REVOKED: KEY,
  NOT_ACCEPTABLE: { headers: ['Accept'] },
  UNSUPPORTED_MEDIA_TYPE: { headers: ['Content-Type'] },
  PRECONDITION_FAILED: { headers: ['If-Match', 'If-None-Match'] },
  INVALID_IDEMPOTENCY_KEY: IDEMPOTENCY,
  IDEMPOTENCY_IN_PROGRESS: IDEMPOTENCY,
  IDEMPOTENCY_KEY_REUSED: IDEMPOTENCY,
  PAGE_NOT_FOUND: PAGE,
  PAGE_NOT_EDITABLE: PAGE,
  PAGE_NOT_CLASSIFIED: PAGE,
  LEVEL_NOT_FOUND: LEVEL,
  LEVEL_ARCHIVED: LEVEL,
  LEVEL_NOT_IN_SPACE_SCHEME: LEVEL,
  LEVEL_OUTSIDE_KEY_LIMIT: LEVEL,
  LEVEL_BELOW_FINDINGS: LEVEL,
  LEVEL_CHANGE_FORBIDDEN: LEVEL,
  SUBLEVEL_NOT_IN_LEVEL: { members: ['subLevelId', 'levelId'] },
  JUSTIFICATION_REQUIRED: { members: ['justification'] },
  CONFIGURATION_NOT_FOUND: { members: ['schemeId', 'spaceId', 'spaceKey', 'scope/spaceId', 'levelId'] },
  DETECTION_NOT_FOUND: { members: ['detectionId', 'pageId'] },
  EXCLUSION_NOT_FOUND: { members: ['exclusionId'] },
  DETECTOR_NOT_FOUND: { members: ['detectorId', 'customId'] },
  SCAN_NOT_FOUND: { members: ['scanId'] },
  REDACTION_NOT_FOUND: { members: ['redactionId'] },
  JOB_NOT_FOUND: { members: ['jobId'] },
  INCOMPLETE_ORDER: { members: ['levelIds', 'subLevelIds'] },
  INVALID_CQL: { members: ['cql'] },
};

/** Adds its place in the request to a problem. @param parameters the parameters of the path */
export function withPlace(
  problem: Problem,
  { headers, query, body }: Pick<Exchange, 'headers' | 'query' | 'body'>,
  parameters: Readonly<Record<string, string>> = {},
): Problem {
  const { code, options } = problem;
  if (options.errors !== undefined) return problem;
  const isSent = (name: string) => headerValues({ headers }, name.toLowerCase()).length > 0;
  const parameter = membersOf(problem).find((name) => name in parameters || query.has(name));
  const place =
    placeInHeaders(code, isSent) ?? (parameter === undefined ? placeInBody(problem, readObject(body)) : { parameter });
  return place === undefined ? problem : new Problem(code, { ...options, place });
}

/** @param body a body, or one entry of it, which has its condition in members */
export function placeInBody(problem: Problem, body: object | undefined): { readonly pointer: string } | undefined {
  if (body === undefined) return undefined;
  const condition =
    problem.code === 'PRECONDITION_FAILED' ? onlyOf(['ifMatch', 'ifNoneMatch'], (name) => name in body) : undefined;
  const member = condition ?? membersOf(problem).find((name) => name === 'justification' || has(body, name.split('/')));
  return member === undefined ? undefined : { pointer: `#/${member}` };
}

function placeInHeaders(code: ProblemCode, isSent: (name: string) => boolean): ProblemPlace | undefined {
  const rule = RULES[code];
  if (rule === undefined || !('headers' in rule)) return undefined;
  const header = rule.headers.length === 1 ? rule.headers[0] : onlyOf(rule.headers, isSent);
  return header === undefined ? undefined : { header };
}

function membersOf({ code, options }: Problem): readonly string[] {
  const rule = RULES[code];
  return options.members ?? (rule !== undefined && 'members' in rule ? rule.members : []);
}

function onlyOf(names: readonly string[], isPresent: (name: string) => boolean): string | undefined {
  const [first, ...others] = names.filter(isPresent);
  return others.length === 0 ? first : undefined;
}

function has(holder: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return holder !== null && holder !== undefined;
  return isObject(holder) && has(new Map(Object.entries(holder)).get(name), rest);
}

function readObject(body: string | undefined): object | undefined {
  try {
    const value: unknown = JSON.parse(body ?? '');
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
