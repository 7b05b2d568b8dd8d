import type { Route } from '../route';
import { createRedaction } from '../routes/create-redaction';
import { getRedaction } from '../routes/get-redaction';

/** What is below `/v1/redaction`. */
export const routes: readonly Route[] = [createRedaction, getRedaction];
