import { ETAG_OF_EXPOSURE, etagOfExposure, POINTS_OF_AN_EXCEPTION, requireVisibleException } from '../exposure-access';
import { ok, operation } from '../operation';
import { EXCEPTION_EXAMPLE, exceptionBody, exceptionPath, toExceptionBody } from './exposure-schemas';

export const getExposureException = operation({
  method: 'GET',
  path: '/v1/setting/exposure/exception/:exceptionId',
  operationId: 'getExposureException',
  summary: 'Read an exception from an exposure rule',
  description:
    'Returns one exception. Requires a key without limits whose creator is a site admin. An exception whose page or space the creator cannot see gives CONFIGURATION_NOT_FOUND, as if it did not exist.',
  scope: 'classification::manage',
  pathParameters: exceptionPath,
  success: ok('The exception.', exceptionBody, EXCEPTION_EXAMPLE, ETAG_OF_EXPOSURE),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS', 'CONFIGURATION_NOT_FOUND'],
  points: POINTS_OF_AN_EXCEPTION,
  run: async (request, { path: { exceptionId } }) => {
    const { exception, exposure } = await requireVisibleException(request, exceptionId);
    const headers = { ETag: etagOfExposure(exposure, request) };
    return { status: 200, headers, body: toExceptionBody(exception, request.levels) };
  },
});
