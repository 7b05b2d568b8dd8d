import type { PlatformSwitches } from './assumptions';

/**
 * The license of the app. The app is not sold on the local site and needs no license. With the switch
 * `no-license`, its license has ended. With `license-not-found`, the app runs in production, and the site has no license.
 */

const ENDED = { active: false, type: 'commercial', isEvaluation: false };

/**
 * Members of the second argument of functions that people call. The platform omits them for an app that is not sold, and here
 * also for a site without a license.
 */
export function licenseContext(switches: PlatformSwitches): { readonly license?: object } {
  return switches.has('no-license') ? { license: ENDED } : {};
}

/** Apps are sold in production only. */
export function environmentType(switches: PlatformSwitches): 'DEVELOPMENT' | 'PRODUCTION' {
  return switches.has('license-not-found') ? 'PRODUCTION' : 'DEVELOPMENT';
}

const PATH = '/forge/app/v1/license';
/** Atlassian's page had this path in April 2026. */
const OLD_PATH = '/forge/installation/v1/license';

const INTERVAL_MS = 5 * 60_000;

/** Answers the License API: one call in five minutes. */
export class LicenseApi {
  #askedAtMs: number | undefined;

  constructor(
    private readonly appId: string,
    private readonly switches: PlatformSwitches,
    private readonly now: () => Date,
  ) {}

  /** @returns undefined for the path of another API */
  answer(path: string): Response | undefined {
    if (path !== PATH && path !== OLD_PATH) return undefined;
    if ((path === OLD_PATH) !== this.switches.has('old-license-path'))
      return Response.json({ code: 404, message: 'Not Found' }, { status: 404 });
    const nowMs = this.now().getTime();
    const waitMs = this.#askedAtMs === undefined ? 0 : this.#askedAtMs + INTERVAL_MS - nowMs;
    if (waitMs > 0) {
      const headers = { 'Retry-After': String(Math.ceil(waitMs / 1_000)) };
      return Response.json({ code: 429, message: 'Too Many Requests' }, { status: 429, headers });
    }
    this.#askedAtMs = nowMs;
    return Response.json({ results: [{ appId: this.appId, ...this.#result() }] });
  }

  #result(): object {
    if (this.switches.has('license-not-found'))
      return { error: { type: 'NOT_FOUND', message: 'No license found for this app on the current site' } };
    return { data: this.switches.has('no-license') ? ENDED : {} };
  }
}
