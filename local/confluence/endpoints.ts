import { appPropertyEndpoints } from './app-properties';
import { attachmentEndpoints } from './attachments';
import { blogPostEndpoints } from './blog-posts';
import { commentEndpoints } from './comments';
import { copyingEndpoints } from './copying';
import { dataPolicyEndpoints } from './data-policies';
import type { Endpoint } from './endpoint';
import { groupEndpoints } from './groups';
import { labelEndpoints } from './labels';
import { longTaskEndpoints } from './long-tasks';
import { movingEndpoints } from './moving';
import { nativeLevelEndpoints } from './native-levels';
import { pageEndpoints } from './pages';
import { permissionEndpoints } from './permissions';
import { propertyEndpoints } from './properties';
import { redactionEndpoints } from './redactions';
import { removedEndpoints } from './removed';
import { restrictionEndpoints } from './restrictions';
import { searchEndpoints } from './search';
import { spaceRoleEndpoints } from './space-roles';
import { spaceEndpoints } from './spaces';
import { treeEndpoints } from './tree-content';
import { userEndpoints } from './users';
import { versionEndpoints } from './versions';

/**
 * Every endpoint of the simulated Confluence; others answer 501. The first match wins, so fixed paths such as
 * `content/search` come before `content/:id`.
 */
export const endpoints: readonly Endpoint[] = [
  ...pageEndpoints,
  ...treeEndpoints,
  ...versionEndpoints,
  ...redactionEndpoints,
  ...blogPostEndpoints,
  ...commentEndpoints,
  ...attachmentEndpoints,
  ...spaceEndpoints,
  ...spaceRoleEndpoints,
  ...labelEndpoints,
  ...propertyEndpoints,
  ...appPropertyEndpoints,
  ...dataPolicyEndpoints,
  ...restrictionEndpoints,
  ...permissionEndpoints,
  ...nativeLevelEndpoints,
  ...longTaskEndpoints,
  ...movingEndpoints,
  ...copyingEndpoints,
  ...searchEndpoints,
  ...userEndpoints,
  ...groupEndpoints,
  ...removedEndpoints,
];
