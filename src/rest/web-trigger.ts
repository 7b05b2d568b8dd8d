import { createAnswerRecorder } from '../capabilities/answer-recorder';
import { systemClock } from '../platform/clock';
import { consoleLog } from '../platform/log';
import { systemRandom } from '../platform/random';
import { readPeppers } from '../platform/secrets';
import { readRateLimits } from '../platform/variables';
import { createRest } from './app';

/** The web trigger `api` of manifest.yml. It ends long before the platform's limit of 55 seconds. */
export const rest = createRest({
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  peppers: () => readPeppers(),
  rateLimits: readRateLimits,
  answers: createAnswerRecorder(),
  requestLimitMs: 20_000,
  hostLimitMs: 8_000,
});
