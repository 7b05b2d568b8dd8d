import type { DetectionView } from '../../../../src/admin/change-detection';
import { texts } from '../texts';
import type { Change } from '../ui/changes-table';
import { regionsInWords, stateOf, targetsInWords } from './words';

/** What is different in the configuration of somebody else, in words. */
export function detectionDifferences(before: DetectionView, now: DetectionView): Change[] {
  const t = texts.detectors;
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
  return [...ofSite, ...ofDetectors];
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
    [t.schemes]: view.schemes.map(({ name }) => name).join(', '),
  };
}

function detectorWords(view: DetectionView, detectorId: string): string | undefined {
  const entry = view.catalogue.find((one) => one.detectorId === detectorId);
  if (entry === undefined) return undefined;
  const { severities } = texts.detectors;
  const pattern = view.custom.find((one) => one.detectorId === detectorId)?.pattern;
  const words = [stateOf({ ...entry, inRegions: true }), severities[entry.severity], String(entry.minConfidence)];
  return [...words, ...(pattern === undefined ? [] : [pattern])].join(', ');
}
