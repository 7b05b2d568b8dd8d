import type { SurfaceErrorCode } from './contract';

export { InvalidInput, invalidInput, readInput } from '../keys/read-input';

/** Thrown inside an operation to end it with this error. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  constructor(
    readonly code: SurfaceErrorCode,
    /** A sentence for the person, with the problem and its solution. */
    message: string,
  ) {
    super(message);
  }
}

/** For everything except the level of the page, people need a login and a license. */
export function notAllowed(): Refusal {
  return new Refusal(
    'NOT_ALLOWED',
    'You need to be logged in with access to Confluence to do this. Guests can see levels only.',
  );
}

/** The person has a license, but the platform does not let the app act in their name here. */
export function cannotActAsPerson(): Refusal {
  return new Refusal(
    'NOT_ALLOWED',
    'Confluence doesn’t let the app act in your name. Nothing was changed. Ask a Confluence admin to open the site check of the app.',
  );
}
