import * as z from 'zod';
import { includesScope, UNCLASSIFIED } from '../../access/scope';
import type { Levels } from '../../classification/level-store';
import { SEVERITIES } from '../../detection/detector';
import { listSuggestions as listFor, type SuggestedPage } from '../../findings/suggestions/list-suggestions';
import { REASON_KINDS } from '../../findings/suggestions/suggest-level';
import { rightsOf } from '../../keys/key-rights';
import * as fields from '../fields';
import { requireInLimits } from '../filter-limits';
import { pageOf } from '../paging';
import { Problem } from '../problem';
import { isUnknownSpace } from '../require-space';
import { viewerOf } from '../visible-pages';
import { DETECTION_SCOPE } from './detection-schemas';
import { levelNames, namesOf, PAGE_LEVEL_EXAMPLE } from './page-level-schemas';
import { listOperation, NO_RESULTS } from '../list-operation';
import { ok } from '../operation';

const filters = z.strictObject({
  spaceId: fields.spaceId
    .optional()
    .meta({ description: 'Only pages in this space.', examples: [PAGE_LEVEL_EXAMPLE.spaceId] }),
  reason: z
    .enum(REASON_KINDS, { error: `must be one of ${REASON_KINDS.join(', ')}` })
    .optional()
    .meta({ description: 'Only suggestions with this reason.', examples: ['parent'] }),
  spaceKey: fields.spaceKey,
});

const strength = z.enum(['strong', 'weak']);

const reason = z
  .strictObject({
    kind: z.enum(REASON_KINDS).meta({
      description:
        '`findings`: open findings. `parent`: the page above. `siblings`: pages below the same page. `space-default`: the default level. `space`: the pages of the space that were classified last.',
    }),
    strength,
    ...levelNames,
    count: z.int().optional().meta({ description: 'The number of findings, or of pages with the level.' }),
    of: z.int().optional().meta({ description: 'The number of compared pages that have a level.' }),
    severity: z.enum(SEVERITIES).optional().meta({ description: 'The highest severity of the findings.' }),
    byRule: z.boolean().optional().meta({ description: 'Whether a rule of the site names the level.' }),
  })
  .meta({ id: 'SuggestionReason', description: 'A reason for a level. Members that do not apply are omitted.' });

const suggestion = z
  .strictObject({
    pageId: z.string(),
    title: fields.pageTitle,
    spaceId: z.string(),
    ...levelNames,
    strength: strength.meta({ description: '`weak`: the suggestion has no strong reason. Check the page.' }),
    reasons: z.array(reason).meta({ description: 'The strongest first.' }),
  })
  .meta({ id: 'Suggestion', description: 'A suggested level for a page without one.' });

const answer = pageOf(suggestion).meta({ id: 'SuggestionList' });

const { levelId, levelKey, levelName, subLevelId, subLevelKey, subLevelName } = PAGE_LEVEL_EXAMPLE;
const LEVEL_EXAMPLE = { levelId, levelKey, levelName, subLevelId, subLevelKey, subLevelName };

export const listSuggestions = listOperation({
  path: '/v1/suggestion',
  operationId: 'listSuggestions',
  summary: 'List suggested levels',
  description:
    'Lists pages without a level whose findings or neighbors call for one, by id, with the reasons. Pages, neighbors and numbers are only those that the creator of the key can see now and that are inside the limits of the key. Findings are a reason only for keys with `detection::read`. A request checks at most 25 pages without a level, so a page of the list can be short, or empty, and still have a next page. To set the levels, use `POST /v1/page-level/jobs` with `onlyUnclassified`.',
  scope: 'classification::read',
  filters,
  success: ok('One page of the list.', answer, {
    results: [
      {
        ...{ pageId: PAGE_LEVEL_EXAMPLE.pageId, title: 'Release process', spaceId: PAGE_LEVEL_EXAMPLE.spaceId },
        ...LEVEL_EXAMPLE,
        strength: 'strong' as const,
        reasons: [{ kind: 'parent' as const, strength: 'strong' as const, ...LEVEL_EXAMPLE }],
      },
    ],
    _links: {},
  }),
  problems: ['LEVEL_OUTSIDE_KEY_LIMIT', 'SPACE_OUTSIDE_KEY_LIMIT'],
  points: 'when-known',
  list: async (request, { filters: { spaceId, reason: ofReason }, after, limit }) => {
    requireInLimits(request, [UNCLASSIFIED], spaceId);
    if (await isUnknownSpace(request, spaceId)) return NO_RESULTS;
    const { storage, confluence, levels, now, key } = request;
    const { scopes, spaceLimit } = rightsOf(key.record);
    const mayReadFindings = includesScope(scopes, DETECTION_SCOPE);
    const found = await listFor(
      { storage, confluence, viewer: viewerOf(request), levels, now, mayReadFindings },
      {
        spaceIds: spaceId === undefined ? firstSpaces(spaceLimit) : [spaceId],
        ...{ spaceId, reason: ofReason, after, limit },
      },
    );
    if (found.outcome === 'creator-inactive') throw new Problem('API_KEY_OWNER_INACTIVE');
    return { results: found.pages.map((one) => toBody(one, levels)), next: found.next };
  },
});

/** The maximum number of ids in one request. For more, the pages of every space are listed and filtered. */
const MAX_SPACES = 100;
const firstSpaces = (spaceLimit: readonly string[]) => (spaceLimit.length <= MAX_SPACES ? spaceLimit : []);

function toBody({ page, level, strength: of, reasons }: SuggestedPage, levels: Levels): z.infer<typeof suggestion> {
  return {
    ...{ pageId: page.pageId, title: page.title, spaceId: page.spaceId },
    ...namesOf(levels, level.levelId, level.subLevelId),
    strength: of,
    reasons: reasons.map(({ level: called, ...rest }) => ({
      ...rest,
      ...namesOf(levels, called.levelId, called.subLevelId),
    })),
  };
}
