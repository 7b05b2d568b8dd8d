import { removeExclusion as remove } from '../../findings/exclusions/change-exclusions';
import { changeExclusionsWithKey, POINTS_OF_AN_EXCLUSION, requireRemovableExclusion } from '../exclusion-access';
import { exclusionPath } from './exclusion-schemas';
import { operation } from '../operation';

export const removeExclusion = operation({
  method: 'DELETE',
  effect: 'change',
  path: '/v1/exclusion/:exclusionId',
  operationId: 'removeExclusion',
  summary: 'Delete an exclusion',
  description:
    'The excluded findings are open again immediately. Keys that can see the page can delete an exclusion of values on that page. Every other exclusion requires `detection::manage` and a key without limits whose creator is a site admin. An exclusion that the key cannot see gives EXCLUSION_NOT_FOUND, as if it did not exist.',
  scope: 'detection::write',
  pathParameters: exclusionPath,
  success: { status: 204, description: 'The exclusion was deleted.' },
  problems: ['EXCLUSION_NOT_FOUND', 'PRECONDITION_FAILED', 'EDIT_CONFLICT'],
  points: POINTS_OF_AN_EXCLUSION,
  run: async (request, { path: { exclusionId }, condition }) => {
    const { exclusions } = await requireRemovableExclusion(request, exclusionId);
    // An exclusion keeps its kind and scope, so the permission that was checked stays valid for every attempt.
    await changeExclusionsWithKey(request, condition, exclusions, remove(exclusionId, request.now));
    return { status: 204 };
  },
});
