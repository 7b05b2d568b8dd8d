import type { Category, Detector, Region, Severity } from '../detector';
import type { DetectorSettings, Policy } from '../engine/policy';
import type { Detection } from './configuration-store';
import { effectiveDetection } from './effective-detection';
import type { CustomDetector } from './model';
import { isNewOn } from './observed-detectors';

/** The detectors of a site with their settings. Loads the built-in detectors on first use (docs/adr/0019). */

export interface CatalogEntry {
  readonly detectorId: string;
  readonly name: string;
  readonly category: Category;
  /** The heading for lists. */
  readonly group: string;
  /** The regions that the detector applies to; empty = all. */
  readonly regions: readonly Region[];
  readonly isCustom: boolean;
  readonly enabled: boolean;
  /** False if the site has configured other regions. The detector then does not run, even if it is enabled. */
  readonly inRegions: boolean;
  /** True if it came with an update of the app. */
  readonly isNew: boolean;
  /** True if its findings are only observed, because no admin has turned the new detector on. */
  readonly isObserved: boolean;
  readonly minConfidence: number;
  readonly severity: Severity;
  /** The overrides of the site. */
  readonly settings: DetectorSettings;
  /** The built-in values. */
  readonly defaults: { readonly enabled: boolean; readonly severity: Severity };
}

const loadDetectors = async () => (await import('../detectors')).detectors;

export async function loadIsBuiltIn(): Promise<(detectorId: string) => boolean> {
  const ids = new Set((await loadDetectors()).map(({ id }) => id));
  return (detectorId) => ids.has(detectorId);
}

type Read = Pick<Detection, 'config' | 'firstCatalog'>;

/** All detectors of a site, custom ones last. */
export async function catalogOf(detection: Read): Promise<readonly CatalogEntry[]> {
  return (await loadCatalog())(detection);
}

/** For callers that get the configuration later. */
export async function loadCatalog(): Promise<(detection: Read) => readonly CatalogEntry[]> {
  const detectors = await loadDetectors();
  return ({ config, firstCatalog }) => {
    const { policy } = effectiveDetection(config);
    const isNew = (detector: CatalogDetector) =>
      detector.isCustom !== true && isNewOn({ config, firstCatalog }, detector);
    return [...detectors, ...config.custom.map(customEntry)].map((detector) => ({
      ...entryOf(policy, detector),
      isNew: isNew(detector),
      isObserved: isNew(detector) && config.turnedOn?.includes(detector.id) !== true,
    }));
  };
}

export async function findDetector(detection: Read, detectorId: string): Promise<CatalogEntry | undefined> {
  return (await catalogOf(detection)).find((entry) => entry.detectorId === detectorId);
}

type CatalogDetector = Pick<
  Detector,
  'id' | 'name' | 'category' | 'group' | 'regions' | 'severity' | 'enabledByDefault' | 'addedIn' | 'wasOffByDefault'
> & {
  readonly isCustom?: true;
};

function customEntry({ detectorId, ...detector }: CustomDetector): CatalogDetector {
  return { ...detector, id: detectorId, group: 'Custom', isCustom: true };
}

function entryOf(
  { detectors: overrides, regions: configuredRegions, minConfidence }: Policy,
  detector: CatalogDetector,
): Omit<CatalogEntry, 'isNew' | 'isObserved'> {
  const settings = overrides[detector.id] ?? {};
  const { regions = [] } = detector;
  return {
    detectorId: detector.id,
    name: detector.name,
    category: detector.category,
    group: detector.group,
    regions,
    isCustom: detector.isCustom ?? false,
    enabled: settings.enabled ?? detector.enabledByDefault ?? true,
    inRegions:
      configuredRegions === undefined ||
      regions.length === 0 ||
      regions.some((region) => configuredRegions.includes(region)),
    minConfidence: settings.minConfidence ?? minConfidence,
    severity: settings.severity ?? detector.severity,
    settings,
    defaults: { enabled: detector.enabledByDefault ?? true, severity: detector.severity },
  };
}
