import * as z from 'zod';
import { readFindings } from '../findings/scan/scan-store';
import type { ResultOf } from './contract';
import type { SurfaceRequest } from './operation';
import { readInput } from './result';
import { openPageAsPerson, requirePerson } from './viewed-page';

const input = z.strictObject({ findingId: z.uuid() });

/** The words around one value on the page of the frame, for people who can edit the page. Charged to the person. */
export async function openFinding(request: SurfaceRequest, payload: unknown): Promise<ResultOf<'openFinding'>> {
  const { findingId } = readInput(input, payload);
  const accountId = requirePerson(request);
  const { viewed } = await openPageAsPerson(request);
  if (viewed.state !== 'page') return viewed;
  const { pageId, mayUpdate } = viewed.page;
  const record = (await readFindings(request.storage, [findingId])).get(findingId);
  if (record?.pageId !== pageId || !mayUpdate) return { state: 'hidden' };
  const { readFindingContext } = await import('../findings/finding-context');
  return { state: 'finding', context: await readFindingContext(request, accountId, findingId, record) };
}
