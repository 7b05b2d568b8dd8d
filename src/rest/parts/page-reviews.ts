import type { Route } from '../route';
import { answerPageReviews } from '../routes/answer-page-reviews';
import { getPageReview } from '../routes/get-page-review';
import { listPageReviews } from '../routes/list-page-reviews';
import { editPageReview } from '../routes/edit-page-review';

/** The operations below `/v1/page-review`. */
export const routes: readonly Route[] = [listPageReviews, answerPageReviews, getPageReview, editPageReview];
