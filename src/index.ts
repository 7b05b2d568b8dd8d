export { admin } from './admin/resolver';
export { rest } from './rest/web-trigger';
