import * as z from 'zod';
import { readConfiguration } from '../../configuration/read-configuration';
import type { Storage } from '../../platform/storage';
import { CATALOGUE } from '../detector';
import type { DetectionConfig } from './model';

/**
 * The detectors whose findings are only observed: those that came with an update of the app, until an admin turns them on
 * (docs/adr/0069).
 */

/** The ids of the observed detectors. */
export type ObservedDetectors = ReadonlySet<string>;

export const NOT_OBSERVED: ObservedDetectors = new Set();

/** The members of the row `installation` that this file needs (src/upkeep/installation.ts). */
const installationRow = z.object({
  rev: z.int(),
  /** An installation without a catalogue is older than observed detectors. */
  value: z.object({ catalogue: z.int().min(0).default(1) }),
});

/**
 * The catalogue that the app had when it was installed. Its detectors are never observed. Until the installation is
 * recorded, the site is new.
 * @throws StorageUnavailableError, CorruptRecordError
 */
export async function readFirstCatalogue(storage: Pick<Storage, 'read'>): Promise<number> {
  return (await readConfiguration(storage, 'installation', installationRow))?.value.catalogue ?? CATALOGUE;
}

/** Loads the built-in detectors only if some may have come with an update. */
export async function observedDetectors({
  config: { turnedOn = [] },
  firstCatalogue,
}: {
  readonly config: Pick<DetectionConfig, 'turnedOn'>;
  readonly firstCatalogue: number;
}): Promise<ObservedDetectors> {
  if (firstCatalogue >= CATALOGUE) return NOT_OBSERVED;
  const { detectors } = await import('../detectors');
  const added = detectors.filter(({ addedIn = 1 }) => addedIn > firstCatalogue);
  return new Set(added.flatMap(({ id }) => (turnedOn.includes(id) ? [] : [id])));
}
