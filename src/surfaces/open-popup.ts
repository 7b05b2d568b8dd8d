import type { OpenPage, PopupView } from './contract';
import { NO_INPUT, type SurfaceRequest } from './operation';
import { readPopupPage } from './read-popup-page';
import { showLevel, viewPopupPage } from './show-popup-page';
import { readInput } from './result';

/** Everything that the popup shows. A reader sees the level of the page only. */
export async function openPopup(request: SurfaceRequest, payload: unknown): Promise<PopupView> {
  readInput(NO_INPUT, payload);
  const opened = await readPopupPage(request);
  switch (opened.state) {
    case 'page':
      return request.isAppLicensed ? viewPopupPage(opened) : withoutChanges(viewPopupPage(opened));
    case 'reader':
      return { state: 'reader', level: showLevel(opened.levels, opened.stored.record) };
    case 'off':
    case 'not-a-page':
    case 'hidden':
      return opened;
  }
}

/** The page without an active license of the app. A person reads everything, and no change is offered. */
function withoutChanges({ proposal: _proposal, ...page }: OpenPage): OpenPage {
  return { ...page, may: { exclude: false, redact: false }, isLicenseInactive: true };
}
