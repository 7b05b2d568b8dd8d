import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import { isOffIn, surfaceSettingsOf } from '../classification/settings';
import { bylineOf, NEUTRAL_BYLINE, OFF_BYLINE } from '../mirror/level-property';
import { awaitAll } from '../platform/await-all';
import type { Byline } from './contract';
import { readFunctionCall } from './function-call';
import { openSurfaceRequest, type SurfaceDependencies } from './operation';

/**
 * The text of the byline in the viewer's language, for sites that have chosen this. Confluence calls it for each view, so
 * it reads two rows and asks Confluence nothing. Never throws: a byline without a known level is neutral.
 */
export async function readByline(
  dependencies: SurfaceDependencies,
  payload: unknown,
  context: unknown,
): Promise<Byline> {
  try {
    const { installationId, content, space, locale } = readFunctionCall(payload, context);
    if (content?.type !== 'page') return NEUTRAL_BYLINE;
    const caller = { accountId: undefined, hasLicense: false, extension: undefined, moduleKey: undefined };
    const request = openSurfaceRequest('byline', { ...caller, installationId, locale }, dependencies);
    const [levels, row] = await awaitAll([request.levels(), readPageLevelRow(request.storage, content.id)] as const);
    const { record } = parsePageLevel(content.id, row);
    const { byline, bylineNames } = surfaceSettingsOf(levels.settings);
    // The page is a claim that this function does not check. Sites that do not show this byline reveal nothing.
    if (!byline || bylineNames !== 'viewer') return NEUTRAL_BYLINE;
    // The call and the row may be older than a move of the page.
    const isOff = [space.id, record?.spaceId].some((one) => one !== undefined && isOffIn(levels.settings, one));
    return isOff ? OFF_BYLINE : bylineOf(record, levels);
  } catch {
    dependencies.log('surface.byline-unknown', {});
    return NEUTRAL_BYLINE;
  }
}
