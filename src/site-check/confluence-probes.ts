import * as z from 'zod';
import type { NewAnswer } from '../capabilities/answers';
import { policyMetadata } from '../capabilities/closed-spaces';
import { awaitAll } from '../platform/await-all';
import { type Actor, APP, type Confluence, type HostResponse, route } from '../platform/confluence';
import { PROBE_PROPERTY, RANK_ALIAS } from '../mirror/prefix';

/** The probes of the resolver that ask Confluence. Each uses as few calls as it can, and changes nothing of the site. */

type Answer = Pick<NewAnswer, 'state' | 'detail'>;

const WORKS = { state: 'works' } as const satisfies Answer;
const statusAnswer = ({ status }: HostResponse): Answer => ({ state: 'fails', detail: `status-${status}` });

const pagesBody = z.object({ results: z.array(z.object({ id: z.string() })) });

export interface ActingAsPerson {
  readonly answer: Answer;
  /** A page that the person can view. Undefined if none was returned. */
  readonly pageId: string | undefined;
}

/** One call. @throws HostError, ImpersonationRefusedError */
export async function tryToActAs(confluence: Confluence, accountId: string): Promise<ActingAsPerson> {
  const answer = await confluence.get({ kind: 'person', accountId }, route`/wiki/api/v2/pages?limit=1`);
  if (answer.status !== 200) return { answer: statusAnswer(answer), pageId: undefined };
  return { answer: WORKS, pageId: pagesBody.safeParse(answer.body).data?.results[0]?.id };
}

const permissionBody = z.object({ hasPermission: z.boolean() });

/** The permission check is documented for admins only. Three calls. @throws HostError */
export async function tryPermissionChecks(
  confluence: Confluence,
  accountId: string,
  pageId: string,
): Promise<readonly NewAnswer[]> {
  const check = (page: string, identifier: string) =>
    confluence.post(APP, route`/wiki/rest/api/content/${page}/permission/check`, {
      subject: { type: 'user', identifier },
      operation: 'read',
    });
  const [known, unknown, anonymous] = await awaitAll([
    check(pageId, accountId),
    check(NO_PAGE, accountId),
    check(pageId, 'anonymous'),
  ]);
  const permitted = permissionBody.safeParse(known.body).data?.hasPermission;
  const onNoPage = permissionBody.safeParse(unknown.body).data?.hasPermission;
  return [
    {
      probe: 'permission-check',
      ...(permitted === true ? WORKS : permitted === false ? { state: 'fails', detail: 'no' } : unansweredBy(known)),
    },
    {
      probe: 'permission-check-refusal',
      ...(onNoPage === true
        ? { state: 'fails', detail: 'yes' }
        : unknown.status === 404 || onNoPage === false
          ? WORKS
          : statusAnswer(unknown)),
    },
    {
      probe: 'permission-check-anonymous',
      ...(permissionBody.safeParse(anonymous.body).success ? WORKS : statusAnswer(anonymous)),
    },
  ];
}

/** After 404, the app may only not see the page that the admin sees. */
function unansweredBy(answer: HostResponse): Answer {
  return answer.status === 404 ? { state: 'not-tried', detail: 'page-not-seen' } : statusAnswer(answer);
}

/** No page of a site has this id. */
const NO_PAGE = '1';

const spacesBody = z.object({
  results: z.array(z.object({ id: z.string() })),
  _links: z.object({ next: z.string() }).optional().catch(undefined),
});

/** Compares the first 250 spaces. Two calls. @throws HostError, ImpersonationRefusedError */
export async function trySpaces(confluence: Confluence, accountId: string): Promise<readonly NewAnswer[]> {
  const list = async (actor: Actor) => {
    const answer = await confluence.get(actor, route`/wiki/api/v2/spaces?sort=id&limit=250`);
    return { answer, parsed: spacesBody.safeParse(answer.body).data };
  };
  const [app, person] = await awaitAll([list(APP), list({ kind: 'person', accountId })]);
  if (app.parsed === undefined) return [{ probe: 'app-sees-spaces', ...statusAnswer(app.answer) }];
  if (person.parsed === undefined) return [{ probe: 'app-sees-spaces', state: 'not-tried', detail: 'no-list' }];
  const seen = new Set(app.parsed.results.map(({ id }) => id));
  const last = app.parsed.results.at(-1)?.id;
  // The list of the app may end before the one of the person.
  const isInReach = (id: string) => app.parsed?._links === undefined || (last !== undefined && isUpTo(id, last));
  const missing = person.parsed.results.filter(({ id }) => !seen.has(id) && isInReach(id)).length;
  return [{ probe: 'app-sees-spaces', ...(missing === 0 ? WORKS : { state: 'fails', detail: `spaces-${missing}` }) }];
}

/** Compares two numbers without leading zeros of any length. */
function isUpTo(id: string, last: string): boolean {
  return id.length < last.length || (id.length === last.length && id <= last);
}

/** Writes, reads and deletes a property that nothing else uses. Three calls. @throws HostError */
export async function tryAppProperty(confluence: Confluence): Promise<readonly NewAnswer[]> {
  const written = await confluence.put(APP, route`/wiki/api/v2/app/properties/${PROBE_PROPERTY}`, { probe: 'on' });
  const read = await confluence.get(APP, route`/wiki/api/v2/app/properties/${PROBE_PROPERTY}`);
  const deleted = await confluence.delete(APP, route`/wiki/api/v2/app/properties/${PROBE_PROPERTY}`);
  const isDone = ({ status }: HostResponse) => status >= 200 && status < 300;
  const failed = [written, read, deleted].find((answer) => !isDone(answer));
  return [{ probe: 'app-property', ...(failed === undefined ? WORKS : statusAnswer(failed)) }];
}

const WITH_RANK = `type = page and ${RANK_ALIAS} >= 0`;
const searchBody = z.object({ totalSize: z.int().min(0) });

/** One call. @throws HostError, ImpersonationRefusedError */
export async function trySearch(confluence: Confluence, accountId: string): Promise<readonly NewAnswer[]> {
  const answer = await confluence.get(
    { kind: 'person', accountId },
    route`/wiki/rest/api/search?cql=${WITH_RANK}&limit=1&excerpt=none`,
  );
  if (answer.status !== 200) {
    return [
      { probe: 'search-alias', ...statusAnswer(answer) },
      { probe: 'search-total', state: 'not-tried', detail: 'no-search' },
    ];
  }
  const isCounted = searchBody.safeParse(answer.body).success;
  return [
    { probe: 'search-alias', ...WORKS },
    { probe: 'search-total', ...(isCounted ? WORKS : { state: 'fails', detail: 'no-total' }) },
  ];
}

const levelsBody = z.array(z.object({ status: z.string() }));

/** One call. @throws HostError */
export async function tryNativeLevels(confluence: Confluence): Promise<readonly NewAnswer[]> {
  const answer = await confluence.get(APP, route`/wiki/api/v2/classification-levels`);
  if (answer.status !== 200) return [{ probe: 'native-levels', ...statusAnswer(answer) }];
  const { data } = levelsBody.safeParse(answer.body);
  if (data === undefined) return [{ probe: 'native-levels', state: 'not-tried', detail: 'invalid-answer' }];
  const isPublished = data.some(({ status }) => status === 'PUBLISHED');
  return [{ probe: 'native-levels', ...(isPublished ? WORKS : { state: 'fails', detail: 'none' }) }];
}

/** One call. @throws HostError */
export async function tryDataPolicies(confluence: Confluence): Promise<readonly NewAnswer[]> {
  const answer = await confluence.get(APP, route`/wiki/api/v2/data-policies/metadata`);
  const { data } = policyMetadata.safeParse(answer.body);
  if (data === undefined) return [{ probe: 'data-policies', state: 'not-tried', detail: `status-${answer.status}` }];
  return [
    { probe: 'data-policies', ...(data.anyContentBlocked ? { state: 'fails', detail: 'spaces-closed' } : WORKS) },
  ];
}

const attachmentsBody = z.object({ results: z.array(z.object({ id: z.string(), pageId: z.string().nullish() })) });
const NO_BYTES = 0;

/** Asks for the latest attachment of a page, and does not read it. Two calls. @throws HostError */
export async function tryDownload(confluence: Confluence): Promise<readonly NewAnswer[]> {
  const probe = 'attachment-download';
  const listed = await confluence.get(APP, route`/wiki/api/v2/attachments?sort=-modified-date&limit=25`);
  if (listed.status !== 200) return [{ probe, ...statusAnswer(listed) }];
  const { results } = attachmentsBody.parse(listed.body);
  const of = results.find(({ pageId }) => pageId != null);
  if (of?.pageId == null) return [{ probe, state: 'not-tried', detail: 'no-attachment' }];
  const { status } = await confluence.download(
    APP,
    route`/wiki/rest/api/content/${of.pageId}/child/attachment/${of.id}/download`,
    NO_BYTES,
  );
  return [{ probe, ...(status === 200 ? WORKS : { state: 'fails', detail: `status-${status}` }) }];
}
