import type { Detector } from '../../detector';
import { identifiers } from './identifiers';
import { records } from './records';

export const health: readonly Detector[] = [...identifiers, ...records];
