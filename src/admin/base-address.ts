import * as z from 'zod';
import { HostError } from '../platform/confluence';
import type { AdminRequest } from './operation';
import { readInput, Refusal } from './result';

/** The web trigger of the REST API, as manifest.yml names it, and where the API begins below it. */
const WEB_TRIGGER = 'api';
export const API_PATH = '/compliance/api';

const input = z.strictObject({});

export interface BaseAddress {
  /** Paths of the API, which begin with `/v1`, follow it. */
  readonly baseUrl: string;
}

/** @throws Refusal CONFLUENCE_UNAVAILABLE: no address is better than a wrong one */
export async function getBaseAddress(request: AdminRequest, payload: unknown): Promise<BaseAddress> {
  readInput(input, payload);
  return { baseUrl: (await readTriggerUrl(request)) + API_PATH };
}

/** Without the API's own path. @throws Refusal as above */
export async function readTriggerUrl(request: AdminRequest): Promise<string> {
  try {
    return await request.readWebTriggerUrl(WEB_TRIGGER);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    throw new Refusal({
      code: 'CONFLUENCE_UNAVAILABLE',
      message: 'Atlassian did not return the address of the API. Nothing was changed; try again.',
    });
  }
}
