import * as z from 'zod';
import { DESCRIBE_INSTEAD, findSensitiveReasons } from '../../detection/reasons/check-reasons';
import { maskKeys } from '../../keys/key-format';
import type { Exchange } from '../exchange';
import { Problem, type ProblemDetail } from '../problem';
import { explainValue } from './explain-value';
import { memberOf, permittedMembers, unknownNullMembers } from './permitted-members';
import { escapePointer, MAX_JSON_DEPTH, parseStrictJson, withoutNulls } from './strict-json';

/**
 * Checks the client's input against a route's schemas. Pure and free of platform calls, so it can run before
 * authentication.
 */

/** The default if a route sets no limit. */
const MAX_BODY_BYTES = 64 * 1024;

/**
 * Parses the body of a request with the schema.
 * @throws Problem 413, 400
 */
export function readBody<S extends z.ZodObject>(
  { body: text = '' }: Pick<Exchange, 'body'>,
  schema: S,
  maxBytes: number = MAX_BODY_BYTES,
): z.infer<S> {
  if (Buffer.byteLength(text) > maxBytes)
    throw new Problem('BODY_TOO_LARGE', { detail: `The body can have at most ${maxBytes / 1024} KiB.` });
  if (text === '') throw new Problem('EMPTY_BODY', { detail: 'Send a JSON object as the body.' });
  const json = parseStrictJson(text);
  if (!json.valid) {
    const at = json.pointer === undefined ? {} : { pointer: json.pointer };
    throw new Problem(json.code, { errors: [{ code: json.code, detail: CURES[json.code], ...at }] });
  }
  const parsed = schema.safeParse(withoutNulls(json.value), { reportInput: true });
  const nulls = text.includes('null') ? unknownNullMembers(schema, json.value) : [];
  if (parsed.success && nulls.length === 0) return parsed.data;
  const issues = withoutEchoes((parsed.error?.issues ?? []).flatMap(withUnknownMembers));
  throw invalid([
    ...issues.flatMap((issue) => bodyErrors(issue, json.value, schema)),
    ...nulls.map((path) => unknownMember(path, json.value, schema)),
  ]);
}

/**
 * Parses path or query parameters with the schema.
 * @throws Problem 400 INVALID_PARAMETER
 */
export function readParameters<T>(
  values: Readonly<Record<string, string | readonly string[] | undefined>>,
  schema: z.ZodType<T>,
): T {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  throw invalid(
    parsed.error.issues.map((issue) => {
      const { path, message } = issue;
      const parameter = String(path[0]);
      return {
        code: 'INVALID_PARAMETER',
        title: `${parameter} ${message}`,
        detail: explainValue(issue, [values[parameter]].flat()[Number(path[1] ?? 0)]),
        parameter,
      };
    }),
  );
}

/**
 * Parses query parameters with the schema. A route without a schema accepts none. Unknown parameters are refused,
 * so that a filter is never silently ignored. A parameter can be repeated only if its schema is a list.
 * @throws Problem 400
 */
export function readQuery<S extends z.ZodObject>(exchange: Exchange, schema: S): z.infer<S>;
export function readQuery(exchange: Exchange, schema: undefined): Readonly<Record<string, never>>;
export function readQuery({ query }: Exchange, schema: z.ZodObject | undefined): object {
  const names = Object.keys(schema?.shape ?? {});
  const lists = names.filter((name) => isList(schema?.shape[name]));
  const detail = takes(names, lists);
  const errors = [...query].flatMap(([name, values]): ProblemDetail[] => {
    const parameter = maskKeys(name).slice(0, 64);
    if (values.length > 1 && !lists.includes(name)) return [{ code: 'DUPLICATE_PARAMETER', detail, parameter }];
    return names.includes(name) ? [] : [{ code: 'UNKNOWN_PARAMETER', detail, parameter }];
  });
  if (errors.length > 0) throw invalid(errors);
  const values = Object.fromEntries([...query].map(([name, given]) => [name, lists.includes(name) ? given : given[0]]));
  return schema === undefined ? {} : readParameters(values, schema);
}

/** @throws Problem 400 if the body, which `readBody` has read, has a reason with sensitive data */
export async function refuseSensitiveReasons({ body = '{}' }: Pick<Exchange, 'body'>, today: Date): Promise<void> {
  const found = await findSensitiveReasons(JSON.parse(body), today);
  if (found.length === 0) return;
  throw invalid(
    found.map(({ path, message }) => ({
      code: 'INVALID_FIELD',
      title: `${String(path.at(-1))} ${message}`,
      detail: DESCRIBE_INSTEAD,
      pointer: pointerTo(path),
    })),
  );
}

function isList(schema: unknown): boolean {
  return schema instanceof z.ZodOptional ? isList(schema.unwrap()) : schema instanceof z.ZodArray;
}

function takes(names: readonly string[], lists: readonly string[]): string {
  if (names.length === 0) return 'This route takes no query parameters.';
  const repeated = lists.length === 0 ? '' : ` Repeat ${lists.join(', ')} for several values.`;
  return `This route takes, each once and without a comma: ${names.join(', ')}.${repeated}`;
}

const CURES = {
  INVALID_JSON: 'Check quotes, commas and brackets; JSON has no comments and no byte order mark.',
  JSON_TOO_DEEP: `Objects and arrays may be nested ${MAX_JSON_DEPTH} deep.`,
  DUPLICATE_JSON_KEY: 'Send every member once.',
  INVALID_UNICODE:
    'Strings must be well-formed Unicode without U+0000 and U+FFFD. U+FFFD replaces bytes that were not UTF-8.',
} as const;

function invalid(errors: readonly ProblemDetail[]): Problem {
  return new Problem(errors[0]?.code ?? 'INVALID_FIELD', { errors });
}

/** If a value of a union matches exactly one form except for unknown members, returns the issues of those members. */
function withUnknownMembers(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [form, ...others] = issue.errors.filter((some) => some.every(({ code }) => code === 'unrecognized_keys'));
  if (form === undefined || form.length === 0 || others.length > 0) return [issue];
  return form.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

function unknownMember(path: readonly PropertyKey[], body: unknown, schema: z.ZodObject): ProblemDetail {
  const names = permittedMembers(schema, body, path.slice(0, -1));
  return { code: 'UNKNOWN_FIELD', detail: `The object takes: ${names.join(', ')}.`, pointer: pointerTo(path) };
}

/** Keeps only the type error of a member with the wrong type, without the errors that follow from it (length, form). */
function withoutEchoes(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => pointerTo(path)));
  return issues.filter(({ code, path }) => code === 'invalid_type' || !mistyped.has(pointerTo(path)));
}

function bodyErrors(issue: z.core.$ZodIssue, body: unknown, schema: z.ZodObject): ProblemDetail[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((name) => unknownMember([...issue.path, name], body, schema));
  const pointer = pointerTo(issue.path);
  if (issue.path.length === 0)
    return [{ code: 'INVALID_FIELD', title: 'The body must be a JSON object', pointer: '#' }];
  const field = String(issue.path.at(-1));
  if (isMissing(issue)) {
    const holder = issue.path.slice(0, -1).reduce(memberOf, body);
    const isOfSubLevel = field === 'levelId' && typeof memberOf(holder, 'subLevelId') === 'string';
    const cure = isOfSubLevel ? { detail: SUB_LEVEL_NEEDS_LEVEL } : {};
    return [{ code: 'MISSING_FIELD', title: `${field} is missing`, ...cure, pointer }];
  }
  const title = `${field} ${issue.message}`;
  // The message of a custom rule is complete, except that of a date.
  if (issue.code === 'custom' && !issue.message.startsWith('must be a date'))
    return [{ code: 'INVALID_FIELD', title, pointer }];
  return [{ code: 'INVALID_FIELD', title, detail: explainValue(issue, issue.input), pointer }];
}

/** Custom rules mark a missing member with `isMissing`. */
function isMissing(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'custom') return issue.params?.['isMissing'] === true;
  return (issue.code === 'invalid_type' || issue.code === 'invalid_value') && issue.input === undefined;
}

/** The detail for a sub-level without its level. */
export const SUB_LEVEL_NEEDS_LEVEL =
  'A sub-level requires its level. Send levelId too, or send both in levelId, such as restricted/finance.';

function pointerTo(path: readonly PropertyKey[]): string {
  return `#${path.map((part) => `/${escapePointer(String(part))}`).join('')}`;
}
