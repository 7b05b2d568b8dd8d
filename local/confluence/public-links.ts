import type { Endpoint } from './endpoint';
import { contentNotFound } from './refusal';
import { isPublished } from './rows';

/**
 * Public links of pages. Everyone who has the address can read the page, whatever its restrictions and its space say. No
 * operation and no event shows that a page has one, so no app can find out. `PUT /local/access` turns them on.
 */
export const publicLinkEndpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/wiki/external/:token',
    // No app has this scope.
    scopes: [['public-links']],
    isOpen: true,
    handle: (call) => {
      const { site } = call;
      const content = site.contents.byId(site.contents.publicPageId(call.parameter('token')) ?? '');
      if (content === undefined || !isPublished(content)) throw contentNotFound();
      return Response.json({ title: content.title, body: site.contents.currentVersion(content).body });
    },
  },
];
