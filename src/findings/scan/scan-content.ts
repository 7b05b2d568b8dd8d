import { createHash } from 'node:crypto';
import { ofContent } from '../../classification/content-type';
import type { Peppers } from '../../platform/secrets';
import { configHashOf, effectiveDetection, forPageScans } from '../../detection/configuration/effective-detection';
import type { DetectionConfig } from '../../detection/configuration/model';
import { PAGE_BUDGET, prepareCustomSearch } from '../../detection/custom/custom-search';
import { builtInEngine } from '../../detection/engine/engine';
import type { Field, Part } from '../../detection/finding';
import { selectDetectors } from '../../detection/engine/policy';
import { hasValuesInSteps, type PageScan, scanInSteps, type ScanOptions } from '../../detection/scan-page';
import { catalogVersion } from './catalog-version';
import { sortedJson } from '../../platform/sorted-members';
import { runSteps } from '../../platform/steps';
import { openExclusionFacts, patternsFor } from '../exclusions/exclusion-facts';
import type { Exclusion } from '../exclusions/model';
import { type FingerprintKey, fingerprintKeyOf } from '../fingerprint-key';
import { settingsText } from './freshness';
import { listsEveryFile, scansFilesOf } from './files-to-scan';
import { type IdentifiedFinding, identify } from './identify';
import { MAX_FINDINGS_OF_PAGE, type ScanReason } from '../model';
import type { PageContent } from './page-content';
import type { CommentsAndAttachments } from './comments-and-attachments';
import type { PageObservation } from './reconcile-scan';

/** Runs the detectors on the content of a page, as the site has configured them for its space. */

export interface PageScanner {
  scan(
    content: PageContent,
    attached: CommentsAndAttachments,
    levelId: string | undefined,
    today: Date,
  ): Promise<PageObservation>;
  /**
   * True if a scan of the page must read these comments or attachments.
   * @param spaceId the space of their page; undefined = not known, so the settings of every space count
   */
  hasValues(parts: readonly Part[], spaceId: string | undefined, today: Date): Promise<boolean>;
  /** Scans texts of one attachment: the parts of its file, its name or its comment. */
  scanAttachment(
    page: { readonly pageId: string; readonly spaceId: string },
    parts: readonly Part[],
    today: Date,
    maxFindings: number,
  ): Promise<Pick<PageScan, 'isTruncated' | 'degraded' | 'notInspected'> & { findings: readonly IdentifiedFinding[] }>;
  /** The parts of a page to scan. */
  readonly targets: DetectionConfig['targets'] & {
    readonly listsFiles: boolean;
    /** True: a scan of files includes the name of every attachment. False: it skips some attachments. */
    readonly listsEveryFile: boolean;
  };
  /** The files of attachments to scan. */
  readonly files: DetectionConfig['attachmentContents'];
  /** The scan options for pages of the space. */
  scanOptions(spaceId: string, today: Date): ScanOptions;
  /** Identifies everything that determines which findings the space has (coversSettings). */
  configHash(spaceId: string | undefined): string;
  /** Identifies everything that determines which findings any space has (coversSettings). */
  siteHash(): string;
}

export interface PageScannerOptions {
  readonly installationId: string;
  readonly peppers: Peppers;
  readonly config: DetectionConfig;
  readonly exclusions: readonly Exclusion[];
}

/** Change this when scans cover more or work differently. Earlier page scans are then out of date. */
const SCAN_VERSION = '4';

type Ready = Pick<ScanOptions, 'selection' | 'openCustomSearch'>;

/** Identifies everything that determines the findings of a space, hashed once for all spaces with the same scheme. */
export function openConfigHash({
  config,
  exclusions,
  fingerprintKey,
}: Pick<PageScannerOptions, 'config' | 'exclusions'> & {
  readonly fingerprintKey: FingerprintKey;
}): PageScanner['configHash'] {
  const others = [SCAN_VERSION, catalogVersion(), fingerprintKey.version];
  const hashes = new Map<string | undefined, string>();
  return (spaceId) => {
    const schemeId = spaceId === undefined ? undefined : config.spaces[spaceId];
    const hash = hashes.get(schemeId) ?? configHashOf(effectiveDetection(config, spaceId), others);
    hashes.set(schemeId, hash);
    return settingsText(hash, patternsFor(exclusions, spaceId));
  };
}

/** The scanner can be used for any number of pages. */
export function openPageScanner({ installationId, peppers, config, exclusions }: PageScannerOptions): PageScanner {
  const key = fingerprintKeyOf(peppers, installationId);
  const exclusionFactsOf = openExclusionFacts(key.bytes, exclusions);
  const ready = new Map<string | undefined, Ready>();
  /** Shared by the spaces that use the same scheme. */
  const readyFor = (spaceId: string | undefined): Ready => {
    const schemeId = spaceId === undefined ? undefined : config.spaces[spaceId];
    const known = ready.get(schemeId);
    if (known !== undefined) return known;
    const effective = forPageScans(effectiveDetection(config, spaceId));
    const selection = selectDetectors(builtInEngine, effective.policy);
    const openCustomSearch = prepareCustomSearch(effective, PAGE_BUDGET);
    const one = { selection, openCustomSearch };
    ready.set(schemeId, one);
    return one;
  };
  /** One space of each scheme; undefined = the spaces without a scheme. */
  const spaceOfEachScheme = (): readonly (string | undefined)[] => [
    undefined,
    ...new Map(Object.entries(config.spaces).map(([spaceId, schemeId]) => [schemeId, spaceId])).values(),
  ];
  const scanOptions = (spaceId: string | undefined, today: Date): ScanOptions => ({
    ...readyFor(spaceId),
    fingerprintKey: key.bytes,
    today,
  });
  const configHash = openConfigHash({ config, exclusions, fingerprintKey: key });
  return {
    configHash,
    siteHash: () => {
      const spaceIds = Object.keys(config.spaces).sort();
      const withoutPatterns = openConfigHash({ config, exclusions: [], fingerprintKey: key });
      const hashes = [
        ...(config.attachmentContents.enabled ? [sortedJson(config.attachmentContents)] : []),
        withoutPatterns(undefined),
        ...spaceIds.map((spaceId) => `${spaceId} ${withoutPatterns(spaceId)}`),
      ];
      const hash = createHash('sha256').update(hashes.join('\n')).digest('base64url').slice(0, 22);
      return settingsText(hash, patternsFor(exclusions, undefined));
    },
    targets: {
      ...config.targets,
      listsFiles: config.attachmentContents.enabled,
      listsEveryFile: listsEveryFile(config.attachmentContents),
    },
    files: config.attachmentContents,
    scanAttachment: async ({ pageId, spaceId }, parts, today, maxFindings) => {
      const options = { ...scanOptions(spaceId, today), exclusionFactsOf, maxFindings };
      const found = await runSteps(scanInSteps(parts, options));
      return { ...found, findings: identify(installationId, pageId, found.findings) };
    },
    hasValues: async (parts, spaceId, today) => {
      for (const one of spaceId === undefined ? spaceOfEachScheme() : [spaceId])
        if (await runSteps(hasValuesInSteps(parts, scanOptions(one, today)))) return true;
      return false;
    },
    scanOptions,
    scan: async (content, attached, levelId, today) => {
      const { page } = content;
      const wanted = scannedParts(content, config.targets);
      const parts = [...wanted, ...attached.parts];
      const maxFindings = MAX_FINDINGS_OF_PAGE;
      const found = await runSteps(
        scanInSteps(parts, { ...scanOptions(page.spaceId, today), exclusionFactsOf, maxFindings }),
      );
      const findings = identify(installationId, page.pageId, found.findings);
      const reasons: ScanReason[] = found.notInspected.map(({ reason }) =>
        reason === 'too-large' ? 'too-large' : 'unreadable',
      );
      if (typeof content.body === 'string') reasons.push(content.body);
      reasons.push(...attached.reasons);
      if (found.isTruncated) reasons.push('too-many-findings');
      if (found.degraded.length > 0) reasons.push('detectors-over-budget');
      // If a part was not read to its end, the rest of it is unknown.
      const isRead = (field: Field) => !found.notInspected.some((one) => one.field === field);
      const isContentRead = (id: string) => !found.notInspected.some(({ contentId }) => contentId === id);
      return {
        kind: 'inspected',
        ...ofContent(page.contentType),
        spaceId: page.spaceId,
        pageVersion: page.version,
        versionAt: page.versionAt,
        levelId,
        findings,
        fields: [...wanted.map(({ field }) => field), ...attached.fields].filter(isRead),
        contentIds: (attached.contentIds ?? []).filter(isContentRead),
        hasContents: attached.isRead,
        reasons: [...new Set(reasons)],
        detectorsOverBudget: found.degraded,
        ...(scansFilesOf(config.attachmentContents, page.spaceId)
          ? { files: { settings: config.attachmentContents, listed: attached.files } }
          : {}),
      };
    },
  };
}

export function scannedParts(
  { title, body }: PageContent,
  targets: Pick<DetectionConfig['targets'], 'title' | 'body'>,
): readonly Part[] {
  const ofTitle: Part = { field: 'title', representation: 'plain', source: title };
  return [
    ...(targets.title ? [ofTitle] : []),
    ...(targets.body && typeof body === 'object'
      ? [{ field: 'body', representation: body.format, source: body.value } as const]
      : []),
  ];
}
