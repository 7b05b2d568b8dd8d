import { PURPOSE_NAMES } from '../../../../src/page-use/words';
import type { SurfaceOperations } from '../../../../src/surfaces/contract';
import { actionTexts as t } from './texts';

/** The inputs of an action, as the form shows them and as a rule stores them. Pure. */

export const ACTIONS = ['get-level', 'set-level', 'check-page', 'scan-page', 'check-use'] as const;

export type ActionName = (typeof ACTIONS)[number];

/** The levels to choose from. */
export type Levels = SurfaceOperations['openAction']['result']['levels'];

export interface ActionFields {
  readonly pageId: string;
  /** A value of `levelChoices`, `SMART_VALUE`, or empty. */
  readonly choice: string;
  /** The text for `SMART_VALUE`. */
  readonly smartLevel: string;
  readonly onlyRaise: boolean;
  readonly reason: string;
  /** Empty: none is chosen. */
  readonly purpose: string;
}

export type FieldName = 'pageId' | 'choice' | 'smartLevel' | 'reason' | 'purpose';

export const SMART_VALUE = 'smart-value';

/** The page of the trigger, which most rules use. */
const PAGE_OF_TRIGGER = '{{page.id}}';

const UUIDS = /^[0-9a-f-]{36}(?:\/[0-9a-f-]{36})?$/i;

/** The values that a rule stores, and their names. A sub-level has the id of its level first. */
export function levelChoices(levels: Levels): readonly { readonly value: string; readonly name: string }[] {
  return levels.flatMap(({ levelId, name, subLevels }) => [
    { value: levelId, name },
    ...subLevels.map((sub) => ({ value: `${levelId}/${sub.subLevelId}`, name: `${name} / ${sub.name}` })),
  ]);
}

/**
 * The stored inputs that the platform passes to the form. Their shape is not verified, so other values count as none.
 */
export interface StoredAction {
  /** Undefined: the platform names no known action. */
  readonly action: ActionName | undefined;
  /** True if the rule has stored inputs. */
  readonly hasInputs: boolean;
  readonly inputs: ReadonlyMap<string, unknown>;
  /** The names of the inputs that Automation rejected. */
  readonly rejected: readonly string[];
}

/** @param context of the bridge */
export function readStoredAction(context: {
  readonly moduleKey?: unknown;
  readonly extension?: unknown;
}): StoredAction {
  const extension = membersOf(context.extension);
  const names = [context.moduleKey, extension.get('moduleKey'), extension.get('actionKey'), extension.get('key')];
  const inputs = membersOf(membersOf(extension.get('data')).get('inputs'));
  const invalid: unknown = membersOf(extension.get('errors')).get('invalidInputs');
  return {
    action: ACTIONS.find((action) => names.includes(action)),
    hasInputs: inputs.size > 0,
    inputs,
    rejected: Array.isArray(invalid) ? invalid.map(nameOfInvalid) : [...membersOf(invalid).keys()],
  };
}

function nameOfInvalid(one: unknown): string {
  if (typeof one === 'string') return one;
  const members = membersOf(one);
  return [members.get('key'), members.get('name')].find((name) => typeof name === 'string') ?? '';
}

function membersOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

export function fieldsOf({ inputs, hasInputs }: StoredAction, levels: Levels): ActionFields {
  const textOf = (name: string) => {
    const value = inputs.get(name);
    return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  };
  const level = valueOf(textOf('level'), levels);
  const isListed = levelChoices(levels).some(({ value }) => value === level);
  const isSmart = level !== '' && !isListed && !UUIDS.test(level);
  const onlyRaise = inputs.get('onlyRaise');
  return {
    pageId: hasInputs ? textOf('pageId') : PAGE_OF_TRIGGER,
    choice: isSmart ? SMART_VALUE : level,
    smartLevel: isSmart ? level : '',
    // A new rule keeps more sensitive levels.
    onlyRaise: hasInputs ? onlyRaise === true || onlyRaise === 'true' : true,
    reason: textOf('reason'),
    purpose: textOf('purpose'),
  };
}

/** A level that was typed by its name opens as that level, unless two levels have the name. */
function valueOf(text: string, levels: Levels): string {
  const nameIn = (name: string) =>
    name
      .trim()
      .replace(/\s*\/\s*/g, '/')
      .toLowerCase();
  const [named, other] = levelChoices(levels).filter(({ name }) => nameIn(name) === nameIn(text));
  return named === undefined || other !== undefined ? text : named.value;
}

/** The inputs that the rule stores. */
export function inputsOf(action: ActionName, fields: ActionFields): Readonly<Record<string, string | boolean>> {
  const pageId = fields.pageId.trim();
  if (action === 'check-use') return { pageId, purpose: fields.purpose };
  if (action !== 'set-level') return { pageId };
  const { choice, smartLevel, onlyRaise, reason } = fields;
  return { pageId, level: choice === SMART_VALUE ? smartLevel.trim() : choice, onlyRaise, reason: reason.trim() };
}

/** The wrong fields with their errors. */
export function problemsOf(
  action: ActionName,
  fields: ActionFields,
  levels: Levels,
): Readonly<Partial<Record<FieldName, string>>> {
  const page = problemOfPage(fields.pageId.trim());
  return {
    ...(page === undefined ? {} : { pageId: page }),
    ...(action === 'set-level' ? problemOfLevel(fields, levels) : {}),
    ...(action === 'check-use' && !Object.hasOwn(PURPOSE_NAMES, fields.purpose) ? { purpose: t.purposeMissing } : {}),
  };
}

function problemOfPage(text: string): string | undefined {
  if (text === '') return t.pageMissing;
  return text.includes('{{') || /^[1-9][0-9]{0,18}$/.test(text) ? undefined : t.pageWrong;
}

function problemOfLevel({ choice, smartLevel }: ActionFields, levels: Levels): Partial<Record<FieldName, string>> {
  if (choice === SMART_VALUE) return smartLevel.trim() === '' ? { smartLevel: t.smartLevelMissing } : {};
  if (choice === '') return { choice: t.levelMissing };
  return levelChoices(levels).some(({ value }) => value === choice) ? {} : { choice: t.levelGone };
}
