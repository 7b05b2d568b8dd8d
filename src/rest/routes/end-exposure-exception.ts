import { endException } from '../../exposure/change-rules';
import { ADMINISTRATION_PROBLEMS } from '../configuration-access';
import { changeExposureWithKey, POINTS_OF_AN_EXCEPTION, requireVisibleException } from '../exposure-access';
import { operation } from '../operation';
import { exceptionPath } from './exposure-schemas';

export const endExposureException = operation({
  method: 'DELETE',
  effect: 'change',
  path: '/v1/setting/exposure/exception/:exceptionId',
  operationId: 'endExposureException',
  summary: 'End an exception from an exposure rule',
  description:
    'Ends the exception now. Requires a key without limits whose creator is a site admin. An exception whose page or space the creator cannot see gives CONFIGURATION_NOT_FOUND, as if it did not exist.',
  scope: 'classification::manage',
  pathParameters: exceptionPath,
  success: { status: 204, description: 'The exception has ended.' },
  problems: [...ADMINISTRATION_PROBLEMS, 'CONFIGURATION_NOT_FOUND'],
  points: POINTS_OF_AN_EXCEPTION,
  run: async (request, { path: { exceptionId }, condition }) => {
    const { exception, exposure } = await requireVisibleException(request, exceptionId);
    await changeExposureWithKey(request, condition, exposure, () => endException(exception, request.now));
    return { status: 204 };
  },
});
