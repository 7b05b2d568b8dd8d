import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { CatalogEntry } from '../../../../src/detection/configuration/detector-catalog';

/** The effective settings of detector schemes. Missing settings are the same as the site. */

export type Scheme = DetectionView['schemes'][number];

export function findScheme({ schemes }: DetectionView, schemeId: string | undefined): Scheme | undefined {
  return schemes.find((one) => one.schemeId === schemeId);
}

/** The IDs of the spaces that use the scheme. */
export function usersOf({ spaces }: DetectionView, schemeId: string): readonly string[] {
  return Object.keys(spaces).filter((spaceId) => spaces[spaceId] === schemeId);
}

/** @param scheme undefined: the site */
export function siteOrScheme(view: DetectionView, scheme: Scheme | undefined) {
  return {
    regions: scheme?.regions ?? view.regions,
    minConfidence: scheme?.minConfidence ?? view.minConfidence,
    catalog: scheme === undefined ? view.catalog : view.catalog.map((entry) => entryIn(view, scheme, entry)),
  };
}

/** `settings` are the settings of the scheme, `defaults` those of the site. */
function entryIn(view: DetectionView, scheme: Scheme, entry: CatalogEntry): CatalogEntry {
  const settings = scheme.detectors[entry.detectorId] ?? {};
  const { regions: included = view.regions, minConfidence = view.minConfidence } = scheme;
  return {
    ...entry,
    enabled: settings.enabled ?? entry.enabled,
    severity: settings.severity ?? entry.severity,
    minConfidence: settings.minConfidence ?? entry.settings.minConfidence ?? minConfidence,
    inRegions:
      included.length === 0 || entry.regions.length === 0 || entry.regions.some((region) => included.includes(region)),
    settings,
    defaults: { enabled: entry.enabled, severity: entry.severity },
  };
}

export function countEnabled(catalog: readonly CatalogEntry[]): number {
  return catalog.filter(({ enabled, inRegions }) => enabled && inRegions).length;
}

/** The spaces whose pages are outdated after a change. */
export interface Outdated {
  /** All spaces without a scheme. */
  readonly isSite: boolean;
  readonly spaceIds: readonly string[];
}

export function findOutdated(before: DetectionView, now: DetectionView): Outdated {
  const [old, latest] = [decisiveIn(before), decisiveIn(now)];
  const spaceIds = [...new Set([...Object.keys(before.spaces), ...Object.keys(now.spaces)])].filter(
    (spaceId) => old(before.spaces[spaceId]) !== latest(now.spaces[spaceId]),
  );
  return { isSite: old(undefined) !== latest(undefined), spaceIds };
}

/** @returns a function of the scheme ID. It computes each scheme once, because thousands of spaces may use it. */
function decisiveIn(view: DetectionView): (schemeId: string | undefined) => string {
  const known = new Map<string | undefined, string>();
  return (schemeId) => {
    const text = known.get(schemeId) ?? decisive(view, findScheme(view, schemeId));
    known.set(schemeId, text);
    return text;
  };
}

/** Compares everything that only a new scan can apply. Names, samples and severities do not need one. */
function decisive(view: DetectionView, scheme: Scheme | undefined): string {
  const { regions, minConfidence, catalog } = siteOrScheme(view, scheme);
  return JSON.stringify([
    regions,
    minConfidence,
    view.targets,
    catalog.map((entry) => [entry.detectorId, entry.enabled, entry.minConfidence]),
    view.custom.map(({ name: _name, samples: _samples, severity: _severity, ...rule }) => rule),
  ]);
}
