import * as z from 'zod';
import { storageOf, writtenBody } from './body';
import { editableContent } from './content-lookup';
import { publishVersion } from './content-writing';
import { noContent, type Call, type Endpoint } from './endpoint';
import { badRequest } from './refusal';

/**
 * The editor of live docs, for people. Confluence has no documented API for it. Everybody sees a change at once, in the
 * version of the last session: the next version exists only when the session ends.
 */
const edit = z.strictObject({
  body: writtenBody.optional(),
  /** False: people keep typing. */
  endsSession: z.boolean().default(true),
  /** Converts a live doc into a page, or a page into a live doc. */
  convertTo: z.enum(['page', 'live']).optional(),
});

async function editLiveDoc(call: Call): Promise<Response> {
  const { body, endsSession, convertTo } = await call.json(edit);
  const page = editableContent(call, call.id(), ['page']);
  if (!page.isLive && convertTo !== 'live') throw badRequest('The page is not a live doc');
  const { contents } = call.site;
  const current = contents.currentVersion(page);
  const storage = body === undefined ? current.body : storageOf(body);
  call.site.atomically(() => {
    const converted = { ...page, isLive: convertTo === undefined ? page.isLive : convertTo === 'live' };
    contents.save(converted);
    contents.putVersion(page.id, { ...current, body: storage });
    if (endsSession && page.isLive)
      publishVersion(call, converted, { title: page.title, storage, message: '', minorEdit: false });
  });
  return noContent();
}

export const liveDocEndpoints: readonly Endpoint[] = [
  // No app has this scope.
  { method: 'PUT', path: '/wiki/local/live-docs/:id', scopes: [['editor-of-live-docs']], handle: editLiveDoc },
];
