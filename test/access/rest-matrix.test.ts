import type { Level } from '../../src/classification/model';
import { ADMIN, ADMIN2, DEMO_SPACES } from '../../local/demo';
import { TRIGGER_PATH } from '../../local/forge/web-trigger';
import { type RunningServer, serve } from '../../local/server';
import { archiveLevels, levelNamed } from '../support/levels';
import { storedButKeyUse } from '../support/key-use';
import { openSite, type Site } from '../support/site';
import { putRow, rowOf } from '../support/stored-rows';
import { ADMIN_AND_APP, aPage, archive, purge, restrict, storeLevel, trash } from '../support/wiki-pages';
import {
  byRouteAndOutcome,
  everyPair,
  outcomeOf,
  pairsOf,
  sampleSituations,
  type Situation,
  STATUS_OF,
} from './situations';

/** Test plan T4, over the whole app: a sample of the combinations, each set up in Confluence and in the key. */

const CREATOR = ADMIN2;
const UNKNOWN_LEVEL = '00000000-0000-4000-8000-00000000dead';

const SAMPLE = sampleSituations(20_261_121, 2);
/** At least one of every outcome of every route. */
const OVER_HTTP = [
  ...new Set([...[...byRouteAndOutcome(SAMPLE).values()].flatMap(([first]) => first ?? []), ...SAMPLE.slice(0, 8)]),
];

let site: Site;
let server: RunningServer;
let key: string;
let keyId: string;

beforeAll(async () => {
  site = openSite();
  server = await serve(site.host, 0);
  await archiveLevels(site, ['Highly Restricted']);
  ({ key, keyId } = await site.createKey({ as: CREATOR.email }));
});
afterAll(async () => {
  await server.close();
  site.close();
});

function targetIn({ target }: Situation): { levelId: string; subLevelId?: string } {
  const levelOf = { same: 'Internal', other: 'Public', archived: 'Highly Restricted' } as const;
  if (target === 'unknown') return { levelId: UNKNOWN_LEVEL };
  if (target !== 'foreign sub-level') return { levelId: levelNamed(site, levelOf[target]).levelId };
  const [subLevel] = levelNamed(site, 'Restricted').subLevels;
  return { levelId: levelNamed(site, 'Public').levelId, subLevelId: subLevel?.subLevelId ?? '' };
}

const SITE_RULES: Readonly<Partial<Record<Situation['rule'], string>>> = {
  justified: 'justified',
  'justified, with a reason': 'justified',
  forbidden: 'forbidden',
  'forbidden, allowed by the space': 'forbidden',
};

/** The settings of the space's admins, with their delegation. */
function ownSettings(rule: Situation['rule'], levelIds: readonly string[]): object {
  const own = (delegated: readonly string[], space: object) => ({ delegated, ownSpaces: { [DEMO_SPACES.ENG]: space } });
  switch (rule) {
    case 'outside the own levels':
      return own(['levels'], { levelIds });
    case 'forbidden by the space':
      return own(['lowering'], { lowering: 'forbidden' });
    case 'forbidden, allowed by the space':
      return own(['lowering'], { lowering: 'allowed' });
    case 'set by the space, not delegated':
      return own(['defaultLevel', 'off'], { levelIds, lowering: 'forbidden' });
    default:
      return {};
  }
}

/** Stores the default, the scheme and the rule, and sets the level of the page for the direction. */
async function setRules(situation: Situation): Promise<void> {
  const { route, rule, direction } = situation;
  const target = targetIn(situation).levelId;
  const { value, ...row } = rowOf(site, 'config', 'levels') as { value: { levels: readonly Level[] } };
  const current = levelNamed(site, 'Internal').levelId;
  const others = value.levels.filter(({ levelId }) => levelId !== current);
  const page = value.levels.filter(({ levelId }) => levelId === current);
  const levels = (direction === 'down' ? [...page, ...others] : [...others, ...page]).map((level, index) => ({
    ...level,
    order: index + 1,
  }));
  const levelIds = levels.map(({ levelId }) => levelId).filter((levelId) => levelId !== target);
  const scheme = { schemeId: UNKNOWN_LEVEL, name: 'Without the target', levelIds };
  const isOutside = rule === 'outside the scheme';
  const settings = {
    lowering: SITE_RULES[rule] ?? 'allowed',
    ...ownSettings(rule, levelIds),
    schemes: [scheme],
    spaces: {
      [DEMO_SPACES.ENG]: {
        ...(route === 'resetPageLevel' ? { defaultLevel: { levelId: target } } : {}),
        ...(isOutside ? { schemeId: scheme.schemeId } : {}),
      },
    },
  };
  await putRow(site, 'config', 'levels', { ...row, value: { levels, settings } });
}

/** Sets the scopes and limits of the key, including those that the admin area refuses but a row could contain. */
async function setRights(situation: Situation): Promise<void> {
  const ids = {
    current: levelNamed(site, 'Internal').levelId,
    target: targetIn(situation).levelId,
    else: levelNamed(site, 'Restricted').levelId,
    unclassified: 'unclassified',
  };
  const spaces = { none: [], "the page's": [DEMO_SPACES.ENG, DEMO_SPACES.OPEN], another: [DEMO_SPACES.HR] };
  await putRow(site, 'api-key', keyId, {
    ...rowOf(site, 'api-key', keyId),
    classificationScope: situation.classification,
    detectionScope: situation.detection,
    levelLimit: [...new Set(situation.levelLimit.map((entry) => ids[entry]))],
    spaceLimit: spaces[situation.spaceLimit],
  });
}

async function makePage({ page, creator, classified }: Situation): Promise<string> {
  const isForeignDraft = page === 'draft' && creator === 'none';
  const by = isForeignDraft ? ADMIN.email : CREATOR.email;
  const pageId = await aPage(site, { by, status: page === 'draft' ? 'draft' : 'current' });
  if (classified) await storeLevel(site, pageId, levelNamed(site, 'Internal').levelId);
  // Permissions are set first, because they cannot be changed in the trash.
  if (creator === 'view' && page !== 'draft') await restrict(site, pageId, 'update', ADMIN_AND_APP, by);
  if (creator === 'none' && page !== 'draft') {
    await restrict(site, pageId, 'update', ADMIN_AND_APP, by);
    await restrict(site, pageId, 'read', ADMIN_AND_APP, ADMIN.email);
  }
  if (page === 'archived') await archive(site, pageId);
  if (page === 'trashed') await trash(site, pageId);
  if (page === 'missing') await purge(site, pageId);
  return pageId;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
type Send = (method: string, path: string, body?: object) => Promise<Answer>;

const inProcess: Send = (method, path, body) =>
  site.rest(method, path, { key, ...(body === undefined ? {} : { body }) });

const overHttp: Send = async (method, path, body) => {
  const response = await fetch(`${server.url}${TRIGGER_PATH}/compliance/api${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
};

/** The level is then cleared by a reset, which has a justification. */
const isJustified = ({ rule }: Situation) => rule === 'justified, with a reason';

function ask(situation: Situation, pageId: string, send: Send): Promise<Answer> {
  const reason = isJustified(situation) ? { justification: 'It was published.' } : {};
  const page = `/v1/page-level/by-page/${pageId}`;
  switch (situation.route) {
    case 'listLevels':
      return send('GET', '/v1/level');
    case 'setPageLevel':
      return send('POST', '/v1/page-level', { pageId, ...targetIn(situation), ...reason });
    case 'clearPageLevel':
    case 'resetPageLevel':
      return isJustified(situation) ? send('POST', `${page}/reset`, reason) : send('DELETE', page);
    case 'getPageLevel':
      return send('GET', page);
    case 'listPageLevelOptions':
      return send('GET', `${page}/levels`);
  }
}

async function check(situation: Situation, send: Send): Promise<void> {
  await setRules(situation);
  await setRights(situation);
  const pageId = await makePage(situation);
  const before = storedButKeyUse(site);
  const { status, body } = await ask(situation, pageId, send);
  const outcome = outcomeOf(situation);
  const isSet = situation.route === 'setPageLevel' && outcome === 'OK';
  const isReset = situation.route === 'resetPageLevel' && outcome === 'OK';
  const isCleared = situation.route === 'clearPageLevel' && outcome === 'OK';
  const hasNoBody = (isCleared || isReset) && !isJustified(situation);
  if (outcome === 'OK') expect(status).toBe(isSet ? 201 : hasNoBody ? 204 : 200);
  else expect({ status, body }).toMatchObject({ status: STATUS_OF[outcome], body: { code: outcome } });
  if ((isSet || isReset) && !(situation.classified && situation.target === 'same')) {
    const method = isReset ? 'DEFAULT' : 'REST_API';
    expect(rowOf(site, 'page-level', pageId)).toMatchObject({ ...targetIn(situation), apiKeyId: keyId, method });
  } else if (isCleared && situation.classified) {
    expect(rowOf(site, 'page-level', pageId)).not.toHaveProperty('levelId');
  } else {
    expect(storedButKeyUse(site)).toEqual(before);
  }
}

const nameOf = (situation: Situation) =>
  Object.entries(situation)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? `[${value.join(' ')}]` : String(value)}`)
    .join(', ');

describe('a sample of all combinations', () => {
  it('has every pair of values of any two dimensions, and every outcome of every route twice', () => {
    const pairs = new Set(SAMPLE.flatMap(pairsOf));
    expect(everyPair().filter((pair) => !pairs.has(pair))).toEqual([]);
    const groups = byRouteAndOutcome(SAMPLE);
    expect(groups.size).toBe(34);
    expect(Math.min(...[...groups.values()].map((group) => group.length))).toBeGreaterThanOrEqual(2);
    expect(SAMPLE.length).toBeGreaterThan(100);
    expect(OVER_HTTP.length).toBeGreaterThanOrEqual(20);
  });

  it.each(SAMPLE.map((situation) => [outcomeOf(situation), nameOf(situation), situation] as const))(
    'returns %s for %s',
    (_outcome, _name, situation) => check(situation, inProcess),
  );

  it.each(OVER_HTTP.map((situation) => [outcomeOf(situation), nameOf(situation), situation] as const))(
    'returns %s over HTTP for %s',
    (_outcome, _name, situation) => check(situation, overHttp),
  );
});
