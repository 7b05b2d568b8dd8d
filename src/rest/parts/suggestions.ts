import type { Route } from '../route';
import { listSuggestions } from '../routes/list-suggestions';

/** The operations below `/v1/suggestion`. */
export const routes: readonly Route[] = [listSuggestions];
