import { type Governance, readGovernance } from '../configuration/governance';
import type { RowReader } from '../platform/read-ahead';
import { sortedJson } from '../platform/sorted-members';
import type { PolicyDocument } from './document';
import { hashOf } from './hash';
import { readPolicy } from './state';
import { toDocument } from './views';

/**
 * Changes outside of the file. The row of governance keeps hashes of the places and values of the last applied document: five
 * characters for the place and five for its value, so that a change is counted once and nothing of the document is stored.
 */

const CHARACTERS = 5;

export type Applied = NonNullable<Governance['applied']>;

export interface Drift {
  /** When the last document was applied. */
  readonly at: string;
  /** The number of places of the document whose value is another one now. */
  readonly changes: number;
}

/**
 * The places of a document with their values: a level, a scheme, a space, a setting, an exclusion. Exclusions that end by themselves are
 * no places, because their end is no change.
 */
function placesOf(document: PolicyDocument): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const add = (path: string, value: unknown) =>
    places.set(hashOf(path, CHARACTERS), hashOf(sortedJson(value), CHARACTERS));
  const { version: _version, site: _site, levels = [], exclusions = [], customDetectors = [], ...others } = document;
  const { levelSchemes = [], detectorSchemes = [], ...records } = others;
  const named = { levelSchemes, detectorSchemes, customDetectors };
  for (const { subLevels = [], ...level } of levels) {
    add(`levels/${level.key}`, level);
    for (const one of subLevels) add(`levels/${level.key}/${one.key}`, one);
  }
  add(
    'levels',
    levels.map(({ key }) => key),
  );
  for (const [list, all] of Object.entries(named)) for (const one of all) add(`${list}/${one.name}`, one);
  for (const one of exclusions) if (one.expiresAt === undefined) add(`exclusions/${sortedJson(one)}`, true);
  for (const [part, members] of membersOf(records))
    for (const [name, value] of membersOf(members)) {
      if (!RECORDS.includes(name) || Array.isArray(value)) add(`${part}/${name}`, value);
      else for (const [inner, one] of membersOf(value)) add(`${part}/${name}/${inner}`, one);
    }
  return places;
}

/** Members of which each is a place for every member of its own. */
const RECORDS = ['pages', 'detectors', 'rules'];

function membersOf(value: unknown): readonly [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** @param after the document of the whole configuration after the document was applied */
export function appliedOf(document: PolicyDocument, after: PolicyDocument, now: Date): Applied {
  const own = placesOf(document);
  const items = [...placesOf(after)].filter(([place]) => own.has(place));
  return {
    at: now.toISOString(),
    hash: hashOf(sortedJson(document), 22),
    items: items.map(([place, value]) => `${place}${value}`).join(''),
  };
}

/**
 * Reads nothing more if no document was ever applied.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readDrift(storage: RowReader, installationId: string, now: Date): Promise<Drift | undefined> {
  const { applied } = (await readGovernance(storage)).stored;
  if (applied === undefined) return undefined;
  const { state } = await readPolicy(storage, installationId);
  // An exclusion that the author of the document saw is compared whatever another admin sees.
  return driftOf(applied, toDocument(state, { installationId, now, sees: () => true }));
}

/** @param current the document of the whole configuration; undefined: no document was ever applied */
export function driftOf(applied: Applied | undefined, current: PolicyDocument): Drift | undefined {
  if (applied === undefined) return undefined;
  const now = placesOf(current);
  const items = applied.items.match(/.{10}/gs) ?? [];
  const changed = items.filter((item) => now.get(item.slice(0, CHARACTERS)) !== item.slice(CHARACTERS));
  return { at: applied.at, changes: changed.length };
}
