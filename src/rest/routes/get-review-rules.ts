import { awaitAll } from '../../platform/await-all';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { readReviewRules } from '../../review/rules';
import { requireAdminOfAll } from '../admin-of-all';
import { ok, operation } from '../operation';
import {
  ETAG_OF_REVIEW,
  etagOfReview,
  REVIEW_RULES_EXAMPLE,
  reviewRulesBody,
  toReviewRulesBody,
} from './review-schemas';

export const getReviewRules = operation({
  method: 'GET',
  path: '/v1/setting/review',
  operationId: 'getReviewRules',
  summary: 'Read the review rules',
  description: 'Returns the rules by level for when pages are due for a review, and who reviews them.',
  scope: 'classification::manage',
  success: ok('The rules.', reviewRulesBody, REVIEW_RULES_EXAMPLE, ETAG_OF_REVIEW),
  problems: ['CREATOR_NOT_ADMIN', 'KEY_HAS_LIMITS'],
  points: POINTS_OF_A_PERSON,
  run: async (request) => {
    const [rules] = await awaitAll([readReviewRules(request.storage), requireAdminOfAll(request)] as const);
    return {
      status: 200,
      headers: { ETag: etagOfReview(rules, request) },
      body: toReviewRulesBody(rules, request.levels),
    };
  },
});
