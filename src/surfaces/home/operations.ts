import type { Implementations } from '../../capabilities/effects';
import type { SurfaceRequest } from '../operation';
import type { HOME_CONTRACT } from './contract';
import { answerReviews } from '../answer-reviews';
import { findByLevel } from './find-by-level';
import { listMyPages } from './list-my-pages';
import { confirmMyProposal, dismissMyProposal, listMyProposals } from './my-proposals';
import { openHome } from './open-home';
import { cancelRemoval, listPausedRemovals } from './paused-removals';
import { setLevels } from './set-levels';

/** The operations of the home page, by name. They answer about the person, whatever page or space the frame is on. */
export const HOME_OPERATIONS: Implementations<typeof HOME_CONTRACT, SurfaceRequest> = {
  openHome,
  listMyPages,
  listMyProposals,
  confirmMyProposal,
  dismissMyProposal,
  listPausedRemovals,
  cancelRemoval,
  setLevels,
  answerReviews,
  findByLevel,
};
