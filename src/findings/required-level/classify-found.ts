import { changePageLevel } from '../../classification/change-page-level';
import { justificationOf } from '../../classification/evidence';
import { readLevels } from '../../classification/level-store';
import type { SeenPage } from '../../classification/pages-lookup';
import type { DetectionConfig } from '../../detection/configuration/model';
import type { ObservedDetectors } from '../../detection/configuration/observed-detectors';
import type { Clock } from '../../platform/clock';
import type { Random } from '../../platform/random';
import type { Confluence } from '../../platform/confluence';
import type { Storage } from '../../platform/storage';
import { countByDetector, type Found, isReached, levelCalledFor, ruleInWords } from './called-level';
import { openFindingWords } from '../explain-findings';
import { excludedBy } from '../exclusions/excluded-by';
import type { Exclusion } from '../exclusions/model';
import { readPageLabels } from '../exclusions/page-labels';
import { isObserved, withSeverity } from '../exclusions/shown-status';
import type { IdentifiedFinding } from '../scan/identify';
import type { ScanOutcome } from '../scan/record-scan';
import type { PageObservation } from '../scan/reconcile-scan';

/** Sets the level of a page that its findings require. It only raises levels and never lowers them. */

export interface ClassifyContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly installationId: string;
  readonly config: DetectionConfig;
  /** Excluded findings require no level. */
  readonly exclusions: readonly Exclusion[];
  /** Observed findings require no level. */
  readonly observed: ObservedDetectors;
  readonly confluence: Confluence;
  /** As in ChangeContext. */
  readonly pushMirror: (pageId: string) => void;
}

/** The number of detectors in the justification, which contains those with the most findings. */
const NAMED_DETECTORS = 5;

/** @throws StorageUnavailableError, HostError, CorruptRecordError: the page must be scanned again */
export async function classifyFound(context: ClassifyContext, page: SeenPage, outcome: ScanOutcome): Promise<void> {
  if (outcome.outcome !== 'written' || outcome.observation.kind !== 'inspected') return;
  const { config } = context;
  const findings = outcome.observation.findings.map((finding) => withSeverity(finding, page.spaceId, config));
  if (!isCalledFor(config, findings)) return;
  await raiseLevel(context, page, await counted(context, page, { ...outcome.observation, findings }));
}

function isCalledFor({ rules }: DetectionConfig, findings: readonly Found[]): boolean {
  return rules.some((rule) => findings.some(({ severity }) => isReached(rule, severity)));
}

/**
 * Raises the level of a page to the one that these findings require. A page that has it, with any sub-level, keeps its own.
 * @returns true if the level was raised
 * @throws StorageUnavailableError, HostError, CorruptRecordError: it must be tried again
 */
export async function raiseLevel(
  context: ClassifyContext,
  page: SeenPage,
  findings: readonly Found[],
  changeId = context.random.uuid(),
): Promise<boolean> {
  const { storage, clock, random, installationId, config, pushMirror } = context;
  if (!isCalledFor(config, findings)) return false;
  const levels = await readLevels(storage, installationId);
  const level = levelCalledFor(levels, page.spaceId, config.rules, findings);
  if (level === undefined) return false;
  const { nameOf } = await openFindingWords(config);
  const evidence = countByDetector(findings).slice(0, NAMED_DETECTORS);
  const { outcome } = await changePageLevel(
    {
      storage,
      clock,
      random,
      requestId: random.uuid(),
      levels,
      actor: {
        kind: 'system',
        reason: justificationOf(evidence, nameOf, ruleInWords(levels, page.spaceId, config.rules, findings)),
      },
      readPage: () => Promise.resolve({ ...page, mayUpdate: false }),
      pushMirror,
    },
    { pageId: page.pageId, level, method: 'DETECTION', onlyRaise: true, changeId },
  );
  return outcome === 'changed';
}

/** The findings that are neither excluded nor observed. */
async function counted(
  { confluence, clock, exclusions, observed }: ClassifyContext,
  { pageId, spaceId }: SeenPage,
  { findings, levelId }: Extract<PageObservation, { kind: 'inspected' }>,
): Promise<readonly IdentifiedFinding[]> {
  const now = clock();
  const labels = (await readPageLabels(confluence, exclusions, [pageId], now)).get(pageId);
  const page = { pageId, spaceId, levelId, labels };
  return findings.filter(
    (finding) => !isObserved(finding, spaceId, observed) && excludedBy(finding, page, exclusions, now) === undefined,
  );
}
