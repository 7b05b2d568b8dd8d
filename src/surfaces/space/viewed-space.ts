import type { Levels } from '../../classification/level-store';
import { lookUpSpaceRights, type SpaceRights } from '../../classification/space-lookup';
import { awaitAll } from '../../platform/await-all';
import { pointsThatFit } from '../../quota/charge-or-wait';
import { POINTS_OF_A_PAGE, pointsOfPages } from '../../quota/host-points';
import type { SurfaceRequest } from '../operation';
import { type Reader, requirePerson, withPoints } from '../viewed-page';
import type { NoSpace, NoSpaceAdmin } from './contract';

/** The space of a frame as its viewer currently sees it. Every operation asks Confluence; nothing is cached. */

export interface ViewedSpace extends SpaceRights, Pick<Reader, 'accountId' | 'storage' | 'confluence'> {
  readonly spaceId: string;
  readonly levels: Levels;
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
  requirePerson(request);
  const { spaceId } = request;
  if (spaceId === undefined) return { state: 'hidden' };
  const block = Math.min(points, await pointsThatFit(request, 'people'));
  const read = async ({ accountId, storage, confluence }: Reader): Promise<T | NoSpace> => {
    const [rights, levels] = await awaitAll([
      lookUpSpaceRights(confluence, accountId, spaceId),
      request.levels(),
    ] as const);
    return rights === 'hidden'
      ? { state: 'hidden' }
      : run({ accountId, spaceId, levels, storage, confluence, ...rights });
  };
  return withPoints(request, read, { block });
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
