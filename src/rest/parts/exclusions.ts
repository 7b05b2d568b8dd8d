import type { Route } from '../route';
import { createExclusion } from '../routes/create-exclusion';
import { getExclusion } from '../routes/get-exclusion';
import { listExclusions } from '../routes/list-exclusions';
import { removeExclusion } from '../routes/remove-exclusion';

/** The operations below `/v1/exclusion`. */
export const routes: readonly Route[] = [listExclusions, createExclusion, getExclusion, removeExclusion];
