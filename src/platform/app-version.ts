import { getAppContext } from '@forge/api';

/** The version of the deployed app, for example `2.14.0`. Undefined if the platform does not report it. */
export function readAppVersion(): string | undefined {
  try {
    const { appVersion } = getAppContext();
    return /^[0-9A-Za-z.-]{1,32}$/.test(appVersion) ? appVersion : undefined;
  } catch {
    return undefined;
  }
}
