import type { Clock } from '../platform/clock';
import type { Log } from '../platform/log';
import type { Pause } from '../platform/pause';
import type { Random } from '../platform/random';
import type { Peppers } from '../platform/secrets';
import type { AnswerRecorder } from './answer-recorder';

/** The external dependencies of a door: time, randomness, secrets, and quotas. */
export interface DoorDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly peppers: () => Peppers | undefined;
  /** The text of the variable `RATE_LIMITS`; undefined = the default quotas. */
  readonly rateLimits: () => string | undefined;
  /** Records what the calls of this process show about the platform. Default: nothing. */
  readonly answers?: AnswerRecorder;
  /** Runs between two attempts to count calls, and between two reads of a scan. Default: real time. */
  readonly pause?: Pause;
}
