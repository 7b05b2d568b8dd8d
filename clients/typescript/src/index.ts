export { type ClientOptions, type CursorStore, type FollowOptions, PageClassification } from './client.ts';
export { type ErrorEntry, ApiError, ConnectionError } from './errors.ts';
export { type Options, type Paged, type ResponseInfo, responseOf } from './request.ts';
export { type Operations } from './operations.ts';
export { type components, type operations, type paths } from './schema.ts';
