import { toDocument } from '../../policy/views';
import {
  ETAG_OF_CONFIGURATION,
  etagOfConfiguration,
  POINTS_OF_A_DOCUMENT,
  readWholeConfiguration,
} from '../configuration-file-access';
import { ok, operation } from '../operation';
import { CONFIGURATION_EXAMPLE, configurationBody } from './configuration-file-schemas';

export const getConfiguration = operation({
  method: 'GET',
  path: '/v1/configuration',
  operationId: 'getConfiguration',
  summary: 'Read the whole configuration',
  description:
    'Returns the configuration as one document: levels by key, schemes and custom detectors by name, spaces by id. The same configuration always gives the same text. The document has no page levels, findings, keys, account ids, values or fingerprints, no exclusions of values or of single pages, and no settings of space admins.',
  scope: 'classification::manage',
  alsoScope: 'detection::manage',
  success: ok('The document.', configurationBody, CONFIGURATION_EXAMPLE, ETAG_OF_CONFIGURATION),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_DOCUMENT,
  run: async (request) => {
    const { state, sees } = await readWholeConfiguration(request);
    const { installationId, now } = request;
    const body = toDocument(state, { installationId, now, sees });
    return { status: 200, headers: { ETag: etagOfConfiguration(state) }, body };
  },
});
