import type { AdminOperations } from '../../../../src/admin/contract';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';

type SiteSettings = Omit<AdminOperations['changeSiteDetection']['input'], 'rev'>;

/** The settings of the site with the changes of one form. They are saved together. */
export function siteSettings(view: DetectionView, changes: Partial<SiteSettings>): SiteSettings {
  const { regions, minConfidence, targets, triggers, redaction, rules } = view;
  return { regions: [...regions], minConfidence, targets, triggers, redaction, rules: [...rules], ...changes };
}
