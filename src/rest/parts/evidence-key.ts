import type { Route } from '../route';
import { getEvidenceKey } from '../routes/get-evidence-key';

/** The operations below `/v1/evidence-key`. */
export const routes: readonly Route[] = [getEvidenceKey];
