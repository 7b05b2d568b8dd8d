import { PAGE_USE, setUseRules } from '../../page-use/change-rules';
import { type PageUse, readPageUse } from '../../page-use/rules';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { changeForWholeSite } from '../change-with-key';
import { SETTING_PROBLEMS } from '../configuration-access';
import { ok, operation } from '../operation';
import type { AuthorizedRequest } from '../route';
import {
  PAGE_USE_EXAMPLE,
  PAGE_USE_INPUT_EXAMPLE,
  pageUseBody,
  pageUseInput,
  toPageUseBody,
  toUseRules,
} from './page-use-schemas';

const common = { path: '/v1/setting/page-use', scope: 'classification::manage', points: POINTS_OF_A_PERSON } as const;
const success = ok('The rules.', pageUseBody, PAGE_USE_EXAMPLE, {
  ETag: 'Changes whenever a rule or a level changes. Use it in If-Match.',
});

/** The levels are part of it, because responses name them and their order decides the proposed rules. */
const etagOf = ({ revision }: PageUse, { levels }: Pick<AuthorizedRequest, 'levels'>) =>
  `"u${revision}l${levels.revision}"`;

const answerOf = (request: AuthorizedRequest, use: PageUse) =>
  ({ status: 200, headers: { ETag: etagOf(use, request) }, body: toPageUseBody(use, request.levels) }) as const;

export const getPageUseRules = operation({
  ...common,
  method: 'GET',
  operationId: 'getPageUseRules',
  summary: 'Read the rules for the use of pages',
  description: 'Returns the rules by which `POST /v1/page-use/check` decides.',
  success,
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  run: async (request) => {
    const { storage, levels } = request;
    const [use] = await awaitAll([readPageUse(storage, levels), requireAdminOfAll(request)] as const);
    return answerOf(request, use);
  },
});

export const setPageUseRules = operation({
  ...common,
  method: 'PUT',
  effect: 'change',
  operationId: 'setPageUseRules',
  summary: 'Update the rules for the use of pages',
  description: 'Replaces all rules. The next decision follows them. Decisions that a client keeps end after 5 minutes.',
  body: { schema: pageUseInput, example: PAGE_USE_INPUT_EXAMPLE },
  success,
  problems: [...SETTING_PROBLEMS, 'CONFIGURATION_FULL'],
  run: async (request, { body: sent, condition }) => {
    const use = await changeForWholeSite(request, {
      kind: PAGE_USE,
      condition,
      etagOf: (one) => etagOf(one, request),
      plan: (current) => setUseRules(request.levels, toUseRules(request, sent, current)),
    });
    return answerOf(request, use);
  },
});
