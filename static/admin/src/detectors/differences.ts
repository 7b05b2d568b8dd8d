import type { DetectionView } from '../../../../src/admin/change-detection';
import type { CatalogueEntry } from '../../../../src/detection/configuration/detector-catalogue';
import { newOne, wordDifferences, type Words } from '../configuration/word-differences';
import { readSpaces, spaceName } from '../names';
import { texts } from '../texts';
import type { Change } from '../ui/changes-table';
import { findScheme, type Scheme, siteOrScheme } from './schemes';
import { isSettled } from './selection';
import { redactionInWords, regionsInWords, stateOf, targetsInWords } from './words';

/** What is different in the configuration of somebody else, in words. Never rejects. */
export async function readDifferences(before: DetectionView, now: DetectionView): Promise<Change[]> {
  const t = texts.detectors;
  const changed = changedSpaces(before, now);
  const spaces = await readSpaces(changed);
  const ofSite = Object.entries(siteWords(now)).flatMap(([what, text]) => {
    const old = siteWords(before)[what] ?? '';
    return old === text ? [] : [{ what, before: old, now: text }];
  });
  const ids = [...new Set([...before.catalogue, ...now.catalogue].map(({ detectorId }) => detectorId))];
  const ofDetectors = ids.flatMap((detectorId) => {
    const [old, latest] = [before, now].map((view) => detectorWords(view, detectorId));
    if (old === latest) return [];
    const entry = [...now.catalogue, ...before.catalogue].find((one) => one.detectorId === detectorId);
    return [{ what: entry?.name ?? detectorId, before: old ?? t.changes.none, now: latest ?? t.changes.none }];
  });
  const ofSpaces = changed.map((spaceId) => ({
    what: texts.settings.changes.space(spaceName({ spaces }, spaceId)),
    before: schemeNameIn(before, spaceId),
    now: schemeNameIn(now, spaceId),
  }));
  return [...ofSite, ...ofDetectors, ...ofSchemes(before, now), ...ofSpaces];
}

function siteWords(view: DetectionView): Readonly<Record<string, string>> {
  const { changes: t, site } = texts.detectors;
  const { onPublish, schedule } = view.triggers;
  return {
    [t.regions]: regionsInWords(view.regions),
    [t.minConfidence]: String(view.minConfidence),
    [t.targets]: targetsInWords(view.targets),
    [t.triggers]: `${onPublish ? site.onPublish : site.notOnPublish}. ${site.schedule}: ${site.schedules[schedule]}`,
    [t.rules]: String(view.rules.length),
    [t.redaction]: redactionInWords(view.redaction),
  };
}

function detectorWords(view: DetectionView, detectorId: string): string | undefined {
  const entry = view.catalogue.find((one) => one.detectorId === detectorId);
  if (entry === undefined) return undefined;
  const pattern = view.custom.find((one) => one.detectorId === detectorId)?.pattern;
  return [entryWords(entry), ...(pattern === undefined ? [] : [pattern])].join(', ');
}

function entryWords(entry: CatalogueEntry): string {
  const { severities } = texts.detectors;
  return [stateOf({ ...entry, inRegions: true }), severities[entry.severity], String(entry.minConfidence)].join(', ');
}

function ofSchemes(before: DetectionView, now: DetectionView): Change[] {
  const { changes: t } = texts.detectors;
  const ids = new Set([...before.schemes, ...now.schemes].map(({ schemeId }) => schemeId));
  return [...ids].flatMap((schemeId) => {
    const [old, latest] = [findScheme(before, schemeId), findScheme(now, schemeId)];
    const title = t.scheme((latest ?? old)?.name ?? schemeId);
    if (old === undefined) return [newOne(title)];
    if (latest === undefined) return [{ what: title, before: old.name, now: t.removed }];
    return wordDifferences(title, schemeWords(before, old), schemeWords(now, latest));
  });
}

/** With the settings of each of its detectors. */
function schemeWords(view: DetectionView, scheme: Scheme): Words {
  const { changes: t, schemes } = texts.detectors;
  const { name, regions, minConfidence } = scheme;
  const settled = siteOrScheme(view, scheme).catalogue.filter(isSettled);
  return {
    [schemes.name]: name,
    [t.regions]: regions === undefined ? '' : regionsInWords(regions),
    [t.minConfidence]: minConfidence === undefined ? '' : String(minConfidence),
    [t.detectors]: settled.map((entry) => `${entry.name}: ${entryWords(entry)}`).join('; '),
  };
}

function changedSpaces(before: DetectionView, now: DetectionView): string[] {
  const all = new Set([...Object.keys(before.spaces), ...Object.keys(now.spaces)]);
  return [...all].filter((spaceId) => before.spaces[spaceId] !== now.spaces[spaceId]);
}

function schemeNameIn(view: DetectionView, spaceId: string): string {
  return findScheme(view, view.spaces[spaceId])?.name ?? texts.detectors.spaces.none;
}
