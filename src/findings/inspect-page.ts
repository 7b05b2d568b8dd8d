import type { Clock } from '../platform/clock';
import type { Peppers } from '../platform/secrets';
import { configHashOf, effectiveDetection } from '../detection/configuration/effective-detection';
import type { DetectionConfig } from '../detection/configuration/model';
import { PAGE_BUDGET, prepareCustomSearch } from '../detection/custom/custom-search';
import { builtInEngine } from '../detection/engine';
import type { Field, Part } from '../detection/finding';
import { selectDetectors } from '../detection/policy';
import { scanInSteps, type ScanOptions } from '../detection/scan-page';
import { catalogueVersion } from './catalogue-version';
import { runSteps } from '../platform/run-steps';
import { marksText, openMarker } from './exclusions/marks';
import type { Exclusion } from './exclusions/model';
import { type FingerprintKey, fingerprintKeyOf } from './fingerprint-key';
import { identify } from './identify';
import { MAX_FINDINGS_OF_PAGE, type ScanReason } from './model';
import type { PageContent } from './page-content';
import type { PageRemarks } from './page-remarks';
import type { PageObservation } from './settle-scan';

/** Runs the detectors on the content of a page, as the site has configured them for its space. */

export interface Inspector {
  inspect(
    content: PageContent,
    remarks: PageRemarks,
    levelId: string | undefined,
    today: Date,
  ): Promise<PageObservation>;
  /** The parts of a page to scan. */
  readonly targets: DetectionConfig['targets'];
  /** The scan options for pages of the space. */
  scanOptions(spaceId: string, today: Date): ScanOptions;
  /** A hash of everything that determines which findings the space has. */
  configHash(spaceId: string | undefined): string;
}

export interface InspectorQuestion {
  readonly clock: Clock;
  readonly installationId: string;
  readonly peppers: Peppers;
  readonly config: DetectionConfig;
  readonly exclusions: readonly Exclusion[];
}

/** Change this when scans cover more or work differently. Earlier page scans are then out of date. */
const SCAN_VERSION = '3';

type Ready = Pick<ScanOptions, 'selection' | 'openCustomSearch'>;

/** Hashes everything that determines which findings a space has. */
export function openConfigHash({
  config,
  exclusions,
  fingerprintKey,
}: Pick<InspectorQuestion, 'config' | 'exclusions'> & {
  readonly fingerprintKey: FingerprintKey;
}): Inspector['configHash'] {
  const others = [SCAN_VERSION, catalogueVersion(), fingerprintKey.version, ...marksText(exclusions)];
  return (spaceId) => configHashOf(effectiveDetection(config, spaceId), others);
}

/** The inspector can be used for any number of pages. */
export function openInspector({ clock, installationId, peppers, config, exclusions }: InspectorQuestion): Inspector {
  const key = fingerprintKeyOf(peppers, installationId);
  const mark = openMarker(key.bytes, exclusions);
  const ready = new Map<string | undefined, Ready>();
  /** Shared by the spaces that use the same scheme. */
  const readyFor = (spaceId: string): Ready => {
    const schemeId = config.spaces[spaceId];
    const known = ready.get(schemeId);
    if (known !== undefined) return known;
    const effective = effectiveDetection(config, spaceId);
    const selection = selectDetectors(builtInEngine, effective.policy);
    const openCustomSearch = prepareCustomSearch(effective, PAGE_BUDGET, clock);
    const one = { selection, openCustomSearch };
    ready.set(schemeId, one);
    return one;
  };
  const scanOptions = (spaceId: string, today: Date): ScanOptions => ({
    ...readyFor(spaceId),
    fingerprintKey: key.bytes,
    today,
  });
  return {
    configHash: openConfigHash({ config, exclusions, fingerprintKey: key }),
    targets: config.targets,
    scanOptions,
    inspect: async (content, remarks, levelId, today) => {
      const { page } = content;
      const looked = scannedParts(content, config.targets);
      const parts = [...looked, ...remarks.parts];
      const maxFindings = MAX_FINDINGS_OF_PAGE;
      const found = await runSteps(
        scanInSteps(parts, { ...scanOptions(page.spaceId, today), exclusionFactsOf: mark, maxFindings }),
      );
      const findings = identify(installationId, page.pageId, found.findings);
      const reasons: ScanReason[] = found.notInspected.map(({ reason }) =>
        reason === 'too-large' ? 'too-large' : 'unreadable',
      );
      if (content.body === 'unreadable' || content.body === 'too-large') reasons.push(content.body);
      reasons.push(...remarks.reasons);
      if (found.isTruncated) reasons.push('too-many-findings');
      if (found.degraded.length > 0) reasons.push('detectors-over-budget');
      // If a part was not read to its end, the rest of it is unknown.
      const isRead = (field: Field) => !found.notInspected.some((one) => one.field === field);
      const isContentRead = (id: string) => !found.notInspected.some(({ contentId }) => contentId === id);
      return {
        kind: 'inspected',
        spaceId: page.spaceId,
        pageVersion: page.version,
        versionAt: page.versionAt,
        levelId,
        findings,
        fields: [...looked.map(({ field }) => field), ...remarks.fields].filter(isRead),
        contentIds: (remarks.contentIds ?? []).filter(isContentRead),
        reasons: [...new Set(reasons)],
        detectorsOverBudget: found.degraded,
      };
    },
  };
}

function scannedParts({ title, body }: PageContent, targets: DetectionConfig['targets']): readonly Part[] {
  const ofTitle: Part = { field: 'title', representation: 'plain', source: title };
  const isRead = body !== 'unreadable' && body !== 'too-large';
  return [
    ...(targets.title ? [ofTitle] : []),
    ...(targets.body && isRead ? [{ field: 'body', representation: body.format, source: body.value } as const] : []),
  ];
}
