import type { Detector } from '../../detector';

export const network: readonly Detector[] = [];
