import type { Route } from '../route';
import { listAudit } from '../routes/list-audit';

/** The operations below `/v1/audit`. */
export const routes: readonly Route[] = [listAudit];
