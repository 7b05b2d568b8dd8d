import { formatDay, formatSecond } from '../dates';
import { detectorName } from '../detections/names';
import { regionsInWords } from '../detectors/words';
import { levelName, spaceName } from '../names';
import { texts } from '../texts';
import type { AuditEntry, AuditNames } from './names';

/** The values in events, in words. What a later version of the app recorded is shown as it is. */

type Value = NonNullable<AuditEntry['details']['after']>[string];

export function valueName(names: AuditNames, field: string, value: Value): string {
  const list = (nameOf: (id: string) => string) => (Array.isArray(value) ? value.map(nameOf).join(', ') : plain(value));
  const { detectors, exclusions, scans } = texts;
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
    case 'spaceId':
      return spaceName(names, plain(value));
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
    case 'subLevelId':
    case 'defaultSubLevelId':
      return subLevelName(names, plain(value));
    case 'rotatedTo':
    case 'rotatedFrom':
    case 'revertsKey':
      return keyName(names, plain(value));
    case 'grace':
      return wordOf(texts.rotateDialog.graces, plain(value));
    case 'graceUntil':
    case 'versionCreatedAt':
      return momentName(plain(value), formatSecond);
    case 'expiresAt':
      return momentName(plain(value), lastDay);
    case 'color':
      return wordOf(texts.levels.colors, plain(value));
    case 'enabled':
      return value === true ? detectors.catalogue.on : detectors.catalogue.off;
    case 'severity':
      return wordOf(detectors.severities, plain(value));
    case 'category':
      return wordOf(detectors.categories, plain(value));
    case 'regions':
      return Array.isArray(value) ? regionsInWords(value) : plain(value);
    case 'targets':
      return list((target) => wordOf(detectors.site.target, target)) || detectors.site.noTargets;
    case 'schedule':
      return wordOf(detectors.site.schedules, plain(value));
    case 'rules':
      return list((rule) => ruleName(names, rule)) || detectors.site.noRules;
    case 'detectorId':
      return detectorName(names, plain(value));
    case 'detectors':
      return list((entry) => detectorSettings(names, entry)) || texts.audit.empty;
    case 'by':
      return exclusionKind(plain(value));
    case 'field':
      return wordOf(exclusions.dialog.fields, plain(value));
    case 'kind':
      return wordOf(exclusions.dialog.kinds, plain(value));
    case 'scope':
      return list((scope) => scopeName(names, scope));
    case 'scan':
      return wordOf(scans.list.of, plain(value));
    case 'state':
      return wordOf({ ...texts.audit.states, ...scans.list.state }, plain(value));
    default:
      return plain(value);
  }
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

/** The words for what was recorded; what has none, as it is. */
export function wordOf(words: Readonly<Record<string, string>>, recorded: string): string {
  return (Object.hasOwn(words, recorded) ? words[recorded] : undefined) ?? recorded;
}

function loweringName(rule: string): string {
  const rules: Readonly<Record<string, { readonly label: string }>> = texts.settings.lowering;
  return (Object.hasOwn(rules, rule) ? rules[rule]?.label : undefined) ?? rule;
}

/** What an exclusion goes by. */
function exclusionKind(recorded: string): string {
  const bys: Readonly<Record<string, { readonly label: string }>> = texts.exclusions.dialog.bys;
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

/** A key is rejected from the midnight, UTC, that ends its last day. */
function lastDay(expiresAt: string): string {
  return formatDay(new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10));
}
