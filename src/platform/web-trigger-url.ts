import { webTrigger } from '@forge/api';
import { type Deadline, TimeoutError } from './deadline';
import { HostError } from './confluence';

const CALL_LIMIT_MS = 8_000;

/**
 * The address of a web trigger of this installation, without a slash at its end. Asking makes it where there is none.
 * @throws HostError
 */
export async function readWebTriggerUrl(deadline: Deadline, moduleKey: string): Promise<string> {
  try {
    const url = await deadline.run(CALL_LIMIT_MS, async () => webTrigger.getUrl(moduleKey));
    return url.replace(/\/+$/, '');
  } catch (error) {
    throw error instanceof TimeoutError
      ? new HostError('timeout', error.message)
      : new HostError('failure', 'the platform did not tell the address of the web trigger');
  }
}
