import { asApp, getAppContext, route } from '@forge/api';
import * as z from 'zod';
import type { Deadline } from './deadline';

/**
 * The license of the app, from Forge's License API:
 * https://developer.atlassian.com/platform/forge/apis-reference/license-api/
 */

const CALL_LIMIT_MS = 8_000;

const result = z.object({
  data: z.object({ active: z.boolean().nullish(), isEvaluation: z.boolean().nullish() }).nullish(),
  error: z.object({ type: z.string() }).nullish(),
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
 * `trial`: an active license for an evaluation. `ended`: a license that is no longer active. `none`: the platform has no license of this
 * site, which it reports as an empty record or as `NOT_FOUND`.
 */
export type FoundLicense = 'active' | 'trial' | 'ended' | 'none';

/** The platform allows one call in five minutes for each installation. @returns `no-answer`: ask again later */
export async function fetchLicense(deadline: Deadline): Promise<FoundLicense | 'no-answer'> {
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
      const { error, data: license } = data.results[0];
      if (error && error.type !== 'NOT_FOUND') return 'no-answer';
      if (typeof license?.active !== 'boolean') return 'none';
      if (!license.active) return 'ended';
      return license.isEvaluation === true ? 'trial' : 'active';
    });
  } catch {
    return 'no-answer';
  }
}
