import { routes as ofAudit } from '../parts/audit';
import { routes as ofChanges } from '../parts/changes';
import { routes as ofConfiguration } from '../parts/configuration';
import { routes as ofDetections } from '../parts/detections';
import { routes as ofDetectors } from '../parts/detectors';
import { routes as ofEvidenceKey } from '../parts/evidence-key';
import { routes as ofExclusions } from '../parts/exclusions';
import { routes as ofHealth } from '../parts/health';
import { routes as ofJobs } from '../parts/jobs';
import { routes as ofKey } from '../parts/key';
import { routes as ofLeakReports } from '../parts/leak-report';
import { routes as ofLevels } from '../parts/levels';
import { routes as ofPageExposure } from '../parts/page-exposure';
import { routes as ofPageLevels } from '../parts/page-levels';
import { routes as ofPageReviews } from '../parts/page-reviews';
import { routes as ofPageUse } from '../parts/page-use';
import { routes as ofRedactions } from '../parts/redactions';
import { routes as ofReviewCampaigns } from '../parts/review-campaigns';
import { routes as ofSettings } from '../parts/settings';
import { routes as ofSpaceExposure } from '../parts/space-exposure';
import { routes as ofSuggestions } from '../parts/suggestions';
import type { OpenRoute, Route } from '../route';

/** Every operation of the API that requires a key, for the document and the tests. A request loads only one part. */
export const routes: readonly Route[] = [
  ...ofLevels,
  ...ofSettings,
  ...ofConfiguration,
  ...ofPageLevels,
  ...ofSuggestions,
  ...ofPageExposure,
  ...ofSpaceExposure,
  ...ofPageReviews,
  ...ofReviewCampaigns,
  ...ofPageUse,
  ...ofJobs,
  ...ofChanges,
  ...ofAudit,
  ...ofDetectors,
  ...ofDetections,
  ...ofRedactions,
  ...ofExclusions,
  ...ofKey,
  ...ofHealth,
  ...ofEvidenceKey,
];

/** Every operation of the API that requires no key, except for the OpenAPI document itself. */
export const openRoutes: readonly OpenRoute[] = [...ofLeakReports];
