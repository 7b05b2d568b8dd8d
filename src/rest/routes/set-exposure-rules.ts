import { setRules } from '../../exposure/change-rules';
import type { ExposureRule } from '../../configuration/governance';
import { readExposure } from '../../exposure/rules';
import { definedOf } from '../../platform/defined-of';
import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import { SETTING_PROBLEMS } from '../configuration-access';
import { changeExposureWithKey, ETAG_OF_EXPOSURE, etagOfExposure } from '../exposure-access';
import { ok, operation } from '../operation';
import { requirePresent } from '../read-only';
import {
  EXPOSURE_EXAMPLE,
  EXPOSURE_INPUT_EXAMPLE,
  exposureBody,
  exposureInput,
  ruleInput,
  toExposureBody,
} from './exposure-schemas';
import { rulesByLevel } from './rules-by-level';

export const setExposureRules = operation({
  method: 'PUT',
  effect: 'change',
  path: '/v1/setting/exposure',
  operationId: 'setExposureRules',
  summary: 'Update the exposure rules',
  description:
    'Replaces the rules of all levels. Verdicts follow the new rules at once, without a new measurement, as far as the stored measurements decide. Exceptions have their own operations.',
  scope: 'classification::manage',
  body: { schema: exposureInput, example: EXPOSURE_INPUT_EXAMPLE },
  success: ok('The rules.', exposureBody, EXPOSURE_EXAMPLE, ETAG_OF_EXPOSURE),
  problems: [...SETTING_PROBLEMS, 'CONFIGURATION_FULL'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { body: sent, condition }) => {
    const { storage, levels, now } = request;
    const [known] = await awaitAll([readExposure(storage, levels), requireAdminOfAll(request)] as const);
    const exposure = await changeExposureWithKey(request, condition, known, (current) => {
      const present = toExposureBody(current, levels);
      requirePresent(exposureInput, sent, [present]);
      const rules = rulesByLevel(
        levels,
        { sent: sent.rules, present: present.rules, schema: ruleInput },
        ({ maxPeople, guests, unlicensed, anonymous, groupIds }): ExposureRule => ({
          ...definedOf({ maxPeople, groupIds }),
          ...{ guests, unlicensed, anonymous },
        }),
      );
      return setRules(levels, rules, now);
    });
    return {
      status: 200,
      headers: { ETag: etagOfExposure(exposure, request) },
      body: toExposureBody(exposure, levels),
    };
  },
});
