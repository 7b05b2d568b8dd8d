import type { Route } from '../route';
import { listChanges } from '../routes/list-changes';

/** The operations below `/v1/change`. */
export const routes: readonly Route[] = [listChanges];
