import type { PlatformSwitches } from '../assumptions';
import type { Catalog } from './catalog';
import type { LaggingCopy } from './lagging-copy';
import type { Rows } from './rows';

/** One installation's store, for the length of one request. */
export interface Store {
  readonly installationId: string;
  readonly nowMs: number;
  readonly rows: Rows;
  readonly copy: LaggingCopy;
  readonly catalog: Catalog;
  readonly assumptions: PlatformSwitches;
}

/** The answer to a request; `undefined` is an empty 204. */
export type Answer = Readonly<Record<string, unknown>> | undefined;
