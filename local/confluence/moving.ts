import { publishedContent } from './content-lookup';
import { checkTitleIsFree } from './content-writing';
import { parseId, type Call, type Endpoint } from './endpoint';
import { startParts } from './long-tasks';
import { badRequest, forbidden } from './refusal';
import { TREE_TYPES, type Content } from './rows';

const IN_TREE = ['page', ...TREE_TYPES] as const;
const POSITIONS: readonly string[] = ['before', 'after', 'append'];

/** Moves a page, or other content of the tree, with its descendants next to or below another one, also into another space. */
function movePage(call: Call): Response {
  const position = call.parameter('position');
  if (!POSITIONS.includes(position)) throw badRequest(`Invalid position ${position}: use before, after or append`);
  const page = publishedContent(call, parseId(call.parameter('pageId'), 'pageId', 'ContentId'), IN_TREE);
  const target = publishedContent(call, parseId(call.parameter('targetId'), 'targetId', 'ContentId'), IN_TREE);
  const below = call.site.contents.descendants(page.id);
  if (target.id === page.id || below.some((descendant) => descendant.id === target.id)) {
    throw badRequest('The move would create a parent-child loop');
  }
  const rights = call.access.to(page);
  const leaves = target.spaceId !== page.spaceId;
  if (!rights.update || (leaves && !rights.delete))
    throw forbidden('User does not have permission to remove the page from its current location');
  if (!call.access.inSpace(target.spaceId).has('create page'))
    throw forbidden('User does not have permission to create a page in the target space');
  if (leaves) {
    for (const moved of [page, ...below]) {
      // Drafts and pages in the trash do not reserve titles.
      if (moved.status === 'current' || moved.status === 'archived')
        checkTitleIsFree(call, target.spaceId, moved.type, moved.title);
    }
  }
  call.site.atomically(() => {
    const follow = { work: 'move-page', spaceId: target.spaceId } as const;
    if (leaves)
      startParts(
        call,
        'Move pages',
        below.map(({ id }) => ({ ...follow, subjectId: id })),
      );
    place(call, { ...page, spaceId: target.spaceId }, target, position);
  });
  return Response.json({ pageId: page.id });
}

function place(call: Call, page: Content, target: Content, position: string): void {
  if (position === 'append') {
    call.site.contents.save({
      ...page,
      parentId: target.id,
      position: call.site.contents.nextPosition(target.spaceId, target.id),
    });
    return;
  }
  const siblings = (
    target.parentId === null
      ? call.site.contents.inSpace(target.spaceId).filter((one) => one.parentId === null && one.type !== 'blogpost')
      : call.site.contents.children(target.parentId)
  )
    .filter((one) => one.id !== page.id)
    .sort((a, b) => a.position - b.position || Number(a.id) - Number(b.id));
  const at = siblings.findIndex((one) => one.id === target.id) + (position === 'after' ? 1 : 0);
  siblings.splice(at, 0, { ...page, parentId: target.parentId });
  siblings.forEach((one, index) => {
    call.site.contents.save({ ...one, position: index });
  });
}

export const movingEndpoints: readonly Endpoint[] = [
  {
    method: 'PUT',
    path: '/wiki/rest/api/content/:pageId/move/:position/:targetId',
    scopes: [['write:confluence-content'], ['write:page:confluence']],
    handle: movePage,
  },
];
