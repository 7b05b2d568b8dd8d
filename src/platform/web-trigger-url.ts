import { webTrigger } from '@forge/api';
import { type Deadline, TimeoutError } from './deadline';
import { HostError } from './confluence';

const CALL_LIMIT_MS = 8_000;

/**
 * The URL of a web trigger of this installation, without a trailing slash. The platform creates it on first use.
 * @throws HostError
 */
export async function readWebTriggerUrl(deadline: Deadline, moduleKey: string): Promise<string> {
  const url = await askForUrl(deadline, moduleKey);
  // @forge/api returns the URL unchecked, and clients send their keys to it.
  if (!isAddress(url)) throw new HostError('failure', 'the platform returned an invalid web trigger address');
  return url.replace(/\/+$/, '');
}

async function askForUrl(deadline: Deadline, moduleKey: string): Promise<unknown> {
  try {
    return await deadline.run(CALL_LIMIT_MS, async () => webTrigger.getUrl(moduleKey));
  } catch (error) {
    throw error instanceof TimeoutError
      ? new HostError('timeout', error.message)
      : new HostError('failure', 'the platform did not return the address of the web trigger');
  }
}

/** Accepts absolute URLs that a path can be appended to. Plain HTTP is allowed for the local host only. */
function isAddress(url: unknown): url is string {
  if (typeof url !== 'string' || !URL.canParse(url) || /[?#@\\\s]/.test(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1');
}
