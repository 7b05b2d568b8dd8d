import { formatDay, formatSecond } from '../dates';
import { accountName, levelName, spaceName } from '../names';
import { texts } from '../texts';
import { type AuditEntry, type AuditNames, THE_APP } from './names';

/** What is recorded of an event, in words. What a later version of the app recorded is shown as it is. */

export interface Change {
  readonly label: string;
  /** undefined = there was no before, or no after. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Recorded = NonNullable<AuditEntry['details']['after']>;
type Value = Recorded[string];

export function typeName(type: string): string {
  return wordOf(texts.audit.types, type);
}

export function personName(names: AuditNames, accountId: string): string {
  if (accountId === THE_APP) return texts.audit.theApp;
  const isUnknown = names.accounts.has(accountId) && names.accounts.get(accountId) === undefined;
  return isUnknown ? `${texts.audit.unknownPerson} ${accountId}` : accountName(names, accountId);
}

export function keyName(names: AuditNames, keyId: string): string {
  return names.keys.get(keyId)?.name ?? keyId;
}

/** `page:123`, `apikey:…`, `level:…`, `sublevel:…`, `levels`, `settings`, `space:…`, `scheme:…`, `detection`, `detector:…`, `detector-scheme:…`, `exclusion:…`, `exclusions` */
export function subjectName(names: AuditNames, subject: string): string {
  const [kind = '', id = ''] = subject.split(':');
  const { subjects } = texts.audit;
  switch (kind) {
    case 'page':
      return subjects.page(names.pages.get(id), id);
    case 'apikey':
      return subjects.apikey(keyName(names, id));
    case 'level':
      return subjects.level(levelName(names, id));
    case 'sublevel':
      return subjects.sublevel(subLevelPath(names, id));
    case 'levels':
      return subjects.levels;
    case 'settings':
      return subjects.settings;
    case 'space':
      return subjects.space(spaceName(names, id));
    case 'scheme':
      return subjects.scheme(schemeName(names, id));
    case 'detection':
      return subjects.detection;
    case 'detector':
      // That of a custom one has a colon in it.
      return subjects.detector(subject.slice(kind.length + 1));
    case 'detector-scheme':
      return subjects.detectorScheme(id);
    case 'exclusion':
      return subjects.exclusion(id);
    case 'exclusions':
      return subjects.exclusions;
    default:
      return subject;
  }
}

export function changesOf({ type, details: { before, after } }: AuditEntry, names: AuditNames): Change[] {
  if (type.startsWith('page.level.')) {
    const level = (change: Recorded | undefined) =>
      change === undefined ? texts.audit.noLevel : pageLevel(names, change);
    return [{ label: texts.audit.fields.level, before: level(before), after: level(after) }];
  }
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const inWords = (change: Recorded | undefined, field: string) => {
    const value = change?.[field];
    return value === undefined ? undefined : valueName(names, field, value);
  };
  return fields
    .filter((field) => before?.[field] !== undefined || after?.[field] !== '')
    .map((field) => ({
      label: labelOf(type, field),
      before: inWords(before, field),
      after: inWords(after, field),
    }));
}

function labelOf(type: string, field: string): string {
  if (type.startsWith('scheme.') && field === 'levelIds') return texts.settings.schemes.levels;
  if (type.startsWith('detection.') && field === 'schemeId') return texts.audit.fields.detectorSchemeId;
  if (type.startsWith('exclusion.') && field === 'expiresAt') return texts.exclusions.dialog.until;
  return wordOf(texts.audit.fields, field);
}

function pageLevel(names: AuditNames, { levelId, subLevelId }: Recorded): string {
  const level = levelName(names, String(levelId));
  return subLevelId === undefined ? level : `${level} / ${subLevelName(names, String(subLevelId))}`;
}

function subLevelName({ levels }: AuditNames, id: string): string {
  return levels.flatMap(({ subLevels }) => subLevels).find(({ subLevelId }) => subLevelId === id)?.name ?? id;
}

function subLevelPath(names: AuditNames, id: string): string {
  const level = names.levels.find(({ subLevels }) => subLevels.some(({ subLevelId }) => subLevelId === id));
  return level === undefined ? id : `${level.name} / ${subLevelName(names, id)}`;
}

function valueName(names: AuditNames, field: string, value: Value): string {
  const list = (nameOf: (id: string) => string) => (Array.isArray(value) ? value.map(nameOf).join(', ') : plain(value));
  switch (field) {
    case 'classificationScope':
    case 'detectionScope':
      return wordOf(texts.ranks, plain(value));
    case 'levelLimit':
      return list((id) => levelName(names, id)) || texts.form.anyLevel;
    case 'spaceLimit':
      return list((id) => spaceName(names, id)) || texts.form.anySpace;
    case 'spaces':
      return list((id) => spaceName(names, id));
    case 'levelIds':
      return list((id) => levelName(names, id));
    case 'subLevelIds':
      return list((id) => subLevelName(names, id));
    case 'levelId':
      return levelName(names, plain(value));
    case 'defaultLevelId':
      return value === 'none' ? texts.settings.noDefault : levelName(names, plain(value));
    case 'schemeId':
      return value === 'none' ? texts.settings.noScheme : schemeName(names, plain(value));
    case 'lowering':
      return loweringName(plain(value));
    case 'defaultSubLevelId':
      return subLevelName(names, plain(value));
    case 'rotatedTo':
    case 'rotatedFrom':
      return keyName(names, plain(value));
    case 'grace':
      return wordOf(texts.rotateDialog.graces, plain(value));
    case 'graceUntil':
      return momentName(plain(value), formatSecond);
    case 'expiresAt':
      return momentName(plain(value), lastDay);
    case 'color':
      return wordOf(texts.levels.colors, plain(value));
    default:
      return plain(value);
  }
}

function schemeName({ schemes }: AuditNames, id: string): string {
  return schemes.find(({ schemeId }) => schemeId === id)?.name ?? id;
}

function loweringName(rule: string): string {
  const rules: Readonly<Record<string, { readonly label: string }>> = texts.settings.lowering;
  return (Object.hasOwn(rules, rule) ? rules[rule]?.label : undefined) ?? rule;
}

function plain(value: Value): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text === '' ? texts.audit.empty : text;
}

function momentName(instant: string, format: (instant: string) => string): string {
  return Number.isNaN(Date.parse(instant)) ? instant : format(instant);
}

/** A key is rejected from the midnight, UTC, that ends its last day. */
function lastDay(expiresAt: string): string {
  return formatDay(new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10));
}

/** The words for what was recorded; what has none, as it is. */
function wordOf(words: Readonly<Record<string, string>>, recorded: string): string {
  return (Object.hasOwn(words, recorded) ? words[recorded] : undefined) ?? recorded;
}
