import type { Peppers } from '../platform/secrets';
import { configHashOf, effectiveDetection } from '../detection/configuration/effective-detection';
import type { DetectionConfig } from '../detection/configuration/model';
import { builtInEngine } from '../detection/engine';
import type { Field, Part } from '../detection/finding';
import { type Selection, selectDetectors } from '../detection/policy';
import { scanPage } from '../detection/scan-page';
import { catalogueVersion } from './catalogue-version';
import { fingerprintKeyOf } from './fingerprint-key';
import { identify } from './identify';
import type { ScanReason } from './model';
import type { PageContent } from './page-content';
import type { Sight } from './settle-scan';

/** What the detectors find in what was read of a page, as the site has configured them for its space. */

export interface Inspector {
  inspect(content: PageContent, levelId: string | undefined, today: Date): Sight;
  /** Of all that decides what is found in the space. */
  configHash(spaceId: string | undefined): string;
}

export interface InspectorQuestion {
  readonly installationId: string;
  readonly peppers: Peppers;
  readonly config: DetectionConfig;
}

/** Good for as many pages as one likes. */
export function openInspector({ installationId, peppers, config }: InspectorQuestion): Inspector {
  const key = fingerprintKeyOf(peppers, installationId);
  const selections = new Map<string | undefined, Selection>();
  /** Of the spaces that use the same scheme. */
  const selectionIn = (spaceId: string) => {
    const schemeId = config.spaces[spaceId];
    const known = selections.get(schemeId);
    if (known !== undefined) return known;
    const selection = selectDetectors(builtInEngine, effectiveDetection(config, spaceId).policy);
    selections.set(schemeId, selection);
    return selection;
  };
  return {
    configHash: (spaceId) => configHashOf(effectiveDetection(config, spaceId), [catalogueVersion(), key.version]),
    inspect: (content, levelId, today) => {
      const { page } = content;
      const parts = partsOf(content, config.targets);
      const selection = selectionIn(page.spaceId);
      const found = scanPage(parts, { selection, fingerprintKey: key.bytes, today });
      const { findings, isCut } = identify(installationId, page.pageId, found.findings);
      const reasons: ScanReason[] = found.notInspected.map(({ reason }) =>
        reason === 'too-large' ? 'too-large' : 'unreadable',
      );
      if (content.body === 'unreadable' || content.body === 'too-large') reasons.push(content.body);
      if (isCut) reasons.push('too-many-findings');
      // Those of the site are only tried on texts so far; a page is not said to be without what nobody has looked for.
      const { custom } = effectiveDetection(config, page.spaceId);
      const notRun = [...found.degraded, ...custom.map(({ detectorId }) => detectorId)];
      if (notRun.length > 0) reasons.push('detectors-over-budget');
      // Of a part that was not read to its end nobody knows what is in the rest.
      const isRead = (field: Field) => !found.notInspected.some((one) => one.field === field);
      return {
        kind: 'inspected',
        spaceId: page.spaceId,
        pageVersion: page.version,
        levelId,
        findings,
        fields: [...new Set(parts.map(({ field }) => field))].filter(isRead),
        reasons: [...new Set(reasons)],
        detectorsOverBudget: notRun,
      };
    },
  };
}

function partsOf({ title, body }: PageContent, targets: DetectionConfig['targets']): readonly Part[] {
  const ofTitle: Part = { field: 'title', representation: 'plain', source: title };
  const isRead = body !== 'unreadable' && body !== 'too-large';
  return [
    ...(targets.title ? [ofTitle] : []),
    ...(targets.body && isRead ? [{ field: 'body', representation: body.format, source: body.value } as const] : []),
  ];
}
