import * as z from 'zod';
import { storageToAdf } from './adf';
import { adfToStorage } from './adf-to-storage';
import { visibleContent } from './content-lookup';
import { checkTitle, checkTitleIsFree, publishVersion } from './content-writing';
import type { Call, Endpoint } from './endpoint';
import { badRequest, contentNotFound, forbidden, Refusal } from './refusal';
import type { Content } from './rows';

/** Atlassian Guard's redaction of text in pages and blog posts. Only sites with Guard Premium have it. */

const redaction = z.object({
  pointer: z.string(),
  from: z.int().min(0).optional(),
  to: z.int().min(0).optional(),
  reason: z.string().nullish(),
});
type Redaction = z.infer<typeof redaction>;
const section = z.object({ redactions: z.array(redaction).default([]) }).default({ redactions: [] });

const request = z.object({
  createdAt: z.iso.datetime({ offset: true }),
  cleanHistory: z.boolean().nullish(),
  versionNumber: z.int().min(1).nullish(),
  body: section,
  title: section,
});

/** The replacement for redacted text of any length. */
const BAR = '█████';
const MESSAGE = 'Sensitive data was redacted';

async function redact(call: Call, type: Content['type']): Promise<Response> {
  const id = call.id();
  const { createdAt, cleanHistory, versionNumber, body, title } = await call.json(request);
  const content = visibleContent(call, id, [type]);
  if (!call.access.to(content).update) throw contentNotFound();
  if (!call.hasGuard) throw forbidden('Redaction requires Atlassian Guard Premium');
  if (content.status !== 'current') throw badRequest('Only published content can be redacted');
  const current = call.site.contents.currentVersion(content);
  if (versionNumber !== undefined && versionNumber !== null && versionNumber !== current.number)
    throw new Refusal(501, 'Redaction of historical versions is not modeled by the local Confluence');
  if (Date.parse(createdAt) !== Date.parse(current.createdAt)) throw badRequest('createdAt is out of date');
  if (body.redactions.length + title.redactions.length === 0) throw badRequest('There is nothing to redact');

  const document = JSON.parse(storageToAdf(current.body)) as Node;
  const ofBody = new Section(body.redactions, (pointer) => textNodeAt(document, pointer));
  const ofTitle = new Section(title.redactions, (pointer) =>
    pointer === '' ? { text: current.title, isCode: false } : undefined,
  );
  ofBody.apply((pointer, text) => {
    const found = nodeAt(document, pointer);
    if (found !== undefined) found.text = text;
  });
  let newTitle = current.title;
  ofTitle.apply((_pointer, text) => (newTitle = checkTitle(text)));
  checkTitleIsFree(call, content.spaceId, type, newTitle, content.id);
  const storage = body.redactions.length === 0 ? current.body : (adfToStorage(JSON.stringify(document)) ?? '');

  call.site.atomically(() => {
    publishVersion(call, content, { title: newTitle, storage, message: MESSAGE, minorEdit: false });
    if (cleanHistory !== true) return;
    const removedTexts = [...ofBody.removed, ...ofTitle.removed];
    for (const version of call.site.contents.versions(content.id)) {
      const isOld = version.number <= content.version;
      if (isOld && removedTexts.some((text) => version.body.includes(text) || version.title.includes(text)))
        call.site.contents.removeVersion(content.id, version.number);
    }
  });
  return Response.json(
    { body: { redactions: ofBody.applied }, title: { redactions: ofTitle.applied } },
    { status: 202 },
  );
}

interface Node {
  type?: string;
  text?: string;
  content?: Node[];
}

interface Text {
  readonly text: string;
  /** A redaction in code cannot be restored, and has no id. */
  readonly isCode: boolean;
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly redactionId: string;
}

/** The redactions of a body or a title. @throws Refusal 400 if one of them points to nothing */
class Section {
  readonly applied: object[] = [];
  /** The removed texts. */
  readonly removed: string[] = [];
  private readonly cuts = new Map<string, { readonly text: string; readonly cuts: Cut[] }>();

  constructor(redactions: readonly Redaction[], textAt: (pointer: string) => Text | undefined) {
    for (const { pointer, from = 0, to, reason } of redactions) {
      const found = textAt(pointer);
      if (found === undefined) throw badRequest('A JSON pointer is invalid');
      const { text, isCode } = found;
      const end = to ?? text.length;
      if (end < from || end > text.length) throw badRequest('A range is outside of the text that it is of');
      const own = this.cuts.get(pointer) ?? { text, cuts: [] };
      this.cuts.set(pointer, own);
      // A range within another one belongs to the same redaction.
      const within = own.cuts.find((one) => one.from <= from && end <= one.to);
      const redactionId = within?.redactionId ?? crypto.randomUUID();
      if (within === undefined) own.cuts.push({ from, to: end, redactionId });
      this.removed.push(text.slice(from, end));
      this.applied.push({ pointer, from, to: end, reason: reason ?? '', ...(isCode ? {} : { redactionId }) });
    }
  }

  apply(set: (pointer: string, text: string) => void): void {
    for (const [pointer, { text, cuts }] of this.cuts) {
      let kept = '';
      let at = 0;
      for (const { from, to } of [...cuts].sort((a, b) => a.from - b.from || b.to - a.to)) {
        if (from >= at) kept += text.slice(at, from) + BAR;
        at = Math.max(at, to);
      }
      set(pointer, kept + text.slice(at));
    }
  }
}

function textNodeAt(document: Node, pointer: string): Text | undefined {
  const parent = nodeAt(document, pointer.replace(/\/content\/\d+$/, ''));
  const text = nodeAt(document, pointer)?.text;
  return text === undefined ? undefined : { text, isCode: parent?.type === 'codeBlock' };
}

/** `/content/0/content/2` */
function nodeAt(document: Node, pointer: string): Node | undefined {
  if (!/^(?:\/content\/\d+)*$/.test(pointer)) return undefined;
  let node: Node | undefined = document;
  for (const index of pointer.split('/content/').slice(1)) node = node?.content?.[Number(index)];
  return node;
}

const SCOPES = [['write:page:confluence']];

export const redactionEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/wiki/api/v2/pages/:id/redact',
    scopes: SCOPES,
    handle: (call) => redact(call, 'page'),
  },
  {
    method: 'POST',
    path: '/wiki/api/v2/blogposts/:id/redact',
    scopes: SCOPES,
    handle: (call) => redact(call, 'blogpost'),
  },
];
