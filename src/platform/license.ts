import { asApp, route } from '@forge/api';
import * as z from 'zod';
import type { Deadline } from './deadline';

/**
 * The license of the app, from Forge's License API:
 * https://developer.atlassian.com/platform/forge/apis-reference/license-api/
 */

const CALL_LIMIT_MS = 8_000;

const answer = z.object({
  results: z.tuple([z.object({ data: z.object({ active: z.boolean().optional() }).optional() })]).rest(z.unknown()),
});

/**
 * The platform allows one call in five minutes for each installation.
 * @returns `unknown`: there is no license record, as for an app that is not sold on this site. `no-answer`: ask again later
 */
export async function fetchLicense(deadline: Deadline): Promise<'active' | 'inactive' | 'unknown' | 'no-answer'> {
  try {
    return await deadline.run(CALL_LIMIT_MS, async (signal) => {
      const response = await asApp().requestAtlassian(route`/forge/app/v1/license`, {
        headers: { Accept: 'application/json' },
        signal,
      });
      if (response.status !== 200) return 'no-answer';
      const { data } = answer.safeParse(await response.json());
      if (data === undefined) return 'no-answer';
      const isActive = data.results[0].data?.active;
      if (isActive === undefined) return 'unknown';
      return isActive ? 'active' : 'inactive';
    });
  } catch {
    return 'no-answer';
  }
}
