import type { Route } from '../route';
import { getOwnKey } from '../routes/get-own-key';

/** The operations below `/v1/key`. */
export const routes: readonly Route[] = [getOwnKey];
