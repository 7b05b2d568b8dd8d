/**
 * A reason is stored with a change, and shown to everyone who sees the page. So it must not contain a secret, financial
 * data, health data or an ID number. The engine is loaded with the first reason.
 */

/** The members of requests that have a reason. No other text of a request is stored with a change. */
export const REASON_MEMBERS = ['justification', 'reason', 'comment'] as const;

/** The schema of an operation refuses a longer reason, when it is normalized. */
const MAX_CHARACTERS = 1_000;

export interface SensitiveReason {
  readonly path: readonly (string | number)[];
  /** For example "must not contain a value of the kind “Payment card number”". */
  readonly message: string;
}

/** The way out, for everyone whose reason is refused. */
export const DESCRIBE_INSTEAD = 'Describe the data instead of quoting it. Nothing was saved.';

/** Finds the sensitive reasons in the input of an operation, at any depth. The result has no value. */
export async function findSensitiveReasons(input: unknown, today: Date): Promise<readonly SensitiveReason[]> {
  const found: SensitiveReason[] = [];
  for (const { path, text } of reasonsIn(input, [])) {
    const kinds = await sensitiveKindsIn(text, today);
    if (kinds.length > 0) found.push({ path, message: `must not contain ${inWords(kinds)}` });
  }
  return found;
}

/** The same text, or a sentence in its place that names the kinds. For changes that must not fail because of a reason. */
export async function reasonToKeep(text: string | undefined, today: Date): Promise<string | undefined> {
  if (text === undefined) return undefined;
  const kinds = await sensitiveKindsIn(text, today);
  return kinds.length === 0 ? text : `${NOT_KEPT} ${inWords(kinds)}.`;
}

const NOT_KEPT = 'The reason was not kept, because it contained';

/** Whether `reasonToKeep` has replaced a reason. */
export function isNotKept(reason: string | undefined): reason is string {
  return reason?.startsWith(NOT_KEPT) === true;
}

/** The names of the detectors that find values in the text. */
export async function sensitiveKindsIn(text: string, today: Date): Promise<readonly string[]> {
  if (text === '') return [];
  const { sensitiveKinds } = await import('./sensitive-kinds');
  return sensitiveKinds(text, today);
}

function inWords(kinds: readonly string[]): string {
  const names = kinds.map((kind) => `“${kind}”`).join(', ');
  return kinds.length === 1 ? `a value of the kind ${names}` : `values of the kinds ${names}`;
}

function* reasonsIn(
  input: unknown,
  path: readonly (string | number)[],
): Iterable<{ readonly path: readonly (string | number)[]; readonly text: string }> {
  if (typeof input !== 'object' || input === null) return;
  for (const [name, value] of Object.entries(input)) {
    const place = [...path, Array.isArray(input) ? Number(name) : name];
    const isReason = REASON_MEMBERS.some((member) => member === name);
    if (isReason && typeof value === 'string')
      yield { path: place, text: value.normalize('NFC').trim().slice(0, MAX_CHARACTERS) };
    else yield* reasonsIn(value, place);
  }
}
