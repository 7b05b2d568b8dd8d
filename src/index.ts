export { admin } from './admin/resolver';
export { everyDay, everyFiveMinutes, jobs, pageDaily, pageTold, pageWork, scanTold } from './events/handlers';
export { rest } from './rest/web-trigger';
