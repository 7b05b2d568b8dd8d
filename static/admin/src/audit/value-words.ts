import { formatDay, formatSecond } from '../dates';
import { detectorName } from '../detections/names';
import { regionsInWords } from '../detectors/words';
import { levelName, spaceName } from '../names';
import { texts } from '../texts';
import type { AuditEntry, AuditNames } from './names';

/** Formats the values in events. Shows unknown values of a later app version unchanged. */

type Value = NonNullable<AuditEntry['details']['after']>[string];

type ValueWords = (names: AuditNames, value: string) => string;

/** Formats the fields with a single value. */
const WORDS: Readonly<Record<string, ValueWords>> = {
  classificationScope: (_, value) => wordOf(texts.ranks, value),
  detectionScope: (_, value) => wordOf(texts.ranks, value),
  spaceId: spaceName,
  belowPage: (names, value) => names.pages.get(value) ?? value,
  levelId: levelName,
  defaultLevelId: (names, value) => (value === 'none' ? texts.settings.noDefault : levelName(names, value)),
  defaultFloor: (names, value) => (value === 'none' ? texts.settings.spaceAdmins.floorNone : levelName(names, value)),
  schemeId: (names, value) => (value === 'none' ? texts.settings.noScheme : schemeName(names, value)),
  lowering: (_, value) => loweringName(value),
  bylineNames: (_, value) => bylineNamesLabel(value),
  subLevelId: subLevelName,
  defaultSubLevelId: subLevelName,
  rotatedTo: keyName,
  rotatedFrom: keyName,
  revertsKey: keyName,
  grace: (_, value) => wordOf(texts.rotateDialog.graces, value),
  graceUntil: (_, value) => momentName(value, formatSecond),
  versionCreatedAt: (_, value) => momentName(value, formatSecond),
  expiresAt: (_, value) => momentName(value, lastDay),
  color: (_, value) => wordOf(texts.levels.colors, value),
  severity: (_, value) => wordOf(texts.detectors.severities, value),
  category: (_, value) => wordOf(texts.detectors.categories, value),
  schedule: (_, value) => wordOf(texts.detectors.site.schedules, value),
  detectorId: detectorName,
  by: (_, value) => exclusionKind(value),
  field: (_, value) => wordOf(texts.exclusions.dialog.fields, value),
  kind: (_, value) => wordOf(texts.exclusions.dialog.kinds, value),
  scan: (_, value) => wordOf(texts.scans.list.of, value),
  state: (_, value) => wordOf({ ...texts.audit.states, ...texts.scans.list.state }, value),
};

/** The fields with a list: the format of an entry, and the text for an empty list. */
const LISTS: Readonly<Record<string, { readonly entry: ValueWords; readonly empty?: string }>> = {
  levelLimit: { entry: levelName, empty: texts.form.anyLevel },
  spaceLimit: { entry: spaceName, empty: texts.form.anySpace },
  spaces: { entry: spaceName },
  offSpaceIds: { entry: spaceName, empty: texts.settings.surfaces.noneOff },
  levelIds: { entry: levelName },
  allowedLevelIds: { entry: levelName },
  delegated: {
    entry: (_, value) => wordOf(texts.settings.spaceAdmins.settings, value),
    empty: texts.settings.spaceAdmins.nothing,
  },
  subLevelIds: { entry: subLevelName },
  targets: {
    entry: (_, value) => wordOf(texts.detectors.site.target, value),
    empty: texts.detectors.site.noTargets,
  },
  rules: { entry: ruleName, empty: texts.detectors.site.noRules },
  detectors: { entry: detectorSettings, empty: texts.audit.empty },
  observed: { entry: detectorName, empty: texts.audit.empty },
  scope: { entry: scopeName },
};

export function valueName(names: AuditNames, field: string, value: Value): string {
  const { on, off } = texts.detectors.catalogue;
  if (field === 'enabled') return value === true ? on : off;
  if (field === 'regions' && Array.isArray(value)) return regionsInWords(value);
  const list = Object.hasOwn(LISTS, field) ? LISTS[field] : undefined;
  if (list !== undefined) {
    const words = Array.isArray(value) ? value.map((entry) => list.entry(names, entry)).join(', ') : plain(value);
    return words || (list.empty ?? '');
  }
  const words = Object.hasOwn(WORDS, field) ? WORDS[field] : undefined;
  return words === undefined ? plain(value) : words(names, plain(value));
}

export function keyName(names: AuditNames, keyId: string): string {
  return names.keys.get(keyId)?.name ?? keyId;
}

export function subLevelName({ levels }: AuditNames, id: string): string {
  return levels.flatMap(({ subLevels }) => subLevels).find(({ subLevelId }) => subLevelId === id)?.name ?? id;
}

export function schemeName({ schemes }: AuditNames, id: string): string {
  return schemes.find(({ schemeId }) => schemeId === id)?.name ?? id;
}

export function detectorSchemeName({ detectorSchemes }: AuditNames, id: string): string {
  return detectorSchemes.get(id) ?? id;
}

/** Formats a value. A value without a format is shown unchanged. */
export function wordOf(words: Readonly<Record<string, string>>, recorded: string): string {
  return (Object.hasOwn(words, recorded) ? words[recorded] : undefined) ?? recorded;
}

function loweringName(rule: string): string {
  const rules: Readonly<Record<string, { readonly label: string }>> = texts.settings.lowering;
  return (Object.hasOwn(rules, rule) ? rules[rule]?.label : undefined) ?? rule;
}

function bylineNamesLabel(recorded: string): string {
  const names: Readonly<Record<string, { readonly label: string }>> = texts.settings.surfaces.names;
  return (Object.hasOwn(names, recorded) ? names[recorded]?.label : undefined) ?? recorded;
}

/** The type of an exclusion. */
function exclusionKind(recorded: string): string {
  const bys: Readonly<Record<string, { readonly label: string }>> = texts.exclusions.dialog.matchKinds;
  return (Object.hasOwn(bys, recorded) ? bys[recorded]?.label : undefined) ?? recorded;
}

/** `site`, `space:98306`, `page:164001`, `label:public`, `level:<UUID>` */
function scopeName(names: AuditNames, scope: string): string {
  const { where } = texts.exclusions;
  const of = scope.split(':')[0];
  const id = scope.slice(scope.indexOf(':') + 1);
  switch (of) {
    case 'site':
      return where.site;
    case 'space':
      return where.space(spaceName(names, id));
    case 'page':
      return texts.audit.subjects.page(names.pages.get(id), id);
    case 'label':
      return where.label(id);
    case 'level':
      return where.level(levelName(names, id));
    default:
      return scope;
  }
}

/** `high: <UUID>`, `high: <UUID>/<UUID>` */
function ruleName(names: AuditNames, rule: string): string {
  const [, severity = '', levelId = '', subLevelId] = /^(\w+): ([^/]+)(?:\/(.+))?$/.exec(rule) ?? [];
  if (severity === '') return rule;
  const level = levelName(names, levelId);
  const named = subLevelId === undefined ? level : `${level} / ${subLevelName(names, subLevelId)}`;
  return texts.detectors.site.rule(wordOf(texts.detectors.severities, severity), named);
}

/** `iban: {"enabled":false,"severity":"low"}` */
function detectorSettings(names: AuditNames, entry: string): string {
  const [, detectorId = '', settings = ''] = /^(.+?): (\{.*\})$/.exec(entry) ?? [];
  if (settings === '') return detectorName(names, entry);
  const parts = [...settings.matchAll(/"(\w+)":"?([^",}]+)"?/g)].map(([, field = '', value = '']) => {
    if (field === 'enabled') return valueName(names, field, value === 'true');
    if (field === 'severity') return valueName(names, field, value);
    return `${wordOf(texts.audit.fields, field)}: ${value}`;
  });
  return `${detectorName(names, detectorId)} (${parts.join(', ')})`;
}

function plain(value: Value): string {
  if (typeof value === 'boolean') return value ? texts.audit.yes : texts.audit.no;
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return text === '' ? texts.audit.empty : text;
}

function momentName(instant: string, format: (instant: string) => string): string {
  return Number.isNaN(Date.parse(instant)) ? instant : format(instant);
}

/** The API rejects a key from the midnight (UTC) after its last day. */
function lastDay(expiresAt: string): string {
  return formatDay(new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10));
}
