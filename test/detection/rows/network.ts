import type { Rows } from './row';

export const network: readonly Rows[] = [];
