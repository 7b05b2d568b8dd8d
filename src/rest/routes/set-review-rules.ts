import type { ReviewRule } from '../../configuration/governance';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { REVIEW, type ReviewRefusal, type ReviewRules, setReviewRules as setRules } from '../../review/rules';
import { changeForWholeSite } from '../change-with-key';
import { SETTING_PROBLEMS } from '../configuration-access';
import { ok, operation } from '../operation';
import { Problem } from '../problem';
import { requirePresent } from '../read-only';
import { namesOf } from './page-level-schemas';
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
import { levelIdOf } from './setting-schemas';

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
        const rules = new Map<string, ReviewRule>();
        sent.rules.forEach(({ levelId: name, months, reviewers, ...others }, index) => {
          const levelId = levelIdOf(levels, name);
          const pointer = `#/rules/${index}`;
          if (rules.has(levelId)) throw twice(`${pointer}/levelId`);
          const named = [
            namesOf(levels, levelId, undefined),
            ...present.rules.filter((rule) => rule.levelId === levelId),
          ];
          requirePresent(reviewRuleInput, others, named, pointer);
          rules.set(levelId, { months, reviewers });
        });
        return setRules(levels, Object.fromEntries(rules));
      },
    });
    return {
      status: 200,
      headers: { ETag: etagOfReview(changed, request) },
      body: toReviewRulesBody(changed, levels),
    };
  },
});

function twice(pointer: string): Problem {
  const code = 'INVALID_FIELD';
  return new Problem(code, { errors: [{ code, title: 'levelId is in the list more than once', pointer }] });
}
