import { apiKeyRecord } from '../../src/keys/model';
import type { Confluence } from '../../src/platform/confluence';
import { requireAdminOfAll, requireNoLimits } from '../../src/rest/admin-of-all';
import { Problem } from '../../src/rest/problem';
import { ADMIN_ID, aKeyRecord, type LooseRecord } from '../keys/key-record';

/** Resources of the whole site require a key without limits whose creator is a site admin. */

const aKey = (overrides: LooseRecord = {}) => ({
  keyId: '0123456789abcdef',
  record: apiKeyRecord.parse(aKeyRecord(overrides)),
});
const LIMITED: readonly LooseRecord[] = [
  { levelLimit: ['unclassified'] },
  { spaceLimit: ['98306'] },
  { levelLimit: ['unclassified'], spaceLimit: ['98306'] },
];

/** The Confluence response if the creator of the key has this permission on the site. */
function confluenceWhere(...operations: string[]) {
  const asked: string[] = [];
  const confluence: Confluence = {
    get: (actor, { value }) => {
      asked.push(`${actor.kind} ${value}`);
      const may = operations.map((operation) => ({ operation, targetType: 'application' }));
      return Promise.resolve({ status: 200, body: { accountId: ADMIN_ID, operations: may } });
    },
    download: () => Promise.reject(new Error('nothing is downloaded')),
    post: () => Promise.reject(new Error('nothing may change')),
    put: () => Promise.reject(new Error('nothing may change')),
    delete: () => Promise.reject(new Error('nothing may change')),
  };
  return { asked, confluence };
}

const problemOf = (error: unknown) => (error instanceof Problem ? [error.code, error.detail] : error);

it.each(LIMITED)('the operation refuses a key with limits: %j', async (limits) => {
  const { asked, confluence } = confluenceWhere('use', 'administer');
  const refusal = ['KEY_HAS_LIMITS', 'Use a key without a page access limit and without a space limit.'];
  expect(await requireAdminOfAll({ confluence, key: aKey(limits) }).catch(problemOf)).toEqual(refusal);
  expect(() => requireNoLimits(aKey(limits))).toThrow(Problem);
  expect(asked).toEqual([]);
});

it.each([
  ['a site admin', ['use', 'administer'], undefined],
  ['no site admin', ['use'], ['CREATOR_NOT_ADMIN', 'Use a key whose creator is currently a site admin.']],
  ['without Confluence', ['administer'], expect.arrayContaining(['API_KEY_OWNER_INACTIVE'])],
])(
  'the operation accepts a key without limits whose creator is a site admin: %s',
  async (_who, operations, outcome) => {
    const { asked, confluence } = confluenceWhere(...operations);
    expect(await requireAdminOfAll({ confluence, key: aKey() }).catch(problemOf)).toEqual(outcome);
    expect(() => requireNoLimits(aKey())).not.toThrow();
    expect(asked).toEqual([`app /wiki/rest/api/user?accountId=${encodeURIComponent(ADMIN_ID)}&expand=operations`]);
  },
);
