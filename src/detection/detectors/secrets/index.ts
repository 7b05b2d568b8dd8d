import type { Detector } from '../../detector';
import { ai } from './ai';
import { atlassian } from './atlassian';
import { aws } from './aws';
import { azure } from './azure';
import { clouds } from './clouds';
import { codeHosts } from './code-hosts';
import { connections } from './connections';
import { generic } from './generic';
import { google } from './google';
import { keys } from './keys';
import { messaging } from './messaging';
import { operations } from './operations';
import { payments } from './payments';
import { services } from './services';

export const secrets: readonly Detector[] = [
  ...atlassian,
  ...codeHosts,
  ...aws,
  ...azure,
  ...google,
  ...clouds,
  ...payments,
  ...messaging,
  ...ai,
  ...operations,
  ...services,
  ...keys,
  ...connections,
  ...generic,
];
