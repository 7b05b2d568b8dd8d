import type { SpaceName } from '../../../src/admin/spaces/spaces';
import type { Level } from '../../../src/classification/model';
import { ask } from './operations';
import { texts } from './texts';
import { UNCLASSIFIED } from './unclassified';

/** Names by ID. The UI shows the ID if a name could not be loaded. */
export interface Names {
  readonly levels: readonly Level[];
  readonly spaces: ReadonlyMap<string, SpaceName>;
  /** undefined: Confluence does not know the account. Accounts that could not be loaded are missing. */
  readonly accounts: ReadonlyMap<string, string | undefined>;
}

/** The limits of the resolver. */
const ACCOUNTS_AT_ONCE = 100;
const SPACES_AT_ONCE = 250;
const PAGES_AT_ONCE = 250;

export { UNCLASSIFIED };

/** Takes the place of an account ID after the erasure of a person's data (src/people/account-ids.ts). */
const PSEUDONYM_PREFIX = 'erased:';

const isPseudonym = (accountId: string) => accountId.startsWith(PSEUDONYM_PREFIX);

/** Confluence is not asked about erased people. Never rejects. */
export async function readAccounts(accountIds: Iterable<string>): Promise<Names['accounts']> {
  const all = [...accountIds];
  const answers = await Promise.all(
    chunks(
      all.filter((accountId) => !isPseudonym(accountId)),
      ACCOUNTS_AT_ONCE,
    ).map(async (asked) => {
      const answer = await ask('describeAccounts', { accountIds: asked });
      if (!answer.ok) return [];
      const known = new Map(answer.value.accounts.map(({ accountId, displayName }) => [accountId, displayName]));
      return asked.map((accountId) => [accountId, known.get(accountId)] as const);
    }),
  );
  const erased = all.filter(isPseudonym).map((pseudonym) => [pseudonym, erasedPersonName(pseudonym)] as const);
  return new Map([...answers.flat(), ...erased]);
}

/** The name of a person whose data was erased. */
export function erasedPersonName(pseudonym: string): string {
  return texts.erasedPerson(shortCode(pseudonym));
}

/** The first characters of a pseudonym's code, which are enough to distinguish people. */
export function shortCode(pseudonym: string): string {
  return pseudonym.slice(PSEUDONYM_PREFIX.length, PSEUDONYM_PREFIX.length + 6);
}

/** Never rejects. */
export async function readSpaces(spaceIds: Iterable<string>): Promise<Names['spaces']> {
  const answers = await Promise.all(
    chunks(spaceIds, SPACES_AT_ONCE).map((asked) => ask('describeSpaces', { spaceIds: asked })),
  );
  return new Map(
    answers.flatMap((answer) => (answer.ok ? answer.value.spaces.map((space) => [space.id, space] as const) : [])),
  );
}

/** Titles. undefined: the page does not exist, or the user cannot view it. Pages that could not be loaded are missing. */
export async function readPages(pageIds: Iterable<string>): Promise<ReadonlyMap<string, string | undefined>> {
  const answers = await Promise.all(
    chunks(pageIds, PAGES_AT_ONCE).map(async (asked) => {
      const answer = await ask('describePages', { pageIds: asked });
      if (!answer.ok) return [];
      const known = new Map(answer.value.pages.map(({ pageId, title }) => [pageId, title]));
      return asked.map((pageId) => [pageId, known.get(pageId)] as const);
    }),
  );
  return new Map(answers.flat());
}

export function levelName({ levels }: Pick<Names, 'levels'>, entry: string): string {
  if (entry === UNCLASSIFIED) return texts.form.unclassified;
  return levels.find(({ levelId }) => levelId === entry)?.name ?? entry;
}

export function spaceName({ spaces }: Pick<Names, 'spaces'>, spaceId: string): string {
  return spaces.get(spaceId)?.name ?? spaceId;
}

/** The account ID of automatic events of the app. */
export const APP_ACCOUNT_ID = 'system';

export function accountName({ accounts }: Pick<Names, 'accounts'>, accountId: string): string {
  if (accountId === APP_ACCOUNT_ID) return texts.audit.theApp;
  const isUnknown = accounts.has(accountId) && accounts.get(accountId) === undefined;
  return isUnknown ? `${texts.audit.unknownPerson} ${accountId}` : (accounts.get(accountId) ?? accountId);
}

function chunks(entries: Iterable<string>, size: number): string[][] {
  const all = [...new Set(entries)];
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
