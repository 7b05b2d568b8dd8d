import { isDeepStrictEqual } from 'node:util';
import { levelWithSubLevel } from '../../classification/level-name';
import { findLevel, type Levels } from '../../classification/level-store';
import type { Clock } from '../../platform/clock';
import type { LevelOfPage } from '../../classification/model';
import { configHashOf, effectiveDetection } from '../../detection/configuration/effective-detection';
import type { DetectionConfig } from '../../detection/configuration/model';
import { NOT_OBSERVED } from '../../detection/configuration/observed-detectors';
import type { Severity } from '../../detection/detector';
import type { Field } from '../../detection/finding';
import { levelCalledFor } from '../required-level/called-level';
import { type CommentsAndAttachments, NO_COMMENTS_OR_ATTACHMENTS } from '../scan/comments-and-attachments';
import { excludedBy } from '../exclusions/excluded-by';
import type { Exclusion } from '../exclusions/model';
import { isObserved, withSeverity } from '../exclusions/shown-status';
import type { FindingConditions } from '../finding-conditions';
import type { IdentifiedFinding } from '../scan/identify';
import type { PageContent } from '../scan/page-content';
import { openPageScanner, type PageScannerOptions } from '../scan/scan-content';

/**
 * Scans a sample of pages under two sets of conditions and compares the open findings, to show what would appear and
 * disappear if the second one were saved. Nothing is stored.
 */

/** Everything of the site that decides which open findings a page has. */
export interface PreviewedConditions extends Pick<FindingConditions, 'config' | 'observed'> {
  readonly exclusions: readonly Exclusion[];
}

export interface ConditionsChange {
  readonly before: PreviewedConditions;
  readonly after: PreviewedConditions;
}

/** A page of the sample. The reader sees it. */
export interface SampledPage {
  readonly content: PageContent;
  /** The current level. */
  readonly levelId: string | undefined;
  /** The labels that exclusions use (page-labels.ts). */
  readonly labels: ReadonlySet<string> | undefined;
  /** Omitted: they were not read. */
  readonly attached?: CommentsAndAttachments;
}

export interface ConfigurationPreview {
  /** The number of pages that were scanned. */
  readonly scanned: number;
  /** The number of these of which a part was not scanned, because it was too large or took too long. */
  readonly partly: number;
  /** The number of scanned pages whose comments and attachments were scanned as well. */
  readonly withContents: number;
  /** The number of pages of the sample that were not scanned, because they cannot be read or there was no time. */
  readonly notScanned: number;
  readonly appearing: PreviewedFindings;
  readonly disappearing: PreviewedFindings;
  /** Findings that stay, with another severity or confidence. */
  readonly changing: PreviewedFindings;
  /** Pages whose findings would require another level. */
  readonly levels: readonly PreviewedLevel[];
}

export interface PreviewedFindings {
  readonly total: number;
  /** Detectors with most findings first. */
  readonly byDetector: readonly { readonly detectorId: string; readonly findings: number; readonly pages: number }[];
  /** The first ones. */
  readonly examples: readonly PreviewedFinding[];
}

export interface PreviewedFinding {
  readonly pageId: string;
  readonly title: string;
  readonly detectorId: string;
  readonly severity: Severity;
  readonly confidence: number;
  readonly field: Field;
  readonly maskedExcerpt: string;
}

export interface PreviewedLevel {
  readonly pageId: string;
  readonly title: string;
  /** The names of the levels. Omitted: no level. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export interface PreviewContext extends Pick<PageScannerOptions, 'installationId' | 'peppers'> {
  readonly clock: Clock;
  readonly levels: Levels;
}

/** The number of examples of each kind. */
const MAX_EXAMPLES = 20;
/** An operation of the admin area ends after 25 seconds. The rest of the sample is reported as not scanned. */
const MAX_SCAN_MS = 8_000;

/** The pages that a change affects: of the whole site, of some spaces, or some pages. */
export type AffectedPages = 'site' | { readonly spaceIds: readonly string[] } | { readonly pageIds: readonly string[] };

/** @returns no spaces if pages have the same findings before and after. Rules change no finding. */
export function affectedPages(
  before: Omit<PreviewedConditions, 'exclusions'>,
  after: Omit<PreviewedConditions, 'exclusions'>,
): AffectedPages {
  const settingsIn = ({ config, observed }: Omit<PreviewedConditions, 'exclusions'>, spaceId?: string) => [
    configHashOf(effectiveDetection(config, spaceId), []),
    [...observed].flatMap(([id, exceptIn]) => (spaceId !== undefined && exceptIn.has(spaceId) ? [] : [id])),
  ];
  const differs = (spaceId?: string) => !isDeepStrictEqual(settingsIn(before, spaceId), settingsIn(after, spaceId));
  if (differs()) return 'site';
  const spaceIds = [...new Set([before, after].flatMap(({ config }) => Object.keys(config.spaces)))];
  // Spaces with the same schemes have the same settings. A hash of large settings for each of thousands of spaces takes seconds.
  const known = new Map<string, boolean>();
  const schemesOf = (spaceId: string) => [before, after].map(({ config }) => config.spaces[spaceId]).join(' ');
  return {
    spaceIds: spaceIds.filter((spaceId) => {
      const schemes = schemesOf(spaceId);
      const isAffected = known.get(schemes) ?? differs(spaceId);
      known.set(schemes, isAffected);
      return isAffected;
    }),
  };
}

/** True if the findings that pages have with the other settings need a new scan. */
export function isScanNeeded(before: DetectionConfig, after: DetectionConfig): boolean {
  const affected = affectedPages({ config: before, observed: NOT_OBSERVED }, { config: after, observed: NOT_OBSERVED });
  return affected === 'site' || !('spaceIds' in affected) || affected.spaceIds.length > 0;
}

/** The detectors whose settings or definitions differ. Undefined: possibly all, because a setting for all of them differs. */
export function affectedDetectors(before: DetectionConfig, after: DetectionConfig): readonly string[] | undefined {
  const rest = ({ detectors: _detectors, custom: _custom, turnedOn: _turnedOn, ...others }: DetectionConfig) => others;
  if (!isDeepStrictEqual(rest(before), rest(after))) return undefined;
  const ids = [before, after].flatMap(({ detectors, custom, turnedOn = [] }) => [
    ...Object.keys(detectors),
    ...custom.map(({ detectorId }) => detectorId),
    ...turnedOn,
  ]);
  const settingsOf = ({ detectors, custom, turnedOn = [] }: DetectionConfig, id: string) => [
    detectors[id],
    custom.find(({ detectorId }) => detectorId === id),
    turnedOn.includes(id),
  ];
  return [...new Set(ids)].filter((id) => !isDeepStrictEqual(settingsOf(before, id), settingsOf(after, id)));
}

/** @param sample pages that the reader sees */
export async function previewConfiguration(
  context: PreviewContext,
  change: ConditionsChange,
  sample: readonly SampledPage[],
): Promise<ConfigurationPreview> {
  const { clock, levels } = context;
  const scan = { before: openScan(context, change.before), after: openScan(context, change.after) };
  const lists = { appearing: new PreviewList(), disappearing: new PreviewList(), changing: new PreviewList() };
  const raised: PreviewedLevel[] = [];
  const pages = { scanned: 0, partly: 0, withContents: 0 };
  const begun = clock().getTime();
  for (const page of sample) {
    const { content, attached } = page;
    const now = clock();
    if (now.getTime() - begun > MAX_SCAN_MS) break;
    if (typeof content.body === 'string') continue;
    const old = await scan.before(page, now);
    const next = withUnscanned(await scan.after(page, now), old, change.after.config);
    pages.scanned += 1;
    if (attached !== undefined) pages.withContents += 1;
    if (old.isPartial || next.isPartial) pages.partly += 1;
    const { appearing, disappearing, changing } = compare(old.findings, next.findings);
    lists.appearing.add(content, appearing);
    lists.disappearing.add(content, disappearing);
    lists.changing.add(content, changing);
    const { pageId, spaceId } = content.page;
    const before = nameOf(levels, levelCalledFor(levels, spaceId, change.before.config.rules, old.findings));
    const after = nameOf(levels, levelCalledFor(levels, spaceId, change.after.config.rules, next.findings));
    if (before !== after) raised.push({ pageId, title: content.title, before, after });
  }
  return {
    ...pages,
    notScanned: sample.length - pages.scanned,
    appearing: lists.appearing.result(),
    disappearing: lists.disappearing.result(),
    changing: lists.changing.result(),
    levels: raised,
  };
}

interface ScannedPage {
  /** The open ones. */
  readonly findings: readonly IdentifiedFinding[];
  readonly isPartial: boolean;
}

/** Scans pages of the sample as they would be scanned under the conditions. */
function openScan(
  { installationId, peppers }: PreviewContext,
  { config, exclusions, observed }: PreviewedConditions,
): (page: SampledPage, now: Date) => Promise<ScannedPage> {
  const scanner = openPageScanner({ installationId, peppers, config, exclusions });
  return async ({ content, levelId, labels, attached = NO_COMMENTS_OR_ATTACHMENTS }, now) => {
    const parts = attached.parts.filter(({ field }) => isScanned(field, config));
    const result = await scanner.scan(content, { ...attached, parts }, levelId, now);
    if (result.kind !== 'inspected') return { findings: [], isPartial: true };
    const page = { ...content.page, levelId, labels };
    const isOpen = (finding: IdentifiedFinding) =>
      !isObserved(finding, page.spaceId, observed) && excludedBy(finding, page, exclusions, now) === undefined;
    const open = result.findings.filter(isOpen).map((finding) => withSeverity(finding, page.spaceId, config));
    return { findings: open, isPartial: result.reasons.length > 0 };
  };
}

/** Findings in parts of the page that are no longer scanned stay. */
function withUnscanned(next: ScannedPage, old: ScannedPage, config: DetectionConfig): ScannedPage {
  const kept = old.findings.filter(({ location }) => !isScanned(location.field, config));
  return { ...next, findings: [...next.findings, ...kept] };
}

/** The sample has no files. */
function isScanned(field: Field, { targets }: DetectionConfig): boolean {
  return field !== 'attachment-content' && targets[TARGETS[field]];
}

const TARGETS: Readonly<Record<Exclude<Field, 'attachment-content'>, keyof DetectionConfig['targets']>> = {
  title: 'title',
  body: 'body',
  'footer-comment': 'comments',
  'inline-comment': 'comments',
  'attachment-name': 'attachmentNames',
  'attachment-comment': 'attachmentNames',
};

function compare(before: readonly IdentifiedFinding[], after: readonly IdentifiedFinding[]) {
  const byId = (findings: readonly IdentifiedFinding[]) => new Map(findings.map((one) => [one.findingId, one]));
  const [old, next] = [byId(before), byId(after)];
  return {
    appearing: after.filter(({ findingId }) => !old.has(findingId)),
    disappearing: before.filter(({ findingId }) => !next.has(findingId)),
    changing: after.filter(({ findingId, severity, confidence }) => {
      const known = old.get(findingId);
      return known !== undefined && (severity !== known.severity || confidence !== known.confidence);
    }),
  };
}

function nameOf(levels: Levels, called: LevelOfPage | undefined): string | undefined {
  const level = called && findLevel(levels, called.levelId);
  return level && levelWithSubLevel(level, called.subLevelId);
}

class PreviewList {
  private total = 0;
  private readonly counts = new Map<string, { findings: number; pages: Set<string> }>();
  private readonly examples: PreviewedFinding[] = [];

  add({ page: { pageId }, title }: PageContent, findings: readonly IdentifiedFinding[]): void {
    this.total += findings.length;
    for (const { detectorId, severity, confidence, location, maskedExcerpt } of findings) {
      const count = this.counts.get(detectorId) ?? { findings: 0, pages: new Set() };
      count.findings += 1;
      count.pages.add(pageId);
      this.counts.set(detectorId, count);
      if (this.examples.length < MAX_EXAMPLES)
        this.examples.push({ pageId, title, detectorId, severity, confidence, field: location.field, maskedExcerpt });
    }
  }

  result(): PreviewedFindings {
    const byDetector = [...this.counts].map(([detectorId, { findings, pages }]) => {
      return { detectorId, findings, pages: pages.size };
    });
    byDetector.sort((a, b) => b.findings - a.findings);
    return { total: this.total, byDetector, examples: this.examples };
  }
}
