import { type Detection, readDetection } from '../../detection/configuration/configuration-store';
import { loadIsBuiltIn } from '../../detection/configuration/detector-catalog';
import {
  type DetectionEdit,
  putDetectorScheme,
  removeDetectorScheme as remove,
} from '../../detection/configuration/edit-configuration';
import { awaitAll } from '../../platform/await-all';
import { requireAdminOfAll } from '../admin-of-all';
import {
  changeDetectionWithKey,
  DETECTION_PROBLEMS,
  ETAG_OF_DETECTION,
  etagOfDetection,
} from '../detection-configuration-access';
import {
  detectorSchemeBody,
  detectorSchemeEdit,
  detectorSchemeInput,
  detectorSchemePath,
  requireSchemeBody,
  SCHEME_BODY_EXAMPLE,
  SCHEME_INPUT_EXAMPLE,
  schemeOf,
} from './detection-config-schemas';
import { schemeRoutes, type SchemesOf } from './scheme-routes';

const schemes: SchemesOf<Detection, DetectionEdit, typeof detectorSchemeInput, typeof detectorSchemeEdit> = {
  path: '/v1/detection/config/scheme',
  scope: 'detection::manage',
  auditName: 'detector-scheme',
  docs: {
    create: {
      operationId: 'createDetectorScheme',
      summary: 'Create a detector scheme',
      description: 'Creates a scheme. It takes effect in the spaces that it is assigned to.',
    },
    get: {
      operationId: 'getDetectorScheme',
      summary: 'Read a detector scheme',
      description: 'Returns the name of the scheme and its detector settings.',
    },
    edit: {
      operationId: 'editDetectorScheme',
      summary: 'Edit a detector scheme',
      description:
        'Replaces the scheme. Pages in its spaces are out of date until they are scanned again, unless only its name or severities change: severities apply at once.',
    },
    remove: {
      operationId: 'removeDetectorScheme',
      summary: 'Delete a detector scheme',
      description: 'Deletes a scheme that no space uses.',
    },
  },
  pathParameters: detectorSchemePath,
  body: { create: detectorSchemeInput, edit: detectorSchemeEdit, example: SCHEME_INPUT_EXAMPLE },
  answer: { schema: detectorSchemeBody, example: SCHEME_BODY_EXAMPLE },
  etag: { headers: ETAG_OF_DETECTION, of: etagOfDetection },
  problems: [...DETECTION_PROBLEMS, 'INVALID_SETTINGS'],
  inputProblems: ['NAME_TAKEN'],
  read: async (request) => {
    const [detection] = await awaitAll([readDetection(request.storage), requireAdminOfAll(request)] as const);
    return detection;
  },
  toBody: requireSchemeBody,
  presentBodies: (detection, schemeId) => [requireSchemeBody(detection, schemeId)],
  loadPut: async () => {
    const isBuiltIn = await loadIsBuiltIn();
    return ({ config }, schemeId, wanted, isNew) =>
      putDetectorScheme(config, schemeOf(schemeId, wanted), isNew, isBuiltIn);
  },
  remove: ({ config }, schemeId) => remove(config, schemeId, 'refused'),
  change: changeDetectionWithKey,
};

export const {
  create: createDetectorScheme,
  get: getDetectorScheme,
  edit: editDetectorScheme,
  remove: removeDetectorScheme,
} = schemeRoutes(schemes);
