import * as z from 'zod';
import { isPseudonym } from '../people/account-ids';
import { type Actor, APP, type Confluence, HostError, ImpersonationRefusedError, route } from '../platform/confluence';

/** The current permissions of an account on the site as a whole, from Confluence. */
export interface Creator {
  /** False for an account that is unknown, erased, deactivated, a guest, or has lost access to Confluence. */
  readonly mayUseConfluence: boolean;
  readonly isSiteAdmin: boolean;
}

const userBody = z.object({
  accountId: z.string(),
  /** The platform never lets the app act for a guest. */
  isGuest: z.boolean().optional(),
  /** The earlier name of `isGuest`. */
  isExternalCollaborator: z.boolean().optional(),
  operations: z.array(z.object({ operation: z.string(), targetType: z.string() })).optional(),
});

const NOTHING: Creator = { mayUseConfluence: false, isSiteAdmin: false };

/**
 * Asks as the app, which also works for an account that no longer exists. If Confluence does not show the app the rights, asks as the person.
 * @throws HostError if Confluence answers neither yes nor no
 */
export async function readCreator(confluence: Confluence, accountId: string): Promise<Creator> {
  if (isPseudonym(accountId)) return NOTHING;
  const read = (actor: Actor) => readAs(confluence, actor, accountId);
  const creator = (await read(APP)) ?? (await read({ kind: 'person', accountId }).catch(ifNotAllowed));
  if (creator === undefined)
    throw new HostError('refused', 'Confluence does not return the permissions of the account');
  return creator;
}

/** False: Confluence does not show them to the app itself. @throws HostError */
export async function areRightsShownToApp(confluence: Confluence, accountId: string): Promise<boolean> {
  return (await readAs(confluence, APP, accountId)) !== undefined;
}

/** @returns undefined if Confluence does not show the rights to the actor */
async function readAs(confluence: Confluence, actor: Actor, accountId: string): Promise<Creator | undefined> {
  const answer = await confluence.get(actor, route`/wiki/rest/api/user?accountId=${accountId}&expand=operations`);
  if (answer.status === 404 || answer.status === 410) return NOTHING;
  if (answer.status === 403) return undefined;
  const { data } = userBody.safeParse(answer.body);
  if (data?.accountId !== accountId)
    throw new HostError('failure', `Confluence returned ${answer.status} for an account`);
  const { operations, isGuest = false, isExternalCollaborator = false } = data;
  if (operations === undefined) return undefined;
  const may = (wanted: string) =>
    operations.some(({ operation, targetType }) => operation === wanted && targetType === 'application');
  const mayUseConfluence = may('use') && !isGuest && !isExternalCollaborator;
  return { mayUseConfluence, isSiteAdmin: mayUseConfluence && may('administer') };
}

function ifNotAllowed(error: unknown): undefined {
  if (!(error instanceof ImpersonationRefusedError)) throw error;
}
