import type { AdminOperations } from '../../../../src/admin/contract';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';

type SiteSettings = Omit<AdminOperations['changeSiteDetection']['input'], 'rev'>;

/** The settings of the site with the changes of one form. They are saved together. */
export function siteSettings(view: DetectionView, changes: Partial<SiteSettings>): SiteSettings {
  const { regions, minConfidence, targets, attachmentContents, triggers, redaction, rules } = view;
  const { kinds, spaceIds } = attachmentContents;
  const files = { ...attachmentContents, kinds: [...kinds], spaceIds: [...spaceIds] };
  const parts = { targets, attachmentContents: files };
  return { regions: [...regions], minConfidence, ...parts, triggers, redaction, rules: [...rules], ...changes };
}
