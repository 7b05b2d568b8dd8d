import { removeExclusion as remove } from '../../findings/exclusions/change-exclusions';
import { readExclusions } from '../../findings/exclusions/exclusion-store';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { changeExclusionsWithKey, EXCLUSION_PROBLEMS, noSuchExclusion, requireMayTouch } from '../exclusion-access';
import { writeCondition } from '../middleware/conditions';
import { readParameters } from '../middleware/input';
import type { Route } from '../route';
import { exclusionPath } from './exclusion-schemas';

const SCOPE = 'detection::write';

export const removeExclusion: Route = {
  method: 'DELETE',
  path: '/v1/exclusion/:exclusionId',
  operationId: 'removeExclusion',
  summary: 'Remove an exclusion',
  description:
    'What it hid is open again at once. One of values on a page is for keys that can see the page; any other takes `detection::manage`, a key without limits and a creator who is a site admin.',
  scope: SCOPE,
  pathParameters: exclusionPath,
  success: { status: 204, description: 'The exclusion is removed.' },
  problems: [...EXCLUSION_PROBLEMS.filter((code) => code !== 'CONFIGURATION_FULL'), 'EXCLUSION_NOT_FOUND'],
  prepare: (exchange, parameters) => {
    const { exclusionId } = readParameters(parameters, exclusionPath);
    const condition = writeCondition(exchange);
    return {
      points: POINTS_OF_A_PERSON,
      run: async (request) => {
        const before = await readExclusions(request.storage);
        const found = before.all.find((one) => one.exclusionId === exclusionId);
        if (found === undefined) throw noSuchExclusion();
        await requireMayTouch(request, SCOPE, found);
        // Which one it is never changes: what was allowed for it holds at every attempt.
        await changeExclusionsWithKey(request, condition, before, (context) => remove(context, exclusionId));
        return { status: 204 };
      },
    };
  },
};
