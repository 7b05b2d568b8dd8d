import * as z from 'zod';
import { isPseudonym } from '../../people/account-ids';
import { APP, HostError, ImpersonationRefusedError, route } from '../../platform/confluence';
import { operation } from '../input';
import type { AdminRequest } from '../operation';

/** Confluence returns at most a hundred accounts per request and omits the others. */
const MAX_ACCOUNTS = 100;

const input = z.strictObject({ accountIds: z.array(z.string().min(1).max(128)).max(MAX_ACCOUNTS) });
const usersBody = z.object({ results: z.array(z.object({ accountId: z.string(), displayName: z.string() })) });

const searchInput = z.strictObject({ text: z.string().trim().min(1).max(128) });
const searchBody = z.object({ results: z.array(z.object({ user: z.unknown() })) });
const personBody = z.object({ accountId: z.string(), displayName: z.string(), accountType: z.literal('atlassian') });
const MAX_FOUND = 20;

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

export interface FoundPeople {
  readonly people: readonly AccountName[];
  /** False: the platform does not let the app search as the admin, so only a whole account ID finds a person. */
  readonly canSearch: boolean;
}

/** People whose name has words that begin with the text, as the admin finds them. An account ID finds its person. */
export const findPeople = operation(searchInput, async (request, { text }): Promise<FoundPeople> => {
  if (/^[\w-]+:[\w:-]+$|^[0-9a-f]{24}$/.test(text))
    return { people: await findAccountNames(request, [text]), canSearch: true };
  const query = new URLSearchParams({ cql: `user.fullname ~ "${text.replace(/["\\]/g, '\\$&')}"` });
  try {
    const answer = await request.confluence.get(
      { kind: 'person', accountId: request.accountId },
      route`/wiki/rest/api/search/user?${query}&limit=${MAX_FOUND}`,
    );
    const parsed = searchBody.safeParse(answer.body);
    if (!parsed.success) throw new HostError('failure', `Confluence returned ${answer.status} for a search of people`);
    // Confluence hides the name of a person who does not want it shown.
    const people = parsed.data.results.flatMap(({ user }) => personBody.safeParse(user).data ?? []);
    return { people: people.map(({ accountId, displayName }) => ({ accountId, displayName })), canSearch: true };
  } catch (error) {
    if (error instanceof ImpersonationRefusedError) return { people: [], canSearch: false };
    throw error;
  }
});
