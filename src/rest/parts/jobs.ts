import type { Route } from '../route';
import { cancelJob } from '../routes/cancel-job';
import { getJob } from '../routes/get-job';
import { listJobs } from '../routes/list-jobs';
import { listJobResults } from '../routes/list-job-results';

/** The operations below `/v1/job`. */
export const routes: readonly Route[] = [listJobs, getJob, listJobResults, cancelJob];
