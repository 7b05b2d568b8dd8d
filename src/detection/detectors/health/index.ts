import type { Detector } from '../../detector';

export const health: readonly Detector[] = [];
