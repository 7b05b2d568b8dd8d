import { engineering } from './engineering';
import { humanResources } from './human-resources';
import { open } from './open';

export {
  ADMIN,
  ADMIN2,
  APP_USER,
  DEMO_ACCOUNTS,
  DEMO_GROUPS,
  EDITOR,
  GUEST,
  OUTSIDER,
  SPACE_ADMIN,
  UNLICENSED,
  VIEWER,
} from './accounts';

export type { DemoAccount } from './accounts';
export type { DemoContent, DemoPage, DemoSpace, Person } from './demo-page';
export { DEMO_PAGES, DEMO_SPACES } from './ids';

export const DEMO_CONTENT = [engineering, humanResources, open] as const;

export { engineering, humanResources };
