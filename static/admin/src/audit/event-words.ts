import type { IdentifiedSubject } from '../../../../src/audit/event';
import { detectorName } from '../detections/names';
import { accountName, levelName, spaceName } from '../names';
import { texts } from '../texts';
import type { AuditEntry, AuditNames } from './names';
import { detectorSchemeName, keyName, known, schemeName, subLevelName, valueName, wordOf } from './value-words';

/** Describes events. Shows unknown values of a later app version unchanged. */

export interface Change {
  readonly label: string;
  /** undefined: no previous value, or no new value. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Recorded = NonNullable<AuditEntry['details']['after']>;

const { runs, subjects } = texts.audit;

export function typeName(type: string): string {
  return wordOf(texts.audit.types, type);
}

type Details = AuditEntry['details'];

/** The words of each kind of subject with an id. A kind without words does not compile. */
const SUBJECTS: { readonly [Kind in IdentifiedSubject]: (names: AuditNames, id: string, details: Details) => string } =
  {
    page: ({ pages }, id) => subjects.page(pages.get(id), id),
    apikey: (names, id, details) => subjects.apikey(orRecorded(keyName(names, id), id, details)),
    level: (names, id, details) => subjects.level(orRecorded(levelName(names, id), id, details)),
    sublevel: (names, id, details) => subjects.sublevel(orRecorded(subLevelPath(names, id), id, details)),
    space: (names, id) => subjects.space(spaceName(names, id)),
    scheme: (names, id, details) => subjects.scheme(orRecorded(schemeName(names, id), id, details)),
    detector: (names, id, details) => subjects.detector(orRecorded(detectorName(names, id), id, details)),
    'detector-scheme': (names, id, details) =>
      subjects['detector-scheme'](orRecorded(detectorSchemeName(names, id), id, details)),
    exclusion: ({ exclusions }, id) => subjects.exclusion(exclusions.get(id) ?? id),
    job: jobName,
    scan: scanName,
    redaction: (names, id, { after = {} }) => {
      const pages = pagesOf(names, after);
      return pages === undefined ? runs.of.redaction(id) : runs.redaction(pages);
    },
    'mirror-walk': subjects['mirror-walk'],
    campaign: (_names, id, details) => subjects.campaign(orRecorded(id, id, details)),
    person: (names, id) => subjects.person(accountName(names, id)),
  };

/** Describes the subject of an event. */
export function subjectName(names: AuditNames, subject: string, details: Details = {}): string {
  // The id of a custom detector and an account id contain colons.
  const [kind = '', ...id] = subject.split(':');
  return known(SUBJECTS, kind)?.(names, id.join(':'), details) ?? known(texts.audit.single, subject) ?? subject;
}

/** Removed items have no current name, but the one that was recorded. */
function orRecorded(name: string, id: string, { before, after }: Details): string {
  const recorded = before?.name ?? after?.name;
  return name === id && typeof recorded === 'string' ? recorded : name;
}

/** The kind and the scope of a scan. Earlier versions of the app recorded them only when it was created. */
function scanName(names: AuditNames, id: string, { after = {} }: Details): string {
  const { scan, spaceId } = after;
  if (typeof scan !== 'string') return runs.of.scan(id);
  if (scan === 'pages') return runs.scan(pagesOf(names, after) ?? valueName(names, 'scan', scan));
  return runs.scan(
    scan === 'space' && typeof spaceId === 'string'
      ? runs.space(spaceName(names, spaceId))
      : valueName(names, 'scan', scan),
  );
}

function jobName(names: AuditNames, id: string, { after = {} }: Details): string {
  const { undoesJob, revertsKey, reverts, raises, belowPage } = after;
  if (undoesJob !== undefined) return runs.undo;
  if (typeof revertsKey === 'string') return runs.revert(keyName(names, revertsKey));
  if (reverts !== undefined) return runs.lost;
  if (raises === true) return runs.raise;
  if (typeof belowPage === 'string') return runs.levels(runs.below(names.pages.get(belowPage) ?? belowPage));
  const pages = pagesOf(names, after);
  return pages === undefined ? runs.of.job(id) : runs.levels(pages);
}

/** The only page by its title, or the number of pages. */
function pagesOf(names: AuditNames, { pageId, pages, contentType = 'page' }: Recorded): string | undefined {
  if (typeof pageId === 'string') return runs.page(names.pages.get(pageId) ?? pageId);
  if (typeof pages === 'number') return known(runs.counts, String(contentType))?.(pages);
  return pages === undefined ? undefined : valueName(names, 'pages', pages);
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
    // The allowed levels and the detector scheme of a space have the same field name.
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
