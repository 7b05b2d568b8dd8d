import * as z from 'zod';
import { isPseudonym } from '../people/account-ids';
import { APP, type Confluence, HostError, route } from '../platform/confluence';

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
  operations: z.array(z.object({ operation: z.string(), targetType: z.string() })),
});

/** @throws HostError if Confluence answers neither yes nor no */
export async function readCreator(confluence: Confluence, accountId: string): Promise<Creator> {
  if (isPseudonym(accountId)) return { mayUseConfluence: false, isSiteAdmin: false };
  const answer = await confluence.get(APP, route`/wiki/rest/api/user?accountId=${accountId}&expand=operations`);
  if (answer.status === 404 || answer.status === 410) return { mayUseConfluence: false, isSiteAdmin: false };
  const parsed = userBody.safeParse(answer.body);
  if (!parsed.success || parsed.data.accountId !== accountId) {
    throw new HostError('failure', `Confluence returned ${answer.status} without the permissions of the account`);
  }
  const may = (wanted: string) =>
    parsed.data.operations.some(({ operation, targetType }) => operation === wanted && targetType === 'application');
  const mayUseConfluence = may('use') && parsed.data.isGuest !== true;
  return { mayUseConfluence, isSiteAdmin: mayUseConfluence && may('administer') };
}
