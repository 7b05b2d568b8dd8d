import type { AuditList } from '../../../../src/admin/audit/audit-log';
import type { AuditFilter } from '../../../../src/audit/filter';
import type { LevelScheme } from '../../../../src/classification/model';
import type { KeyView } from '../../../../src/keys/key-view';
import { readExclusions } from '../exclusions/names';
import { describeExclusion, describeScope } from '../exclusions/words';
import { APP_ACCOUNT_ID, type Names, readAccounts, readPages, readSpaces } from '../names';
import { ask } from '../operations';

export type AuditEntry = AuditList['entries'][number];

/** The names for the IDs in events. */
export interface AuditNames extends Names {
  readonly keys: ReadonlyMap<string, KeyView>;
  /** The current sets of allowed levels, without removed ones. */
  readonly schemes: readonly LevelScheme[];
  /** The current detectors and detector schemes, loaded when an event needs them. */
  readonly detectors: ReadonlyMap<string, string>;
  readonly detectorSchemes: ReadonlyMap<string, string>;
  /** The current exclusions in words, loaded when an event needs them. */
  readonly exclusions: ReadonlyMap<string, string>;
  /** Titles. undefined: the page does not exist, or the user cannot view it. */
  readonly pages: ReadonlyMap<string, string | undefined>;
  /** Some names could not be loaded, so their IDs are shown. */
  readonly isIncomplete: boolean;
}

export const NO_NAMES: AuditNames = {
  levels: [],
  schemes: [],
  detectors: new Map(),
  detectorSchemes: new Map(),
  exclusions: new Map(),
  keys: new Map(),
  pages: new Map(),
  spaces: new Map(),
  accounts: new Map(),
  isIncomplete: false,
};

/** Loads the current levels, schemes and keys. Never rejects. */
export async function readLevelsAndKeys(known: AuditNames): Promise<AuditNames> {
  const [levels, keys] = await Promise.all([ask('listLevels', {}), ask('listKeys', {})]);
  return {
    ...known,
    detectors: NO_NAMES.detectors,
    detectorSchemes: NO_NAMES.detectorSchemes,
    exclusions: NO_NAMES.exclusions,
    levels: levels.ok ? levels.value.levels : known.levels,
    schemes: levels.ok ? levels.value.settings.schemes : known.schemes,
    keys: keys.ok ? new Map(keys.value.keys.map((key) => [key.keyId, key])) : known.keys,
    isIncomplete: !levels.ok || !keys.ok,
  };
}

/** Loads the names for events that are not loaded yet, and the creators of keys. Never rejects. */
export async function nameEvents(
  entries: readonly AuditEntry[],
  known: AuditNames,
  filter: AuditFilter,
): Promise<AuditNames> {
  const subjects = [...entries.map(({ subject }) => subject), filter.subject ?? ''];
  const people = [
    ...entries.map(({ actorAccountId }) => actorAccountId),
    ...subjects.flatMap((subject) => PERSON.exec(subject)?.[1] ?? []),
    ...[...known.keys.values()].map(({ createdBy }) => createdBy),
    ...entries.flatMap(({ details }) => String(details.after?.['ownerId'] ?? '') || []),
    ...(filter.actorAccountId === undefined ? [] : [filter.actorAccountId]),
  ];
  const recorded = (field: string) =>
    entries.flatMap(({ details: { before, after } }) =>
      [before?.[field] ?? [], after?.[field] ?? []].flat().map(String),
    );
  const wanted = [...people, ...recorded('accountIds')].filter((accountId) => accountId !== APP_ACCOUNT_ID);
  const places = [...subjects, ...recorded('scope')];
  const pageIds = [
    ...places.flatMap((place) => PAGE.exec(place)?.[1] ?? []),
    ...['belowPage', 'pageId', 'alertPages'].flatMap(recorded),
  ];
  const spaceIds = [
    ...['spaceLimit', 'spaces', 'spaceId', 'offSpaceIds'].flatMap(recorded),
    ...places.flatMap((place) => SPACE.exec(place)?.[1] ?? []),
  ];
  const isOfDetection =
    recorded('detectorId').length > 0 || entries.some(({ type }) => /^(detect|page\.redacted)/.test(type));
  const isOfExclusion = subjects.some((subject) => subject.startsWith('exclusion:'));
  const [accounts, spaces, pages, detection, exclusions] = await Promise.all([
    readAccounts(wanted.filter((accountId) => !known.accounts.has(accountId))),
    readSpaces(spaceIds.filter((spaceId) => !known.spaces.has(spaceId))),
    readPages(pageIds.filter((pageId) => !known.pages.has(pageId))),
    isOfDetection && known.detectors.size === 0 ? readDetectors() : 'not needed',
    isOfExclusion && known.exclusions.size === 0 ? readExclusionsInWords() : known.exclusions,
  ]);
  const named = {
    ...known,
    ...(typeof detection === 'object' ? detection : {}),
    accounts: new Map([...known.accounts, ...accounts]),
    spaces: new Map([...known.spaces, ...spaces]),
    pages: new Map([...known.pages, ...pages]),
    exclusions: exclusions === 'failed' ? known.exclusions : exclusions,
  };
  const isMissing =
    wanted.some((accountId) => !named.accounts.has(accountId)) || pageIds.some((pageId) => !named.pages.has(pageId));
  return {
    ...named,
    isIncomplete: known.isIncomplete || isMissing || detection === 'failed' || exclusions === 'failed',
  };
}

/** Loads the current detectors. Never rejects. */
async function readDetectors(): Promise<Pick<AuditNames, 'detectors' | 'detectorSchemes'> | 'failed'> {
  const answer = await ask('getDetection', {});
  if (!answer.ok) return 'failed';
  const { catalog, schemes } = answer.value;
  return {
    detectors: new Map(catalog.map(({ detectorId, name }) => [detectorId, name])),
    detectorSchemes: new Map(schemes.map(({ schemeId, name }) => [schemeId, name])),
  };
}

/** Loads the current exclusions. Never rejects. */
async function readExclusionsInWords(): Promise<AuditNames['exclusions'] | 'failed'> {
  const answer = await readExclusions();
  if (!answer.ok) return 'failed';
  const { exclusions, names } = answer.value;
  return new Map(
    exclusions.map((one) => [one.exclusionId, `${describeExclusion(one, names)}, ${describeScope(one, names)}`]),
  );
}

/** The IDs that the resolver accepts. */
const PAGE = /^page:([1-9][0-9]{0,17})$/;
const PERSON = /^person:(.{1,128})$/;
const SPACE = /^space:([1-9][0-9]{0,17})$/;
