import { asApp, getAppContext, route } from '@forge/api';
import * as z from 'zod';
import type { Deadline } from './deadline';

/**
 * The license of the app, from Forge's License API:
 * https://developer.atlassian.com/platform/forge/apis-reference/license-api/
 */

const CALL_LIMIT_MS = 8_000;

const result = z.object({
  data: z.object({ active: z.boolean().optional() }).optional(),
  error: z.object({ type: z.string() }).optional(),
});
const answer = z.object({ results: z.tuple([result]).rest(z.unknown()) });

/** The app is sold in production only. If the platform does not report the environment, it counts as production. */
export function isInProduction(): boolean {
  try {
    return getAppContext().environmentType === 'PRODUCTION';
  } catch {
    return true;
  }
}

/**
 * The platform allows one call in five minutes for each installation.
 * @returns `inactive`: the license has ended, or the platform found none in production. `unknown`: there is no license record,
 * as for an app that is not sold on this site. `no-answer`: ask again later
 */
export async function fetchLicense(deadline: Deadline): Promise<'active' | 'inactive' | 'unknown' | 'no-answer'> {
  try {
    return await deadline.run(CALL_LIMIT_MS, async (signal) => {
      const request = { headers: { Accept: 'application/json' }, signal };
      let response = await asApp().requestAtlassian(route`/forge/app/v1/license`, request);
      // Atlassian has documented two paths.
      if (response.status === 404)
        response = await asApp().requestAtlassian(route`/forge/installation/v1/license`, request);
      if (response.status !== 200) return 'no-answer';
      const { data } = answer.safeParse(await response.json());
      if (data === undefined) return 'no-answer';
      const { error, data: { active: isActive } = {} } = data.results[0];
      if (error !== undefined && error.type !== 'NOT_FOUND') return 'no-answer';
      if (error !== undefined) return isInProduction() ? 'inactive' : 'unknown';
      if (isActive === undefined) return 'unknown';
      return isActive ? 'active' : 'inactive';
    });
  } catch {
    return 'no-answer';
  }
}
