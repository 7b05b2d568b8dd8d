import { type Budget, isolate } from './budget';
import type { CompoundEntry } from './compound-file';
import type { MemberPlace } from './file-part';
import { decodeText, readHtml, readText } from './texts';

type ReadFileInside = (name: string, bytes: Uint8Array) => Promise<void>;

/** Reads an email (RFC 5322): its headers, its texts and its attachments. */
export async function readEmail(
  budget: Budget,
  bytes: Uint8Array,
  at: MemberPlace,
  readFileInside: ReadFileInside,
): Promise<void> {
  const { default: PostalMime, decodeWords } = await import('postal-mime');
  let end = 0;
  for (let lines = 0; end < bytes.length && lines < MAX_LINES; lines++)
    end = bytes.indexOf(10, end) + 1 || bytes.length;
  if (end < bytes.length) budget.report('over-budget');
  const email = await PostalMime.parse(bytes.slice(0, end), {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: 20,
  });
  const headers = budget.openPart({ ...at, kind: 'part' });
  for (const { key, value } of email.headers) if (HEADERS.test(key)) headers.paragraph(decodeWords(value));
  if (email.subject !== undefined) headers.paragraph(email.subject);
  // A file as a text, which no mail program has written for decades.
  if (/^begin [0-7]{3} /m.test(email.text ?? '')) budget.report('unsupported-type');
  if (email.text !== undefined) readText(budget, email.text, at);
  if (email.html !== undefined) readHtml(budget, email.html, at);
  for (const { filename, mimeType, content } of email.attachments) {
    if (/pkcs7-mime|pgp-encrypted/i.test(mimeType)) budget.report('encrypted');
    else if (typeof content !== 'string' && !/pkcs7-signature|pgp-signature/i.test(mimeType))
      await isolate(budget, () => readFileInside(filename ?? 'attachment', new Uint8Array(content)));
  }
}

/** The parser needs more than a kilobyte for each line of text. Attachments of 8 MB have so many. */
const MAX_LINES = 150_000;

/** The other headers have ids of servers. */
const HEADERS = /^(?:from|to|cc|bcc|reply-to|sender|comments|keywords)$/;

/** Reads a message of Outlook (MS-OXMSG): all its strings, its texts, its recipients and its attachments. */
export async function readMessage(
  budget: Budget,
  message: CompoundEntry,
  at: MemberPlace,
  readFileInside: ReadFileInside,
): Promise<void> {
  const part = budget.openPart({ ...at, kind: 'part' });
  const waiting = [message];
  for (let storage = waiting.pop(); storage !== undefined; storage = waiting.pop()) {
    const { children } = storage;
    const isMessage = children.some(({ name }) => name.startsWith('__properties'));
    if (storage.name.startsWith('__substg1.0_3701') && !isMessage) budget.report('unsupported-type');
    const written = new Set<string>();
    let text = false;
    for (const entry of children) {
      budget.spend('steps');
      const [, property = '', type] = /^__substg1\.0_([0-9A-F]{4})..([0-9A-F]{2})/.exec(entry.name) ?? [];
      if (!entry.isStream) {
        // Names of properties are no text of the message.
        if (!entry.name.startsWith('__nameid')) waiting.push(entry);
      } else if (property === '1013') {
        readHtml(budget, stringOf(budget, entry, type), at);
        text = true;
      } else if ((type === '1F' || type === '1E') && !/101[EF]$/.test(entry.name)) {
        const value = stringOf(budget, entry, type).replace(/\0+$/, '');
        text ||= property === '1000';
        if (property === '1000') readText(budget, value, at);
        else if (value !== '' && !written.has(value) && property !== '001A') part.paragraph(value);
        written.add(value);
      }
    }
    const file = children.find(({ name }) => name === '__substg1.0_37010102');
    const name = children.find((entry) => /^__substg1\.0_37(?:07|04)001[FE]/.test(entry.name));
    if (file !== undefined)
      await isolate(budget, () =>
        readFileInside(name === undefined ? '' : stringOf(budget, name, name.name.slice(-2)), file.read()),
      );
    // A text that is only in compressed RTF is not read.
    if (!text && children.some((entry) => entry.name === '__substg1.0_10090102')) budget.report('unsupported-type');
  }
}

function stringOf(budget: Budget, entry: CompoundEntry, type = ''): string {
  return type === '1F' ? new TextDecoder('utf-16le').decode(entry.read()) : decodeText(budget, entry.read());
}
