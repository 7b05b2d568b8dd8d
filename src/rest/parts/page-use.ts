import type { Route } from '../route';
import { checkPageUse } from '../routes/check-page-use';

/** The operations below `/v1/page-use`. */
export const routes: readonly Route[] = [checkPageUse];
