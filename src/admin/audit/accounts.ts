import * as z from 'zod';
import { isPseudonym } from '../../people/account-ids';
import { APP, HostError, route } from '../../platform/confluence';
import { operation } from '../input';
import type { AdminRequest } from '../operation';

/** Confluence returns at most a hundred accounts per request and omits the others. */
const MAX_ACCOUNTS = 100;

const input = z.strictObject({ accountIds: z.array(z.string().min(1).max(128)).max(MAX_ACCOUNTS) });
const usersBody = z.object({ results: z.array(z.object({ accountId: z.string(), displayName: z.string() })) });

export interface AccountName {
  readonly accountId: string;
  readonly displayName: string;
}

/** The names of the accounts that Confluence knows; the others are omitted. */
export const describeAccounts = operation(input, async (request, { accountIds }) => {
  return { accounts: await findAccountNames(request, accountIds) };
});

/** @param named at most MAX_ACCOUNTS */
export async function findAccountNames(
  { confluence }: AdminRequest,
  named: readonly string[],
): Promise<readonly AccountName[]> {
  // Confluence does not know the pseudonyms of erased people.
  const accountIds = named.filter((accountId) => !isPseudonym(accountId));
  if (accountIds.length === 0) return [];
  const query = new URLSearchParams();
  for (const accountId of accountIds) query.append('accountId', accountId);
  const answer = await confluence.get(APP, route`/wiki/rest/api/user/bulk?${query}`);
  const parsed = usersBody.safeParse(answer.body);
  if (!parsed.success) throw new HostError('failure', `Confluence returned ${answer.status} for a list of accounts`);
  const accounts = parsed.data.results.filter(({ accountId }) => accountIds.includes(accountId));
  return accounts.map(({ accountId, displayName }) => ({ accountId, displayName }));
}
