import type * as z from 'zod';
import { readCreator } from '../../keys/creator';
import { ETAG_OF_LEVELS, etagOfLevels } from '../configuration-access';
import { Problem } from '../problem';
import type { Route } from '../route';
import { LEVEL_EXAMPLE, levelListBody, toLevelBody } from './level-schemas';

export const listLevels: Route = {
  method: 'GET',
  path: '/v1/level',
  operationId: 'listLevels',
  summary: 'List the classification levels',
  description: 'Returns all levels of the site in order, with their sub-levels, including archived ones.',
  scope: 'classification::manage',
  success: {
    status: 200,
    description: 'The levels.',
    schema: levelListBody,
    example: { levels: [LEVEL_EXAMPLE] },
    headers: ETAG_OF_LEVELS,
  },
  problems: [],
  prepare: () => ({
    points: 'creator-check',
    run: async ({ confluence, key, levels }) => {
      const creator = await readCreator(confluence, key.record.createdBy);
      if (!creator.mayUseConfluence) throw new Problem('API_KEY_OWNER_INACTIVE');
      return {
        status: 200,
        headers: { ETag: etagOfLevels(levels) },
        body: { levels: levels.all.map(toLevelBody) } satisfies z.infer<typeof levelListBody>,
      };
    },
  }),
};
