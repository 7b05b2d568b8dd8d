import type { Call } from './endpoint';
import { contentNotFound, forbidden } from './refusal';
import { isPublished, type Content } from './rows';

/** The content if the caller can see it; otherwise the 404 of missing content. */
export function visibleContent(call: Call, id: string, types?: readonly Content['type'][]): Content {
  const content = call.site.contents.byId(id);
  if (content === undefined || types?.includes(content.type) === false || !call.access.to(content).read)
    throw contentNotFound();
  return content;
}

/** Published content that the caller can see. It is neither a draft nor in the trash. */
export function publishedContent(call: Call, id: string, types?: readonly Content['type'][]): Content {
  const content = visibleContent(call, id, types);
  if (!isPublished(content)) throw contentNotFound();
  return content;
}

/** Undefined if the caller cannot see it. */
export function findPublishedContent(call: Call, id: string): Content | undefined {
  const content = call.site.contents.byId(id);
  return content !== undefined && isPublished(content) && call.access.to(content).read ? content : undefined;
}

/** v2 also answers 404 to a caller who can see the content but not change it. */
export function editableContent(call: Call, id: string, types?: readonly Content['type'][]): Content {
  const content = publishedContent(call, id, types);
  if (!call.access.to(content).update) throw contentNotFound();
  return content;
}

/** v1 distinguishes them: 404 for content that cannot be seen, 403 for content that cannot be changed. */
export function editableContentV1(call: Call, id: string): Content {
  const content = publishedContent(call, id);
  if (!call.access.to(content).update) throw forbidden('User not permitted to update the content');
  return content;
}
