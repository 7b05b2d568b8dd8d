import { HostError } from '../../platform/confluence';
import { noInput, operation } from '../input';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/** The key of the REST API's web trigger in manifest.yml, and the path of the API below its address. */
const WEB_TRIGGER = 'api';
export const API_PATH = '/compliance/api';

export interface BaseAddress {
  /** The paths of the API, which begin with `/v1`, are appended to it. */
  readonly baseUrl: string;
}

/** @throws Refusal CONFLUENCE_UNAVAILABLE, because no address is better than a wrong one */
export const getBaseAddress = operation(noInput, readBaseAddress);

/** @throws as above */
export async function readBaseAddress(request: AdminRequest): Promise<BaseAddress> {
  return { baseUrl: (await readTriggerUrl(request)) + API_PATH };
}

/** Returns the address without the API's own path. @throws Refusal as above */
export async function readTriggerUrl(request: AdminRequest): Promise<string> {
  try {
    return await request.readWebTriggerUrl(WEB_TRIGGER);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new Refusal('CONFLUENCE_UNAVAILABLE', 'Atlassian didn’t return the address of the API. Try again.');
  }
}
