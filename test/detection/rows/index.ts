import { documentation } from './documentation';
import { financial } from './financial';
import { health } from './health';
import { network } from './network';
import { pii } from './pii';
import type { Rows } from './row';
import { secrets } from './secrets';

/** Each category's rows are in a file of its name; a long one becomes a folder of its name. Rows of all are in documentation.ts. */
export const allRows: readonly Rows[] = [...secrets, ...financial, ...pii, ...health, ...network, ...documentation];
