import type { Route } from '../route';
import { getOwnKey } from '../routes/get-own-key';

/** What is below `/v1/key`. */
export const routes: readonly Route[] = [getOwnKey];
