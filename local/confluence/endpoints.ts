import type { Endpoint } from './endpoint';
import { pageEndpoints } from './pages';
import { spaceEndpoints } from './spaces';

/** Every endpoint that the local Confluence models. What is not here answers 501. */
export const endpoints: readonly Endpoint[] = [...pageEndpoints, ...spaceEndpoints];
