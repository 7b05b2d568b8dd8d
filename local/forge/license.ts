import type { PlatformSwitches } from './assumptions';

/**
 * The license of the app. The app is not sold on the local site and needs no license. With the switch
 * `no-license`, its license has ended.
 */

const ENDED = { active: false, type: 'commercial', isEvaluation: false };

/** Members of the second argument of functions that people call. The platform omits them for an app that is not sold. */
export function licenseContext(switches: PlatformSwitches): { readonly license?: object } {
  return switches.has('no-license') ? { license: ENDED } : {};
}

export const LICENSE_PATH = '/forge/app/v1/license';

const INTERVAL_MS = 5 * 60_000;

/** Answers the License API: one call in five minutes. */
export class LicenseApi {
  #askedAtMs: number | undefined;

  constructor(
    private readonly appId: string,
    private readonly switches: PlatformSwitches,
    private readonly now: () => Date,
  ) {}

  answer(): Response {
    const nowMs = this.now().getTime();
    const waitMs = this.#askedAtMs === undefined ? 0 : this.#askedAtMs + INTERVAL_MS - nowMs;
    if (waitMs > 0) {
      const headers = { 'Retry-After': String(Math.ceil(waitMs / 1_000)) };
      return Response.json({ code: 429, message: 'Too Many Requests' }, { status: 429, headers });
    }
    this.#askedAtMs = nowMs;
    return Response.json({ results: [{ appId: this.appId, data: this.switches.has('no-license') ? ENDED : {} }] });
  }
}
