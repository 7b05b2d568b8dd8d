import type { OpenRoute } from '../route';
import { reportLeak } from '../routes/report-leak';

/** The operations below `/v1/leak-report`. */
export const routes: readonly OpenRoute[] = [reportLeak];
