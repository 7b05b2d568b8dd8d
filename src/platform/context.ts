import type { Clock } from './clock';
import type { Confluence } from './confluence';
import type { Deadline } from './deadline';
import type { Log } from './log';
import type { Pause } from './pause';
import type { Push } from './queue';
import type { Random } from './random';
import type { Storage } from './storage';

/** Everything that one call of the app by the platform works with. Functions pick the members that they use. */
export interface Context {
  readonly requestId: string;
  readonly installationId: string;
  readonly deadline: Deadline;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly pause: Pause;
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly push: Push;
}
