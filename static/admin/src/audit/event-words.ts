import { detectorName } from '../detections/names';
import { accountName, levelName, spaceName } from '../names';
import { texts } from '../texts';
import { type AuditEntry, type AuditNames, APP_ACCOUNT_ID } from './names';
import { detectorSchemeName, keyName, schemeName, subLevelName, valueName, wordOf } from './value-words';

/** Describes events. Shows unknown values of a later app version unchanged. */

export interface Change {
  readonly label: string;
  /** undefined: no previous value, or no new value. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Recorded = NonNullable<AuditEntry['details']['after']>;

export function typeName(type: string): string {
  return wordOf(texts.audit.types, type);
}

export function personName(names: AuditNames, accountId: string): string {
  if (accountId === APP_ACCOUNT_ID) return texts.audit.theApp;
  const isUnknown = names.accounts.has(accountId) && names.accounts.get(accountId) === undefined;
  return isUnknown ? `${texts.audit.unknownPerson} ${accountId}` : accountName(names, accountId);
}

/**
 * Describes the subject of an event: `page:123`, `apikey:…`, `level:…`, `levels`, `settings`, `detector:…`, `scan:…`
 * and others.
 */
export function subjectName(names: AuditNames, subject: string, details: AuditEntry['details'] = {}): string {
  const [kind = '', id = ''] = subject.split(':');
  // Removed items have no current name.
  const recorded = details.before?.name ?? details.after?.name;
  const orRecorded = (name: string) => (name === id && typeof recorded === 'string' ? recorded : name);
  const { subjects } = texts.audit;
  switch (kind) {
    case 'page':
      return subjects.page(names.pages.get(id), id);
    case 'apikey':
      return subjects.apikey(orRecorded(keyName(names, id)));
    case 'level':
      return subjects.level(orRecorded(levelName(names, id)));
    case 'sublevel':
      return subjects.sublevel(orRecorded(subLevelPath(names, id)));
    case 'levels':
      return subjects.levels;
    case 'settings':
      return subjects.settings;
    case 'surfaces':
      return subjects.surfaces;
    case 'mentions':
      return subjects.mentions;
    case 'native-levels':
      return subjects.nativeLevels;
    case 'space':
      return subjects.space(spaceName(names, id));
    case 'scheme':
      return subjects.scheme(orRecorded(schemeName(names, id)));
    case 'detection':
      return subjects.detection;
    case 'detector':
      // The ID of a custom detector contains a colon.
      return subjects.detector(detectorLabel(names, subject.slice(kind.length + 1), recorded));
    case 'detector-scheme':
      return subjects.detectorScheme(orRecorded(detectorSchemeName(names, id)));
    case 'exclusion':
      return subjects.exclusion(names.exclusions.get(id) ?? id);
    case 'exclusions':
      return subjects.exclusions;
    case 'scan':
      return subjects.scan(id);
    case 'redaction':
      return subjects.redaction(id);
    case 'job':
      return subjects.job(id);
    case 'mirror-walk':
      return subjects.mirrorWalk;
    case 'reconciliation':
      return subjects.reconciliation;
    case 'app':
    case 'retention':
    case 'counts':
    case 'site':
      return subjects[kind];
    case 'person':
      // An account ID can contain colons.
      return subjects.person(personName(names, subject.slice(kind.length + 1)));
    default:
      return subject;
  }
}

/** The current name of a detector, or the name that a removed one had. */
function detectorLabel(names: AuditNames, detectorId: string, recorded: unknown): string {
  const name = detectorName(names, detectorId);
  return name === detectorId && typeof recorded === 'string' ? recorded : name;
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
    if (value === undefined) return undefined;
    // The level scheme and the detector scheme of a space have the same field name.
    if (type.startsWith('detection.') && field === 'schemeId') return detectorSchemeName(names, String(value));
    return valueName(names, field, value);
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
  // The fields are kinds of records.
  if (type === 'rows.removed') return wordOf(texts.storedData.last.entities, field);
  return wordOf(texts.audit.fields, field);
}

function pageLevel(names: AuditNames, { levelId, subLevelId }: Recorded): string {
  const level = levelName(names, String(levelId));
  return subLevelId === undefined ? level : `${level} / ${subLevelName(names, String(subLevelId))}`;
}

function subLevelPath(names: AuditNames, id: string): string {
  const level = names.levels.find(({ subLevels }) => subLevels.some(({ subLevelId }) => subLevelId === id));
  return level === undefined ? id : `${level.name} / ${subLevelName(names, id)}`;
}
