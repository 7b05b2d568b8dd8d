import { readDetection } from '../../detection/configuration/configuration-store';
import { type CatalogEntry, loadCatalog } from '../../detection/configuration/detector-catalog';
import { pushTurnedOn } from '../../findings/runs/turned-on';
import type { VisibleFinding } from '../../findings/lists/visible-findings';
import { changeDetectionAsAdmin } from './change-detection';
import { type FindingView, viewFinding } from '../findings/finding-view';
import { PLANS, turnDetectorsInput } from './plan-detection';
import { readManyFindingsFor } from '../findings/visible-findings';
import { noInput, operation } from '../input';
import type { AdminRequest } from '../operation';

/** The detectors that came with updates of the app, with their observed findings on the pages that the admin sees. */

export interface NewDetector extends Pick<
  CatalogEntry,
  'detectorId' | 'name' | 'category' | 'group' | 'severity' | 'enabled' | 'inRegions' | 'isObserved'
> {
  /** The number of observed findings. */
  readonly findings: number;
  /** The number of their pages. */
  readonly pages: number;
  /** The most recently found, at most three. */
  readonly newest: readonly FindingView[];
}

export interface NewDetectors {
  /** The revision for the next edit. */
  readonly rev: number;
  /** Observed detectors first, those with the most findings at the top. */
  readonly detectors: readonly NewDetector[];
  /** False: there are more findings. The numbers cover only the most recently found. */
  readonly isComplete: boolean;
}

const SHOWN_FINDINGS = 3;

/** @throws Refusal, HostError, StorageUnavailableError, CorruptRecordError */
export const listNewDetectors = operation(noInput, readNewDetectors);

async function readNewDetectors(request: AdminRequest): Promise<NewDetectors> {
  const [detection, catalog] = await Promise.all([readDetection(request.storage), loadCatalog()]);
  const entries = catalog(detection).filter(({ isNew }) => isNew);
  const observed = entries.some(({ isObserved }) => isObserved);
  const question = { filter: { status: 'open' }, status: 'observed', levelIds: undefined, after: undefined } as const;
  const { results, hasMore } = observed
    ? await readManyFindingsFor(request, question)
    : { results: [], hasMore: false };
  const found = new Map<string, VisibleFinding[]>();
  for (const finding of results) {
    const { detectorId } = finding.record;
    const known = found.get(detectorId);
    if (known === undefined) found.set(detectorId, [finding]);
    else known.push(finding);
  }
  const detectors = entries.map((entry) => viewDetector(entry, found.get(entry.detectorId) ?? []));
  const rankOf = ({ isObserved }: NewDetector) => (isObserved ? 0 : 1);
  return {
    rev: detection.revision,
    detectors: detectors.sort((a, b) => rankOf(a) - rankOf(b) || b.findings - a.findings),
    isComplete: !hasMore,
  };
}

function viewDetector(
  { detectorId, name, category, group, severity, enabled, inRegions, isObserved }: CatalogEntry,
  findings: readonly VisibleFinding[],
): NewDetector {
  return {
    ...{ detectorId, name, category, group, severity, enabled, inRegions, isObserved },
    findings: findings.length,
    pages: new Set(findings.map(({ record }) => record.pageId)).size,
    newest: findings.slice(0, SHOWN_FINDINGS).map(viewFinding),
  };
}

/**
 * Turns new detectors on, or observes them again. Their stored findings are open, or no longer open, at once.
 * @throws Refusal, HostError, StorageUnavailableError, CorruptRecordError
 */
export const turnNewDetectors = operation(turnDetectorsInput, async (request, input): Promise<NewDetectors> => {
  const { rev, change } = await PLANS.turnNewDetectors(request, input);
  await changeDetectionAsAdmin(request, rev, change);
  if (input.isOn) await pushTurnedOn(request, [...new Set(input.detectorIds)]);
  return readNewDetectors(request);
});
