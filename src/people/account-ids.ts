import * as z from 'zod';
import type { EntityName } from '../platform/storage';

/**
 * Where account ids are stored, and how to find and replace them. One table serves the register of people, the export and
 * the erasure of a person's data, and docs/privacy.md. A test compares it with the rows of a busy day.
 */

export interface RowsOfIndex {
  readonly index: string;
  readonly partition?: string;
  /** The member that the index sorts by: a time, or the id of a page. */
  readonly range: string;
}

/**
 * `none`: no account id is ever stored. `anywhere`: in one of ACCOUNT_MEMBERS, in the key or in a text. An index: only in the
 * rows of this partition, which is the account id itself if it is omitted.
 */
export const ACCOUNT_IDS_IN = {
  'api-key': 'anywhere',
  'page-level': { index: 'by-classifier', range: 'pageId' },
  /** The reason of a change can quote another person. */
  'level-change': 'anywhere',
  audit: 'anywhere',
  config: 'anywhere',
  'rate-limit': 'anywhere',
  idempotency: 'anywhere',
  job: 'anywhere',
  /** The owner of a finding, and the authors of comments, which can quote another person. */
  detection: 'anywhere',
  'page-scan': 'none',
  'page-mirror': 'none',
  'page-count': 'none',
  count: 'none',
  'level-proposal': 'anywhere',
  mention: 'anywhere',
  person: 'anywhere',
  erasure: 'anywhere',
  probe: 'none',
  'native-level': 'none',
  governance: 'none',
} as const satisfies Readonly<Record<EntityName, 'none' | 'anywhere' | RowsOfIndex>>;

/** Members whose value is an account id, or a list of them, at any depth of a row. */
const ACCOUNT_MEMBERS: ReadonlySet<string> = new Set([
  'accountId',
  'accountIds',
  'actorAccountId',
  'authorId',
  'classifierId',
  'confirmedBy',
  'createdBy',
  'owner',
  'ownerId',
  'requestedBy',
  'revokedBy',
  'startedBy',
  'statusBy',
]);

/** This prefix and 22 characters replace an account id after the erasure of a person's data. */
export const PSEUDONYM_PREFIX = 'erased:';

/** The subject of an audit event about one person begins with this prefix, before the account id. */
export const PERSON_SUBJECT = 'person:';

/** Used for the app, and for a visitor without an account. */
const NO_PEOPLE: ReadonlySet<string> = new Set(['system', 'unidentified', 'anonymous', 'unknown']);
const ACCOUNT_ID = /^[A-Za-z0-9:_-]{1,128}$/;
/** The owner of a run or of a quota is an API key or a person. */
const KEY_ID = /^[0-9a-hjkmnp-tv-z]{16}$/;

export function isPseudonym(id: string): boolean {
  return id.startsWith(PSEUDONYM_PREFIX);
}

function isAccountId(text: string): boolean {
  return ACCOUNT_ID.test(text) && !NO_PEOPLE.has(text) && !isPseudonym(text) && !KEY_ID.test(text);
}

const workSchema = z.object({ data: z.object({ work: z.unknown() }) });

interface StoredRow {
  readonly entity: EntityName;
  readonly key: string;
  readonly value: unknown;
}

/** The account ids in a row. */
export function accountIdsIn({ entity, key, value }: StoredRow): ReadonlySet<string> {
  const found = new Set<string>();
  if (ACCOUNT_IDS_IN[entity] === 'none') return found;
  const add = (text: string | undefined) => {
    if (text !== undefined && isAccountId(text)) found.add(text);
  };
  addFromKey(entity, key, add);
  addFromValue(value, add);
  // The excerpts of findings are texts of pages.
  const texts = entity === 'detection' ? workSchema.safeParse(value).data : value;
  for (const text of textsIn(texts)) addFromText(text, add);
  return found;
}

function addFromKey(entity: EntityName, key: string, add: (text: string | undefined) => void): void {
  switch (entity) {
    case 'rate-limit':
      // `key:<owner>:<part>`
      return add(/^key:(.+):\d+$/.exec(key)?.[1]);
    case 'level-proposal':
      return add(key.split('#')[0]);
    case 'mention':
      // The rows of authors have a day in their keys; those of pages have not.
      return add(/^(.+)#\d{4}-\d{2}-\d{2}$/.exec(key)?.[1]);
    case 'person':
      return add(key);
    default:
      return undefined;
  }
}

function addFromValue(value: unknown, add: (text: string) => void): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries<unknown>({ ...value })) {
    if (ACCOUNT_MEMBERS.has(name)) addFromMember(member, add);
    // The shares of a quota, by owner.
    else if (name === 'by' && typeof member === 'object' && member !== null) Object.keys(member).forEach(add);
    else if (name === 'subject' && typeof member === 'string' && member.startsWith(PERSON_SUBJECT))
      add(member.slice(PERSON_SUBJECT.length));
    // A stored response is JSON in a text.
    addFromValue(name === 'answer' && typeof member === 'string' ? parsed(member) : member, add);
  }
}

function addFromMember(member: unknown, add: (text: string) => void): void {
  const all: readonly unknown[] = Array.isArray(member) ? member : [member];
  for (const one of all) if (typeof one === 'string') add(one);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An id in a text: of the usual form, or in a mention or a link to a profile. */
const QUOTED_ID =
  /(?<![A-Za-z0-9])\d{4,6}:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!-?[A-Za-z0-9])|(?:account-?id[:="'\s]{1,4}|\/people\/)([\w:-]{1,128})/gi;
const USUAL_ID = /^\d{4,6}:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Characters that have no width. A text shows the id although they are in it. */
const NO_WIDTH = '[\\u00ad\\u200b-\\u200d\\u2060\\ufeff]';
const HYPHENS = '[\\u2010\\u2011]';
/** The characters around ids in mentions and links, as they are written in URLs and in HTML. */
const WRITTEN = [
  ['', new RegExp(`${NO_WIDTH}|\\\\(?=[:_-])`, 'g')],
  ['-', new RegExp(HYPHENS, 'g')],
  ['&', /%(?:25)*26(?=(?:#|%(?:25)*23)|colon|hyphen)/gi],
  ['#', /(?<=&)%(?:25)*23/gi],
  [';', /(?<=&#x?[0-9a-f]{1,4}|&colon|&hyphen)%(?:25)*3b/gi],
  [':', /%(?:25)*3a|&(?:amp;)*(?:#0*58|#x0*3a|colon);/gi],
  ['/', /%(?:25)*2f|&(?:amp;)*(?:#0*47|#x0*2f|sol);/gi],
  ['=', /%(?:25)*3d|&(?:amp;)*(?:#0*61|#x0*3d|equals);/gi],
  ['-', /%(?:25)*2d|&(?:amp;)*(?:#0*45|#x0*2d|hyphen);/gi],
  [' ', /%(?:25)*[0-9a-f]{2}/gi],
] as const;

function addFromText(text: string, add: (text: string) => void): void {
  const plain = WRITTEN.reduce((read, [character, written]) => read.replace(written, character), text);
  for (const [found, named] of plain.matchAll(QUOTED_ID)) add(named ?? found.toLowerCase());
}

/** The texts of a row, and the names of its members. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries<unknown>({ ...value })) {
    yield name;
    yield* textsIn(member);
  }
}

/** True if this account id occurs anywhere in a row: in its key, a member's name, or a text, in any spelling. */
export function mentions({ key, value }: Pick<StoredRow, 'key' | 'value'>, accountId: string): boolean {
  const pattern = patternOf(accountId);
  const isIn = (text: string) => text.search(pattern) !== -1;
  return isIn(key) || [...textsIn(value)].some(isIn);
}

/** The value with every occurrence of an account id replaced, also in names of members and in texts, in any spelling. */
export function replaceId(value: unknown, accountId: string, replacement: string): unknown {
  const pattern = patternOf(accountId);
  const replaceIn = (text: string) => text.replaceAll(pattern, () => replacement);
  const walk = (one: unknown): unknown => {
    if (typeof one === 'string') return replaceIn(one);
    if (Array.isArray(one)) return one.map(walk);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [replaceIn(name), walk(member)]));
  };
  return walk(value);
}

/** The names of entities. */
const NAMES: Readonly<Record<string, string>> = { ':': 'colon', '-': '(?:hyphen|dash)', _: 'lowbar' };

/**
 * Matches the id as a whole, because an id can be the beginning of another one. A prefix such as `person:` may precede
 * it. Each character may be in the other case, escaped in a URL any number of times, or an entity of HTML; a sign also
 * behind a backslash. So may the one before the id.
 */
function patternOf(accountId: string): RegExp {
  const characters = Array.from(accountId, (one) => {
    const code = one.charCodeAt(0);
    const hex = code.toString(16).padStart(2, '0');
    const name = NAMES[one] === undefined ? '' : `|${NAMES[one]}`;
    const literal = one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const entity = `(?:&(?:amp;)*|%(?:25)*26)(?:(?:#|%(?:25)*23)(?:0*${code}|x0*${hex})${name})(?:;|%(?:25)*3b)`;
    const plain = one === '-' ? `(?:-|${HYPHENS})` : literal;
    return `(?:${/\w/.test(one) ? '' : '\\\\?'}${plain}|%(?:25)*${hex}|${entity})`;
  });
  // In a stored response, JSON escapes a line break.
  // Emphasis and lists of Markdown stand beside an id of the usual form, whose length is known.
  const [before, after] = USUAL_ID.test(accountId)
    ? ['[A-Za-z0-9]', '-?[A-Za-z0-9]']
    : ['[A-Za-z0-9_-]', '[A-Za-z0-9_-]'];
  const start = `(?:(?<!${before})|(?<=%(?:25)*[0-9a-f]{2})|(?<=\\\\(?:[bfnrt]|u[0-9a-f]{4})))`;
  return new RegExp(`${start}${characters.join(`${NO_WIDTH}*`)}(?!${after})`, 'gi');
}
