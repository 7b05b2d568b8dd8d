import type { Route } from '../route';
import { listSpaceExposure } from '../routes/list-space-exposure';

/** The operations below `/v1/space-exposure`. */
export const routes: readonly Route[] = [listSpaceExposure];
