import type { Route } from '../route';
import { listAudit } from '../routes/list-audit';

/** What is below `/v1/audit`. */
export const routes: readonly Route[] = [listAudit];
