import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { CatalogEntry } from '../../../../src/detection/configuration/detector-catalog';
import { texts } from '../texts';

/** Formats detection settings. */

const REGIONS = new Intl.DisplayNames(['en'], { type: 'region' });

export function regionName(region: string): string {
  return `${REGIONS.of(region) ?? region} (${region})`;
}

export function regionsInWords(regions: readonly string[]): string {
  return regions.length === 0 ? texts.detectors.site.everyRegion : regions.map(regionName).join(', ');
}

type Target = keyof DetectionView['targets'];

export const TARGETS = Object.keys(texts.detectors.site.target) as Target[];

export function targetsInWords(targets: DetectionView['targets']): string {
  const { target: names, noTargets } = texts.detectors.site;
  const chosen = TARGETS.filter((target) => targets[target]);
  return chosen.length === 0 ? noTargets : chosen.map((target) => names[target]).join(', ');
}

export function filesInWords({ enabled, kinds, maxMegabytes, spaceIds }: DetectionView['attachmentContents']): string {
  const { noFiles, filesInWords: words, fileKind, everySpace, someSpaces } = texts.detectors.site;
  if (!enabled) return noFiles;
  const where = spaceIds.length === 0 ? everySpace : someSpaces(spaceIds.length);
  return words(kinds.map((kind) => fileKind[kind]).join(', '), maxMegabytes, where);
}

export function redactionInWords({ guard }: DetectionView['redaction']): string {
  const { guard: byGuard, notGuard } = texts.detectors.site;
  return guard ? byGuard : notGuard;
}

export function stateOf({ enabled, inRegions }: Pick<CatalogEntry, 'enabled' | 'inRegions'>): string {
  const { on, off, otherRegions } = texts.detectors.catalog;
  if (!enabled) return off;
  return inRegions ? on : otherRegions;
}

/** A number from 0 to 1 as entered. undefined: it is not valid. */
export function numberOf(text: string): number | undefined {
  const number = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && number >= 0 && number <= 1 ? number : undefined;
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
