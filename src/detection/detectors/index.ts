import type { Detector } from '../detector';
import { financial } from './financial';
import { health } from './health';
import { network } from './network';
import { pii } from './pii';
import { secrets } from './secrets';

/** The built-in detectors. */
export const detectors: readonly Detector[] = [...secrets, ...financial, ...pii, ...health, ...network];
