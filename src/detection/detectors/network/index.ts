import type { Detector } from '../../detector';
import { addresses } from './addresses';
import { infrastructure } from './infrastructure';

export const network: readonly Detector[] = [...addresses, ...infrastructure];
