import type { ReviewRule } from '../../configuration/governance';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { definedOf } from '../../platform/defined-of';
import { REVIEW, type ReviewRefusal, type ReviewRules, setReviewRules as setRules } from '../../review/rules';
import { changeForWholeSite } from '../change-with-key';
import { SETTING_PROBLEMS } from '../configuration-access';
import { ok, operation } from '../operation';
import {
  ETAG_OF_REVIEW,
  etagOfReview,
  REVIEW_RULES_EXAMPLE,
  REVIEW_RULES_INPUT_EXAMPLE,
  reviewRuleInput,
  reviewRulesBody,
  reviewRulesInput,
  toReviewRulesBody,
} from './review-schemas';
import { rulesByLevel } from './rules-by-level';

export const setReviewRules = operation({
  method: 'PUT',
  effect: 'change',
  path: '/v1/setting/review',
  operationId: 'setReviewRules',
  summary: 'Update the review rules',
  description:
    'Replaces the rules of all levels. They apply at once, also to pages whose level was set before. A page that is due keeps its level.',
  scope: 'classification::manage',
  body: { schema: reviewRulesInput, example: REVIEW_RULES_INPUT_EXAMPLE },
  success: ok('The rules.', reviewRulesBody, REVIEW_RULES_EXAMPLE, ETAG_OF_REVIEW),
  problems: [...SETTING_PROBLEMS, 'CONFIGURATION_FULL'],
  points: POINTS_OF_A_PERSON,
  run: async (request, { body: sent, condition }) => {
    const { levels } = request;
    const changed = await changeForWholeSite<ReviewRules, ReviewRefusal>(request, {
      ...{ kind: REVIEW, condition, etagOf: (rules) => etagOfReview(rules, request) },
      plan: (current) => {
        const present = toReviewRulesBody(current, levels);
        const rules = rulesByLevel(
          levels,
          { sent: sent.rules, present: present.rules, schema: reviewRuleInput },
          ({ months, reviewers, overdue }): ReviewRule => ({ months, reviewers, ...definedOf({ overdue }) }),
        );
        return setRules(levels, rules);
      },
    });
    return {
      status: 200,
      headers: { ETag: etagOfReview(changed, request) },
      body: toReviewRulesBody(changed, levels),
    };
  },
});
