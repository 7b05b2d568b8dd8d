import type { Rows } from './row';

export const health: readonly Rows[] = [];
