import type { Detector } from '../../detector';
import { unitedStates } from './united-states';

export const pii: readonly Detector[] = [...unitedStates];
