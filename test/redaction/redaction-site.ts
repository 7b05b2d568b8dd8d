import { DEMO_SPACES } from '../../local/demo';
import { type ContentType, folderOf } from '../../src/classification/content-type';
import { simulatedTime } from '../support/simulated-time';
import { openSite, type RestAnswer, type Site, type SiteOptions } from '../support/site';
import { rowsOf } from '../support/stored-rows';
import { expectOk } from '../support/wiki-pages';

/** A site with pages and blog posts that hold sensitive values, and a key that redacts them. */

export const CARD = '4539 1488 0343 6467';
export const SSN = '536-22-8731';

/** The body without the ids that Confluence adds when it stores a page of the new editor. */
export function withoutIds(storage: string): string {
  return storage.replaceAll(/ (?:ac:)?local-id="[^"]*"/g, '');
}

export interface NewPage {
  readonly title?: string;
  /** In storage format. */
  readonly body: string;
  /** As the new editor creates them. */
  readonly isOfNewEditor?: boolean;
  readonly spaceId?: string;
  /** Default: a page. */
  readonly contentType?: ContentType;
}

export interface NewComment {
  /** In storage format. */
  readonly body: string;
  /** The selected text of an inline comment; undefined: a footer comment. */
  readonly selection?: string;
  /** The comment that it replies to. */
  readonly answers?: string;
  /** An email address; undefined: the admin. */
  readonly by?: string;
}

export interface StoredComment {
  readonly body: string;
  readonly version: number;
  readonly message: string;
  readonly authorId: string;
}

export interface StoredPage {
  readonly title: string;
  readonly body: string;
  readonly version: number;
  readonly message: string;
  readonly authorId: string;
}

export interface RedactionSite extends Site {
  readonly key: string;
  readonly keyId: string;
  /** The address in Confluence of content that was published here. */
  pathOf(pageId: string): string;
  /** Creates a page or a blog post as the admin and scans it. @returns its id */
  publish(page: NewPage): Promise<string>;
  /** Adds a comment to a page and scans it. @returns its id */
  comment(pageId: string, comment: NewComment): Promise<string>;
  storedComment(commentId: string, place?: 'footer' | 'inline'): Promise<StoredComment>;
  /** From now on the app uses Guard, if the site has it (`guard`). */
  letGuardRedact(): Promise<void>;
  /** Edits the page like a user, without an event to the app. */
  edit(pageId: string, body: string, email?: string): Promise<void>;
  page(pageId: string): Promise<StoredPage>;
  /** The ids of its findings, by detector. */
  findings(pageId: string, status?: string): Readonly<Record<string, readonly string[]>>;
  redact(order: object, request?: { readonly name?: string; readonly key?: string }): Promise<RestAnswer>;
  redaction(redactionId: string, key?: string): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as an answer's body
  /** Runs the redaction until it has ended, advancing the clock while it waits. */
  finish(redactionId: string, key?: string): Promise<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  events(): readonly { readonly id: string; readonly dueAt: string }[];
  advance(milliseconds: number): void;
}

export async function openRedactionSite(options: SiteOptions = {}): Promise<RedactionSite> {
  const time = simulatedTime('2026-11-21T10:00:00.000Z');
  let serial = 0;
  const site = openSite({ queryLagMs: 0, now: time.now, pause: time.pause, ...options });
  const { key, keyId } = await site.createKey({ detectionScope: 'write' });
  const posts = new Set<string>();
  const pathOf = (pageId: string) => `/api/v2/${folderOf(posts.has(pageId) ? 'blogpost' : 'page')}/${pageId}`;
  const read = async (pageId: string) => {
    const path = `${pathOf(pageId)}?body-format=storage`;
    return (await expectOk(site.wiki('GET', path))) as {
      title: string;
      body: { storage: { value: string } };
      version: { number: number; message: string; authorId: string };
    };
  };
  const redactionSite: RedactionSite = {
    ...site,
    key,
    keyId,
    pathOf,
    publish: async ({ title, body, isOfNewEditor = false, spaceId = DEMO_SPACES.ENG, contentType }) => {
      serial += 1;
      const page = {
        spaceId,
        status: 'current',
        title: title ?? `With values ${serial}`,
        body: { representation: 'storage', value: body },
      };
      const path = `/api/v2/${folderOf(contentType)}`;
      const { id } = (await expectOk(site.wiki('POST', path, page))) as { id: string };
      if (contentType === 'blogpost') posts.add(id);
      if (isOfNewEditor) await expectOk(site.wiki('POST', `${pathOf(id)}/properties`, { key: 'editor', value: 'v2' }));
      await site.host.background.settle();
      return id;
    },
    comment: async (pageId, { body, selection, answers, by }) => {
      const comment = {
        ...(answers !== undefined
          ? { parentCommentId: answers }
          : posts.has(pageId)
            ? { blogPostId: pageId }
            : { pageId }),
        ...(selection === undefined ? {} : { inlineCommentProperties: { textSelection: selection } }),
        body: { representation: 'storage', value: body },
      };
      const path = `/api/v2/${selection === undefined ? 'footer' : 'inline'}-comments`;
      const { id } = (await expectOk(site.wiki('POST', path, comment, by))) as { id: string };
      await site.host.background.settle();
      return id;
    },
    letGuardRedact: async () => {
      const { rev, regions, minConfidence, targets, triggers, rules } = (await site.admin('getDetection', {})).value;
      const redaction = { guard: true };
      const change = { rev, regions, minConfidence, targets, triggers, rules, redaction };
      const { ok } = await site.admin('changeSiteDetection', change);
      if (ok !== true) throw new Error('the configuration could not be changed');
    },
    storedComment: async (commentId, place = 'footer') => {
      const path = `/api/v2/${place}-comments/${commentId}?body-format=storage`;
      const { body, version } = (await expectOk(site.wiki('GET', path))) as Awaited<ReturnType<typeof read>>;
      const { number, message, authorId } = version;
      return { body: body.storage.value, version: number, message, authorId };
    },
    edit: async (pageId, body, email) => {
      const { title, version } = await read(pageId);
      const page = {
        id: pageId,
        status: 'current',
        title,
        body: { representation: 'storage', value: body },
        version: { number: version.number + 1 },
      };
      await expectOk(site.wiki('PUT', pathOf(pageId), page, email));
    },
    page: async (pageId) => {
      const { title, body, version } = await read(pageId);
      const { number, message, authorId } = version;
      return { title, body: body.storage.value, version: number, message, authorId };
    },
    findings: (pageId, status = 'open') => {
      const found: Record<string, string[]> = {};
      for (const { key: findingId, value } of rowsOf(site, 'detection', pageId)) {
        if (value['pageId'] !== pageId || value['status'] !== status) continue;
        (found[String(value['detectorId'])] ??= []).push(findingId);
      }
      return found;
    },
    redact: (order, { name, key: withKey = key } = {}) => {
      serial += 1;
      const headers = { 'Idempotency-Key': name ?? `redaction-${serial}` };
      return site.rest('POST', '/v1/redaction', { key: withKey, body: order, headers });
    },
    redaction: async (redactionId, withKey = key) =>
      (await site.rest('GET', `/v1/redaction/${redactionId}`, { key: withKey })).body,
    finish: async (redactionId, withKey) => {
      for (let rounds = 0; rounds < 100; rounds += 1) {
        await site.host.background.settle();
        const redaction = await redactionSite.redaction(redactionId, withKey);
        if (['succeeded', 'partial', 'failed'].includes(redaction.state)) return redaction;
        const events = redactionSite.events();
        if (events.length === 0) {
          if (redaction.waiting?.code !== 'EVENTS_USED_UP') throw new Error('nothing drives the redaction');
          time.advance(Date.parse(redaction.waiting.nextAttemptAt) - time.now().getTime());
          await site.host.background.runSchedule('every-five-minutes');
          continue;
        }
        // A process that died holds the due events.
        const [next] = events
          .map(({ dueAt }) => Date.parse(dueAt))
          .filter((dueMs) => dueMs > time.now().getTime())
          .sort((a, b) => a - b);
        time.advance(next === undefined ? 1 : next - time.now().getTime());
      }
      throw new Error('the redaction comes to no end');
    },
    events: () => site.host.background.pending().filter(({ module }) => module === 'redactions-consumer'),
    advance: time.advance,
  };
  return redactionSite;
}
