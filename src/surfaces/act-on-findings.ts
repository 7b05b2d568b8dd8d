import { openFindingsOf } from '../findings/lists/page-findings';
import type { FindingRecord } from '../findings/model';
import { surfaceSettingsOf } from '../classification/settings';
import type { DeniedAction, NoPage } from './contract';
import type { SurfaceRequest } from './operation';
import { type PopupPage, readPopupPage } from './read-popup-page';
import { viewPopupPage } from './show-popup-page';
import { cannotActAsPerson } from './result';
import { requirePerson } from './viewed-page';

/** The checks of every action on the findings of a page. They are made again in each call. */

/** @throws Refusal NOT_ALLOWED; and as `readPopupPage` */
export async function openForAction(
  request: SurfaceRequest,
  permission: 'peopleMayExclude' | 'peopleMayRedact',
): Promise<PopupPage | DeniedAction | NoPage> {
  requirePerson(request);
  const popup = await readPopupPage(request);
  if (popup.state === 'reader') throw cannotActAsPerson();
  if (popup.state !== 'page') return popup;
  if (!popup.page.mayUpdate) return denied(popup, 'PAGE_NOT_EDITABLE');
  return surfaceSettingsOf(popup.levels.settings)[permission] ? popup : denied(popup, 'NOT_ENABLED');
}

export function denied(popup: PopupPage, code: DeniedAction['code']): DeniedAction {
  return { outcome: 'denied', code, page: viewPopupPage(popup) };
}

/** The findings with these ids that are open on the page. */
export function findOpen(
  { page, stored, findings, now }: PopupPage,
  findingIds: readonly string[],
): ReadonlyMap<string, FindingRecord> {
  if (findings === undefined) return new Map();
  const { pageId, spaceId } = page;
  const open = openFindingsOf(findings, { pageId, spaceId, levelId: stored.record?.levelId }, now);
  return new Map([...open].filter(([findingId]) => findingIds.includes(findingId)));
}
