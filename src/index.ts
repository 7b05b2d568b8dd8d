export { admin } from './admin/resolver';
export {
  everyDay,
  everyFiveMinutes,
  jobs,
  pageDaily,
  pageTold,
  pageWork,
  scanHourly,
  scanTold,
  scanWork,
} from './events/handlers';
export { rest } from './rest/web-trigger';
