import type { SurfaceOperations } from '../../../../src/surfaces/contract';
import type { Outcome } from '../operations';

export type BelowView = SurfaceOperations['openBelow']['result'];
export type BelowPage = Extract<BelowView, { readonly state: 'page' }>;
export type JobAnswer = SurfaceOperations['getBelowJob']['result'];

/**
 * Sends a request about a job: a preview, its job, the undo, or the cancellation of one of them. The job of the response is shown.
 * @param failure the title of an error. Default: nothing was started
 */
export type SendJob = (request: () => Promise<Outcome<JobAnswer>>, failure?: string) => Promise<void>;
