import type { Levels } from '../../classification/level-store';
import { lookUpSpaceRights, type SpaceRights } from '../../classification/space-lookup';
import { seePages, type Visibility } from '../../classification/visible-pages';
import { type CursorQuestion, readCursor, writeCursor } from '../../keys/sealed-cursor';
import { awaitAll } from '../../platform/await-all';
import type { Confluence } from '../../platform/confluence';
import type { Position } from '../../platform/rows-by-time';
import { pointsThatFit } from '../../quota/charge-or-wait';
import { POINTS_OF_A_PAGE, pointsOfPages } from '../../quota/host-points';
import type { SurfaceRequest } from '../operation';
import { invalidInput, notAllowed, Refusal } from '../result';
import { requirePerson } from '../viewed-page';
import type { NoSpace, NoSpaceAdmin } from './contract';

/** The space of a frame as its viewer currently sees it. Every operation asks Confluence; nothing is cached. */

export interface ViewedSpace extends SpaceRights {
  readonly state: 'space';
  readonly accountId: string;
  readonly spaceId: string;
  readonly levels: Levels;
  /** Confluence, paid with the points of the viewer, because many viewers can open a space. */
  readonly confluence: Confluence;
}

/**
 * Runs an operation in the space of the frame. The space is only a claim, so the operation uses only what Confluence
 * shows this person.
 * @param points what the operation can need: charged at once; unused points are returned
 * @throws Refusal NOT_ALLOWED for people without a license; HostError, StorageUnavailableError, CorruptRecordError
 */
export async function inSpace<T>(
  request: SurfaceRequest,
  run: (space: ViewedSpace) => T | Promise<T>,
  points = 1,
): Promise<T | NoSpace> {
  const accountId = requirePerson(request);
  const { spaceId } = request;
  if (spaceId === undefined) return { state: 'hidden' };
  const paid = request.openPoints(accountId, Math.min(points, pointsThatFit(request.quotas)));
  try {
    const confluence = paid.meter(request.confluence);
    const [rights, levels] = await awaitAll([
      lookUpSpaceRights(confluence, accountId, spaceId),
      request.levels(),
    ] as const);
    if (rights === 'hidden') return { state: 'hidden' };
    return await run({ state: 'space', accountId, spaceId, levels, confluence, ...rights });
  } finally {
    await paid.close();
  }
}

/** Runs an operation for admins of the space only. @throws as `inSpace` */
export function asSpaceAdmin<T>(
  request: SurfaceRequest,
  run: (space: ViewedSpace) => T | Promise<T>,
  points?: number,
): Promise<T | NoSpaceAdmin> {
  const asAdmin = (space: ViewedSpace) => (space.mayAdminister ? run(space) : ({ state: 'not-admin' } as const));
  return inSpace<T | NoSpaceAdmin>(request, asAdmin, points);
}

/** The points of an operation that reads a list of pages, with those of the rights in the space. */
export const pointsOfList = (pages: number) => POINTS_OF_A_PAGE + pointsOfPages(pages);

/** @param pageIds 250 at most. @throws Refusal NOT_ALLOWED, HostError, StorageUnavailableError */
export async function seeAsViewer(
  { storage }: SurfaceRequest,
  { confluence, accountId }: ViewedSpace,
  pageIds: readonly string[],
): Promise<ReadonlyMap<string, Visibility>> {
  const seen = await seePages({ confluence, storage }, { accountId }, pageIds);
  if (seen.outcome === 'creator-inactive') throw notAllowed();
  return seen.pages;
}

/**
 * The cursors of lists that omit rows that the viewer may not see: for one person, one space and one list.
 * @throws Refusal INTERNAL_ERROR if the app has no secret
 */
export function cursorsOf(request: SurfaceRequest, { accountId, spaceId }: ViewedSpace, list: CursorQuestion) {
  const peppers = request.peppers();
  if (peppers === undefined)
    throw new Refusal('INTERNAL_ERROR', 'The app is not set up completely. Ask a site admin to set PEPPER_V1.');
  const { installationId, now } = request;
  const scope = { peppers, installationId, readerId: accountId, now, question: ['space', spaceId, ...list] };
  return {
    /** @throws Refusal INVALID_INPUT */
    read: (cursor: string | undefined): Position | undefined => {
      if (cursor === undefined) return undefined;
      const position = readCursor(cursor, scope);
      if (position !== 'invalid' && position !== 'expired') return position;
      throw invalidInput([
        { field: 'cursor', message: 'has expired or belongs to another list. Open the list again.' },
      ]);
    },
    write: (position: Position | undefined): { readonly cursor?: string } =>
      position === undefined ? {} : { cursor: writeCursor(position, scope) },
  };
}
