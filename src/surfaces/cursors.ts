import { type CursorQuestion, readCursor, writeCursor } from '../keys/sealed-cursor';
import type { Position } from '../platform/rows-by-time';
import type { Peppers } from '../platform/secrets';
import type { SurfaceRequest } from './operation';
import { invalidInput, Refusal } from './result';

/** @throws Refusal INTERNAL_ERROR if the app has no secret */
export function requirePeppers(request: SurfaceRequest): Peppers {
  const peppers = request.peppers();
  if (peppers !== undefined) return peppers;
  throw new Refusal('INTERNAL_ERROR', 'The app is not set up completely. Ask a site admin to set PEPPER_V1.');
}

/**
 * The cursors of lists that omit rows that the viewer may not see. Each is for one person and one list. A list of one
 * part needs no cursor, and no secret of the app.
 * @param list the name of the list for people
 */
export function cursorsOf(request: SurfaceRequest, readerId: string, question: CursorQuestion, list = 'list') {
  const { installationId, now } = request;
  const scope = () => ({ peppers: requirePeppers(request), installationId, readerId, now, question });
  return {
    /** @throws Refusal INVALID_INPUT; INTERNAL_ERROR if the app has no secret */
    read: (cursor: string | undefined): Position | undefined => {
      if (cursor === undefined) return undefined;
      const position = readCursor(cursor, scope());
      if (position !== 'invalid' && position !== 'expired') return position;
      throw invalidInput([
        { field: 'cursor', message: `has expired or belongs to another list. Open the ${list} again.` },
      ]);
    },
    /** @throws Refusal INTERNAL_ERROR if the app has no secret */
    write: (position: Position | undefined): { readonly cursor?: string } =>
      position === undefined ? {} : { cursor: writeCursor(position, scope()) },
  };
}
