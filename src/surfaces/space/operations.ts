import type { Implementations } from '../../capabilities/effects';
import type { SurfaceRequest } from '../operation';
import type { SPACE_CONTRACT } from './contract';
import { exportSpace } from './export-space';
import { listSpaceOver, readSpaceExposure } from './space-exposure';
import { listSpaceFindings } from './space-findings';
import { listSpaceGaps } from './space-gaps';
import { readSpaceNumbers } from './space-numbers';
import { findInSpace, openSpace } from './space-pages';
import { listSpaceReviews } from './space-reviews';
import { openSpaceSettings, saveSpaceSettings } from './space-settings';

/** The operations of the page of a space and of its settings, by name. */
export const SPACE_OPERATIONS: Implementations<typeof SPACE_CONTRACT, SurfaceRequest> = {
  openSpace,
  findInSpace,
  readSpaceNumbers,
  readSpaceExposure,
  listSpaceOver,
  listSpaceGaps,
  listSpaceFindings,
  listSpaceReviews,
  exportSpace,
  openSpaceSettings,
  saveSpaceSettings,
};
