import type { Route } from '../route';
import { getHealth } from '../routes/get-health';

/** The operations below `/v1/health`. */
export const routes: readonly Route[] = [getHealth];
