import * as z from 'zod';
import { readConfiguration } from '../../configuration/read-configuration';
import type { Storage } from '../../platform/storage';
import { CATALOG, type Detector } from '../detector';
import type { DetectionConfig } from './model';
import { storedDocument } from '../../platform/stored-document';

/**
 * The detectors that came with an update of the app. Their findings are only observed, until an admin turns the
 * detectors on (docs/adr/0069).
 */

/** By the id of each observed detector, the spaces in which it is not observed, because their scheme enables it. */
export type ObservedDetectors = ReadonlyMap<string, ReadonlySet<string>>;

export const NOT_OBSERVED: ObservedDetectors = new Map();

/** The members of the row `installation` that this file needs (src/upkeep/installation.ts). */
const INSTALLATION_ROW = storedDocument(z.object({ catalogue: z.int().min(0) }), {
  key: 'installation',
  unreadable: 'refused',
});

/**
 * The catalog that the app had when it was installed. Its detectors are never observed. Until the installation is
 * recorded, the site is new.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readFirstCatalog(storage: Pick<Storage, 'read'>): Promise<number> {
  return (await readConfiguration(storage, INSTALLATION_ROW))?.value.catalogue ?? CATALOG;
}

interface Installed {
  readonly config: Pick<DetectionConfig, 'turnedOn' | 'detectors' | 'schemes' | 'spaces'>;
  readonly firstCatalog: number;
}

type Added = Pick<Detector, 'id' | 'addedIn' | 'wasOffByDefault'>;

/** True if the detector came with an update of the app. A detector that the site had enabled before did not. */
export function isNewOn({ config, firstCatalog }: Installed, { id, addedIn = 1, wasOffByDefault }: Added): boolean {
  if (addedIn <= firstCatalog) return false;
  return wasOffByDefault !== true || config.detectors[id]?.enabled !== true;
}

/** Loads the built-in detectors only if some may have come with an update. */
export async function observedDetectors(site: Installed): Promise<ObservedDetectors> {
  const { config, firstCatalog } = site;
  if (firstCatalog >= CATALOG) return NOT_OBSERVED;
  const { detectors } = await import('../detectors');
  const added = detectors.filter((one) => isNewOn(site, one) && config.turnedOn?.includes(one.id) !== true);
  return new Map(added.map((one) => [one.id, one.wasOffByDefault === true ? spacesThatEnable(config, one.id) : NONE]));
}

const NONE: ReadonlySet<string> = new Set();

function spacesThatEnable({ schemes, spaces }: Installed['config'], detectorId: string): ReadonlySet<string> {
  const enabling = schemes.filter(({ detectors }) => detectors[detectorId]?.enabled === true);
  const schemeIds = new Set(enabling.map(({ schemeId }) => schemeId));
  return new Set(Object.keys(spaces).filter((spaceId) => schemeIds.has(spaces[spaceId] ?? '')));
}
