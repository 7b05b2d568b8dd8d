import type { Detector } from '../../detector';
import { cards } from './cards';

export const financial: readonly Detector[] = [...cards];
