import * as z from 'zod';
import { findOpen } from './act-on-findings';
import type { ResultOf } from './contract';
import type { SurfaceRequest } from './operation';
import { readPopupPage } from './read-popup-page';
import { cannotActAsPerson, readInput } from './result';
import { requirePerson } from './viewed-page';

const input = z.strictObject({ findingId: z.uuid() });

/** The words around one value that the popup shows, for people who can edit the page. Charged to the person. */
export async function openFinding(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'openFinding'>> {
  const { findingId } = readInput(input, payload);
  const accountId = requirePerson(request);
  const popup = await readPopupPage(request);
  if (popup.state === 'reader') throw cannotActAsPerson();
  if (popup.state !== 'page') return popup;
  const record = popup.page.mayUpdate ? findOpen(popup, [findingId]).get(findingId) : undefined;
  if (record === undefined) return { state: 'hidden' };
  const { readFindingContext } = await import('../findings/finding-context');
  return { state: 'finding', context: await readFindingContext(request, accountId, findingId, record) };
}
