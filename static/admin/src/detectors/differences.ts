import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { Level } from '../../../../src/classification/model';
import type { CatalogEntry } from '../../../../src/detection/configuration/detector-catalog';
import { newOne, wordDifferences, type Words } from '../configuration/word-differences';
import { levelPath } from '../level-path';
import { readSpaces, spaceName } from '../names';
import { ask } from '../operations';
import { texts } from '../texts';
import type { Change } from '../ui/changes-table';
import { findScheme, type Scheme, siteOrScheme } from './schemes';
import { isChanged } from './selection';
import { filesInWords, redactionInWords, regionsInWords, stateOf, targetsInWords } from './words';

type CustomDetector = DetectionView['custom'][number];

/** Describes another admin's changes to detection. Never rejects. */
export async function readDifferences(before: DetectionView, now: DetectionView): Promise<Change[]> {
  const t = texts.detectors;
  const changed = changedSpaces(before, now);
  const hasOtherRules = JSON.stringify(before.rules) !== JSON.stringify(now.rules);
  const [spaces, levels] = await Promise.all([readSpaces(changed), hasOtherRules ? readLevels() : []]);
  const ofSite = Object.entries(siteWords(now, levels)).flatMap(([what, text]) => {
    const old = siteWords(before, levels)[what] ?? '';
    return old === text ? [] : [{ what, before: old, now: text }];
  });
  const ids = [...new Set([...before.catalog, ...now.catalog].map(({ detectorId }) => detectorId))];
  const ofDetectors = ids.flatMap((detectorId) => {
    const [old, latest] = [before, now].map((view) => detectorWords(view, detectorId));
    if (old === latest) return [];
    const entry = [...now.catalog, ...before.catalog].find((one) => one.detectorId === detectorId);
    return [{ what: entry?.name ?? detectorId, before: old ?? t.changes.none, now: latest ?? t.changes.none }];
  });
  const ofSpaces = changed.map((spaceId) => ({
    what: texts.settings.changes.space(spaceName({ spaces }, spaceId)),
    before: schemeNameIn(before, spaceId),
    now: schemeNameIn(now, spaceId),
  }));
  return [...ofSite, ...ofDetectors, ...ofSchemes(before, now), ...ofSpaces];
}

/** Shows IDs if the names cannot be loaded. */
async function readLevels(): Promise<readonly Level[]> {
  const answer = await ask('listLevels', {});
  return answer.ok ? answer.value.levels : [];
}

function siteWords(view: DetectionView, levels: readonly Level[]): Words {
  const { changes: t, site, severities } = texts.detectors;
  const { onPublish, schedule } = view.triggers;
  return {
    [t.regions]: regionsInWords(view.regions),
    [t.minConfidence]: String(view.minConfidence),
    [t.targets]: targetsInWords(view.targets),
    [t.triggers]: `${onPublish ? site.onPublish : site.notOnPublish}. ${site.schedule}: ${site.schedules[schedule]}`,
    [t.rules]:
      view.rules
        .map(({ severity, ...level }) => site.rule(severities[severity], levelPath(level, levels)))
        .join('; ') || site.noRules,
    [t.files]: filesInWords(view.attachmentContents),
    [t.redaction]: redactionInWords(view.redaction),
  };
}

function detectorWords(view: DetectionView, detectorId: string): string | undefined {
  const entry = view.catalog.find((one) => one.detectorId === detectorId);
  if (entry === undefined) return undefined;
  const custom = view.custom.find((one) => one.detectorId === detectorId);
  return [entryWords(entry), ...(custom === undefined ? [] : customWords(custom))].join(', ');
}

/** Everything that an edit would overwrite. */
function customWords({ name, category, pattern, keywords, proximity, confidence, samples }: CustomDetector): string[] {
  const { custom: t, categories } = texts.detectors;
  const lines = (label: string, all: readonly string[]) => (all.length === 0 ? [] : [`${label}: ${all.join(' · ')}`]);
  return [
    name,
    categories[category],
    pattern,
    ...lines(t.keywords, keywords),
    `${t.proximity}: ${proximity}`,
    `${t.confidence}: ${confidence}`,
    ...lines(t.match, samples.match),
    ...lines(t.noMatch, samples.noMatch),
  ];
}

function entryWords(entry: CatalogEntry): string {
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

/** Includes the settings of each detector of the scheme. */
function schemeWords(view: DetectionView, scheme: Scheme): Words {
  const { changes: t, schemes } = texts.detectors;
  const { name, regions, minConfidence } = scheme;
  const changed = siteOrScheme(view, scheme).catalog.filter(isChanged);
  return {
    [schemes.name]: name,
    [t.regions]: regions === undefined ? '' : regionsInWords(regions),
    [t.minConfidence]: minConfidence === undefined ? '' : String(minConfidence),
    [t.detectors]: changed.map((entry) => `${entry.name}: ${entryWords(entry)}`).join('; '),
  };
}

function changedSpaces(before: DetectionView, now: DetectionView): string[] {
  const all = new Set([...Object.keys(before.spaces), ...Object.keys(now.spaces)]);
  return [...all].filter((spaceId) => before.spaces[spaceId] !== now.spaces[spaceId]);
}

function schemeNameIn(view: DetectionView, spaceId: string): string {
  return findScheme(view, view.spaces[spaceId])?.name ?? texts.detectors.spaces.noScheme;
}
