export { admin } from './admin/resolver';
export { pageTold, pageWork } from './events/handlers';
export { rest } from './rest/web-trigger';
