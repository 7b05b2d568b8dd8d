import type { Detector } from '../../detector';
import { codeHosts } from './code-hosts';
import { generic } from './generic';

export const secrets: readonly Detector[] = [...codeHosts, ...generic];
