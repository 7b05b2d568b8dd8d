export { admin } from './admin/resolver';
export { pageDaily, pageTold, pageWork } from './events/handlers';
export { rest } from './rest/web-trigger';
