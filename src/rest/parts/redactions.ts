import type { Route } from '../route';
import { cancelRedaction } from '../routes/cancel-redaction';
import { createRedaction } from '../routes/create-redaction';
import { getRedaction } from '../routes/get-redaction';
import { listRedactions } from '../routes/list-redactions';

/** The operations below `/v1/redaction`. */
export const routes: readonly Route[] = [listRedactions, createRedaction, getRedaction, cancelRedaction];
