import * as z from 'zod';
import type { NewAnswer, ProbeName } from '../capabilities/answers';
import { PAGES_AT_ONCE, readRestrictions } from '../exposure/read-pages';
import { ask, type Asking, countPeople, readGroupSize } from '../exposure/read-principals';
import { readRoleMode } from '../exposure/read-space';
import { type Actor, APP, type Confluence, HostError, route } from '../platform/confluence';

/** The probes of what exposure is measured from. They ask with the functions of the measurement, so an answer says what it gets. */

type Answer = Pick<NewAnswer, 'state' | 'detail'>;

interface ExposureProbe {
  readonly probe: ProbeName;
  /** The detail if Confluence answered, but not with what the measurement needs. */
  readonly otherwise?: string;
  /** Undefined: it got no answer that it can use. @throws HostError */
  readonly read: (asking: Asking) => Promise<Answer | undefined>;
}

const WORKS: Answer = { state: 'works' };
const notTried = (detail: string): Answer => ({ state: 'not-tried', detail });
const worksIf = (isAnswered: boolean) => (isAnswered ? WORKS : undefined);

const listed = z.object({ results: z.array(z.object({ id: z.string() })) });
const idsIn = async (asking: Asking, path: ReturnType<typeof route>) =>
  (await ask(asking, 'people', path, listed))?.results.map(({ id }) => id);

/** A 401 is an answer, too. @throws HostError */
async function statusOf({ confluence }: Asking, actor: Actor, path: ReturnType<typeof route>): Promise<number> {
  try {
    return (await confluence.get(actor, path)).status;
  } catch (error) {
    if (error instanceof HostError && error.status === 401) return error.status;
    throw error;
  }
}

const PROBES: readonly ExposureProbe[] = [
  {
    probe: 'search-restrictions',
    otherwise: 'not-expanded',
    read: async (asking) => {
      // The index can lack the newest pages.
      const ids = await idsIn(asking, route`/wiki/api/v2/pages?sort=created-date&limit=${PAGES_AT_ONCE}`);
      if (ids?.length === 0) return notTried('no-page');
      const read = ids && (await readRestrictions(asking, ids));
      if (ids === undefined || read === undefined) return undefined;
      if (read.size < ids.length) return { state: 'fails', detail: `pages-${read.size}` };
      // The restriction of a single page can be too long.
      return worksIf([...read.values()].some((one) => one !== 'odd'));
    },
  },
  {
    probe: 'role-assignments-old-model',
    read: async (asking) => {
      const mode = await readRoleMode(asking);
      if (mode !== 'PRE_ROLES') return notTried(mode === undefined ? 'no-mode' : 'roles-on');
      const [spaceId] = (await idsIn(asking, route`/wiki/api/v2/spaces?limit=1`)) ?? [];
      if (spaceId === undefined) return notTried('no-space');
      const status = await statusOf(asking, APP, route`/wiki/api/v2/spaces/${spaceId}/role-assignments?limit=1`);
      return { state: status === 200 ? 'fails' : 'works', detail: `status-${status}` };
    },
  },
  {
    probe: 'group-size',
    otherwise: 'no-total',
    read: async (asking) => {
      const ids = await idsIn(asking, route`/wiki/rest/api/group?limit=1`);
      if (ids?.length === 0) return notTried('no-group');
      return worksIf(ids?.[0] !== undefined && (await readGroupSize(asking, ids[0])) !== undefined);
    },
  },
  {
    probe: 'search-user-total',
    otherwise: 'no-total',
    read: async (asking) => worksIf((await countPeople(asking, 'none')) !== undefined),
  },
  {
    probe: 'anonymous-request',
    read: async (asking) => {
      const status = await statusOf(asking, { kind: 'anonymous' }, route`/wiki/api/v2/spaces?limit=1`);
      return status === 200 ? WORKS : notTried('not-public');
    },
  },
];

/** At most nine calls, one after another, because the other probes ask at the same time. @param run as `attempt` */
export async function tryExposure(
  confluence: Confluence,
  run: (names: readonly ProbeName[], probe: () => Promise<readonly NewAnswer[]>) => Promise<readonly NewAnswer[]>,
): Promise<readonly NewAnswer[]> {
  const answers: NewAnswer[] = [];
  for (const { probe, ...one } of PROBES)
    answers.push(...(await run([probe], async () => [{ probe, ...(await answerOf(confluence, one)) }])));
  return answers;
}

/** The measurement keeps neither the status of a refusal nor a failure. @throws HostError */
async function answerOf(confluence: Confluence, { read, otherwise }: Omit<ExposureProbe, 'probe'>): Promise<Answer> {
  const seen: { status: number; failure?: HostError } = { status: 200 };
  const get: Confluence['get'] = async (actor, path) => {
    try {
      const answer = await confluence.get(actor, path);
      seen.status = answer.status;
      return answer;
    } catch (error) {
      if (error instanceof HostError) seen.failure = error;
      throw error;
    }
  };
  const answer = await read({ confluence: { ...confluence, get }, missing: new Set() });
  if (answer !== undefined) return answer;
  if (seen.failure !== undefined) throw seen.failure;
  return { state: 'fails', detail: seen.status === 200 ? otherwise : `status-${seen.status}` };
}
