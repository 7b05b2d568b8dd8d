import { readCreator } from '../../keys/creator';
import { etagOfLevels } from '../configuration-access';
import { Problem } from '../problem';
import { toLevelListBody, ALL_LEVELS } from './level-schemas';
import { operation } from '../operation';

export const listLevels = operation({
  method: 'GET',
  path: '/v1/level',
  operationId: 'listLevels',
  summary: 'List the classification levels',
  description: 'Returns all levels of the site in order, with their sub-levels, including archived ones.',
  scope: 'classification::manage',
  success: ALL_LEVELS,
  problems: [],
  points: 'creator-check',
  run: async ({ confluence, key, levels }) => {
    const creator = await readCreator(confluence, key.record.createdBy);
    if (!creator.mayUseConfluence) throw new Problem('API_KEY_OWNER_INACTIVE');
    return {
      status: 200,
      headers: { ETag: etagOfLevels(levels) },
      body: toLevelListBody(levels),
    };
  },
});
