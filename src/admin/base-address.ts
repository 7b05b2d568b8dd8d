import * as z from 'zod';
import type { AdminRequest } from './operation';
import { readInput } from './result';

/** The web trigger of the REST API, as manifest.yml names it, and where the API begins below it. */
const WEB_TRIGGER = 'api';
const API_PATH = '/compliance/api';

const input = z.strictObject({});

export interface BaseAddress {
  /** Paths of the API, which begin with `/v1`, follow it. */
  readonly baseUrl: string;
}

export async function getBaseAddress(request: AdminRequest, payload: unknown): Promise<BaseAddress> {
  readInput(input, payload);
  return { baseUrl: (await request.readWebTriggerUrl(WEB_TRIGGER)) + API_PATH };
}
