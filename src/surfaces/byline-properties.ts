import { surfaceSettingsOf } from '../classification/settings';
import { bylineOf, NEUTRAL_BYLINE, OFF_BYLINE } from '../mirror/level-property';
import type { Byline } from './contract';
import { POINTS_OF_A_PAGE } from '../quota/host-points';
import { readFunctionCall } from './function-call';
import { openSurfaceRequest, type SurfaceDependencies } from './operation';
import { openPageLevel } from './viewed-page';

/** For a person with a license, one is enough. Without, the app reads the page and asks for the permissions of the viewer. */
const MAX_CONFLUENCE_CALLS = 4;
/** All viewers without a login share one quota. */
const ANONYMOUS_OWNER = 'anonymous';

/**
 * The text of the byline in the viewer's language, for sites that have chosen this. Confluence calls it for each view.
 * The page is a claim, so the text has a level only if Confluence confirms that this viewer sees the page. The calls
 * are charged to the viewer before they are made, outside of the points that the site shares. Never throws, because a
 * byline without a known level is neutral.
 */
export async function readByline(
  dependencies: SurfaceDependencies,
  payload: unknown,
  context: unknown,
): Promise<Byline> {
  try {
    const { installationId, accountId, content, locale } = readFunctionCall(payload, context);
    // If the viewer has no license, the platform refuses to act for them, and they are a reader.
    const caller = { accountId, hasLicense: true, extension: { content }, moduleKey: undefined };
    const request = openSurfaceRequest('byline', { ...caller, installationId, locale }, dependencies, {
      prepaid: MAX_CONFLUENCE_CALLS * POINTS_OF_A_PAGE,
    });
    if (request.place?.contentType === undefined) return NEUTRAL_BYLINE;
    const levels = await request.levels();
    const { byline, bylineNames } = surfaceSettingsOf(levels.settings);
    if (!byline || bylineNames !== 'viewer') return NEUTRAL_BYLINE;
    const cost = { 'key-check': MAX_CONFLUENCE_CALLS };
    if ('waitSeconds' in (await request.charge(accountId ?? ANONYMOUS_OWNER, cost))) return NEUTRAL_BYLINE;
    const seen = await openPageLevel(request);
    if ('levels' in seen) return bylineOf(seen.record, levels, request.place);
    return seen.state === 'off' ? OFF_BYLINE : NEUTRAL_BYLINE;
  } catch {
    dependencies.log('surface.byline-unknown', {});
    return NEUTRAL_BYLINE;
  }
}
