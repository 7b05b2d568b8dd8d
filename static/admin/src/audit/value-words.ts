import type { AuditField, AuditWords } from '../../../../src/audit/details';
import { RULE_NAMES } from '../../../../src/alerts/conditions';
import { REASON_NAMES } from '../../../../src/exposure/words';
import { DECISION_NAMES, PURPOSE_NAMES } from '../../../../src/page-use/words';
import { formatDay, formatSecond } from '../dates';
import { detectorName } from '../detections/names';
import { regionsInWords } from '../detectors/words';
import { accountName, levelName, spaceName } from '../names';
import { texts } from '../texts';
import type { AuditEntry, AuditNames } from './names';

/** Formats the values in events. Shows unknown values of a later app version unchanged. */

type Value = NonNullable<AuditEntry['details']['after']>[string];

type ValueWords = (names: AuditNames, value: string) => string;

type Word = string | { readonly label: string };

const kept = { forever: texts.storedData.kept.forever };

/** The words of the app. One without a text does not compile. */
const WORDS: { readonly [Field in keyof AuditWords]: Readonly<Record<Extract<AuditWords[Field], string>, Word>> } = {
  classificationScope: texts.ranks,
  detectionScope: texts.ranks,
  lowering: texts.settings.lowering,
  bylineNames: texts.settings.surfaces.names,
  color: texts.levels.colors,
  delegated: texts.settings.spaceAdmins.settings,
  severity: texts.detectors.severities,
  category: texts.detectors.categories,
  samples: { changed: texts.audit.changed },
  reverts: { 'lost-sub-levels': texts.audit.lostSubLevels },
  level: { default: texts.audit.fields.defaultLevelId, none: texts.overview.none },
  pages: { search: texts.audit.search },
  contentType: texts.contents,
  targets: texts.detectors.site.target,
  schedule: texts.detectors.site.schedules,
  grace: texts.rotateDialog.graces,
  by: texts.exclusions.dialog.matchKinds,
  field: texts.exclusions.dialog.fields,
  kind: texts.exclusions.dialog.kinds,
  scan: texts.scans.list.of,
  state: { ...texts.audit.states, ...texts.scans.list.state },
  method: texts.audit.redactionMethods,
  license: texts.audit.licenses,
  reviewAnswer: texts.reviews.answers,
  alerts: RULE_NAMES,
  digests: RULE_NAMES,
  groupAccess: texts.audit.groupAccess,
  verdict: texts.exposure.verdicts,
  reasons: REASON_NAMES,
  endedKeys: kept,
  endedRuns: kept,
  resolvedFindings: kept,
  deletedPages: kept,
  levelHistory: kept,
  auditEvents: kept,
};

/** Formats the fields with an id or a time. */
const FORMATS: { readonly [Field in AuditField]?: ValueWords } = {
  spaceId: spaceName,
  belowPage: pageTitle,
  pageId: pageTitle,
  alertPages: pageTitle,
  accountIds: ({ accounts }, value) => accounts.get(value) ?? texts.audit.unknownPerson,
  levelId: levelName,
  defaultLevelId: (names, value) => (value === 'none' ? texts.settings.noDefault : levelName(names, value)),
  defaultFloor: (names, value) => (value === 'none' ? texts.settings.spaceAdmins.floorNone : levelName(names, value)),
  schemeId: (names, value) => (value === 'none' ? texts.settings.noScheme : schemeName(names, value)),
  subLevelId: subLevelName,
  defaultSubLevelId: subLevelName,
  rotatedTo: keyName,
  rotatedFrom: keyName,
  revertsKey: keyName,
  graceUntil: (_, value) => momentName(value, formatSecond),
  versionCreatedAt: (_, value) => momentName(value, formatSecond),
  expiresAt: (_, value) => momentName(value, lastDay),
  detectorId: detectorName,
  ownerId: (names, value) => (value === '' ? texts.detections.work.pageOwner : accountName(names, value)),
  comment: (_, value) => value || texts.audit.empty,
  dueOn: (_, value) => (value === '' ? texts.audit.empty : formatDay(value)),
  code: (_, value) => wordOf({ ...texts.runs.list.whyPaused, ...texts.scans.list.why }, value),
  levelLimit: levelName,
  spaceLimit: spaceName,
  spaces: spaceName,
  offSpaceIds: spaceName,
  levelIds: levelName,
  allowedLevelIds: levelName,
  subLevelIds: subLevelName,
  rules: ruleName,
  detectors: detectorSettings,
  observed: detectorName,
  scope: scopeName,
  exposureRules: exposureRule,
  reviewRules: reviewRule,
  useRules: useRule,
};

/** The texts of empty lists. */
const EMPTY: { readonly [Field in AuditField]?: string } = {
  levelLimit: texts.form.anyLevel,
  spaceLimit: texts.form.anySpace,
  offSpaceIds: texts.settings.surfaces.noneOff,
  delegated: texts.settings.spaceAdmins.nothing,
  targets: texts.detectors.site.noTargets,
  rules: texts.detectors.site.noRules,
};

export function valueName(names: AuditNames, field: string, value: Value): string {
  const { on, off } = texts.detectors.catalog;
  if (field === 'enabled') return value === true ? on : off;
  if (field === 'regions' && Array.isArray(value)) return regionsInWords(value);
  const format = known(FORMATS, field);
  const words = known(WORDS, field);
  const inWords = (one: string) => format?.(names, one) ?? (words === undefined ? one : wordOf(words, one));
  if (!Array.isArray(value)) return inWords(plain(value));
  return value.map(inWords).join(', ') || (known(EMPTY, field) ?? texts.audit.empty);
}

/** The entry of a recorded name, which a later version of the app may have written. */
export function known<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function pageTitle({ pages }: AuditNames, pageId: string): string {
  return pages.get(pageId) ?? pageId;
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

/** Formats a word of the app. An unknown word is shown unchanged. */
export function wordOf(words: Readonly<Record<string, Word>>, recorded: string): string {
  const word = known(words, recorded);
  return (typeof word === 'object' ? word.label : word) ?? recorded;
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

/** `<UUID>: {"maxPeople":50,"guests":"forbidden","groupIds":["…"]}` */
function exposureRule(names: AuditNames, entry: string): string {
  const [, levelId = '', rule = ''] = /^([^:]+): \{(.*)\}$/.exec(entry) ?? [];
  if (levelId === '') return entry;
  const parts = [...rule.matchAll(/"(\w+)":(?:\[([^\]]*)\]|"?([^",]+)"?)/g)].map(
    ([, member = '', groups, value = '']) =>
      `${wordOf(texts.audit.exposureRule, member)}: ${groups?.replaceAll('"', '').replaceAll(',', ', ') ?? wordOf(texts.audit.exposureAccess, value)}`,
  );
  return `${levelName(names, levelId)} (${parts.join(', ')})`;
}

/** `<UUID>: 12 owner` */
function reviewRule(names: AuditNames, entry: string): string {
  const [, levelId = '', months = '', reviewers = ''] = /^([^:]+): (\d+) ([a-z-]+)$/.exec(entry) ?? [];
  if (reviewers !== 'owner' && reviewers !== 'space-admins') return entry;
  const { rules: t } = texts.reviews;
  return `${levelName(names, levelId)} (${t.inWords({ months: Number(months), reviewers })})`;
}

/** `level:<UUID>: {"ask":["ai-read"],"deny":[]}` */
function useRule(names: AuditNames, entry: string): string {
  const [, subject = '', purposes = ''] = /^(.+): \{(.*)\}$/.exec(entry) ?? [];
  if (subject === '') return entry;
  const [, kind = '', id = ''] = /^(level|findings):(.+)$/.exec(subject) ?? [];
  const { subjects, findings } = texts.pageUse;
  const what = kind === 'level' ? levelName(names, id) : kind === 'findings' ? findings(id) : wordOf(subjects, subject);
  const parts = [...purposes.matchAll(/"(\w+)":\[([^\]]+)\]/g)].map(
    ([, decision = '', list = '']) =>
      `${wordOf(DECISION_NAMES, decision)}: ${list
        .split(',')
        .map((one) => wordOf(PURPOSE_NAMES, one.slice(1, -1)))
        .join(', ')}`,
  );
  return `${what} (${parts.join('; ') || DECISION_NAMES.allow})`;
}

function plain(value: Exclude<Value, string[]>): string {
  if (typeof value === 'boolean') return value ? texts.audit.yes : texts.audit.no;
  return String(value) || texts.audit.empty;
}

function momentName(instant: string, format: (instant: string) => string): string {
  return Number.isNaN(Date.parse(instant)) ? instant : format(instant);
}

/** The API rejects a key from the midnight (UTC) after its last day. */
function lastDay(expiresAt: string): string {
  return formatDay(new Date(Date.parse(expiresAt) - 1).toISOString().slice(0, 10));
}
