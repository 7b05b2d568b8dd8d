import { Tokenizer } from 'htmlparser2';
import type { FlatText, LocationKind } from './flat-text';
import { FlatTextBuilder } from './flat-text-builder';

/**
 * Reads a body in storage format: XML as Confluence stores it, also if it is malformed. Positions are offsets in the source.
 * Unclosed and unopened tags lose no text.
 */
export function flattenStorage(source: string): FlatText {
  const reader = new StorageReader(source);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, reader);
  tokenizer.write(source);
  tokenizer.end();
  return reader.builder.build();
}

/** Inline tags. Other tags start and end blocks. */
const INLINE = new Set(
  `a abbr ac:inline-comment-marker ac:link ac:link-body ac:plain-text-link-body b big cite code del em font i ins kbd mark s
  samp small span strike strong sub sup tt u var`.split(/\s+/),
);

/** Inline content without text of its own. A card, which shows only its address, is another object. */
const OBJECTS = new Set(['ac:emoticon', 'ac:image', 'img', 'ri:user', 'time']);

/** Tags whose text is an id. */
const IDS = new Set(['ac:task-id', 'ac:task-uuid']);

const HEADING = /^h[1-6]$/;

/** Attributes with ids and layout. Every other attribute is read. */
const IGNORED_ATTRIBUTES = new Set(
  `ac:account-id ac:local-id ac:macro-id ac:name ac:schema-version ac:ref ac:emoji-id ac:layout ac:type class colspan
  data-layout data-local-id datetime local-id ri:account-id ri:content-id ri:local-id ri:userkey ri:version-at-save rowspan
  style width`.split(/\s+/),
);

const KINDS: Readonly<Record<string, LocationKind>> = {
  href: 'link',
  'ri:value': 'link',
  'ac:alt': 'alternative-text',
  alt: 'alternative-text',
  title: 'title',
  'ac:title': 'title',
};

/** A range of an attribute value in the source. */
interface Piece {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

interface Attribute {
  readonly name: string;
  pieces: Piece[];
}

class StorageReader {
  readonly builder = new FlatTextBuilder();
  private tag = '';
  private attributes: Attribute[] = [];
  /** The nesting depth within `ac:plain-text-body` and `pre`. */
  private code = 0;
  private parameter: string | undefined;
  private heading = 0;
  private inId = false;
  /** The position up to which the attribute value is read, and decoded entities whose range is not known yet. */
  private readTo = 0;
  private entities = '';

  constructor(private readonly source: string) {}

  /** The tokenizer passes a start of -1 if the source ends after the slash of a tag. This is not text. */
  ontext(start: number, end: number): void {
    if (start >= 0) this.text(this.source.slice(start, end), start, end);
  }

  ontextentity(codepoint: number, end: number): void {
    const start = this.source.lastIndexOf('&', end - 1);
    this.text(String.fromCodePoint(codepoint), start, end);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    this.text(this.source.slice(start, end - endOffset), start, end - endOffset);
  }

  oncomment(start: number, end: number, endOffset: number): void {
    const piece = { text: this.source.slice(start, end - endOffset), from: start, to: end - endOffset };
    this.builder.addSidePieces('attribute', [piece]);
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.source.slice(start, end).toLowerCase();
    this.attributes = [];
  }

  onattribname(start: number, end: number): void {
    this.attributes.push({ name: this.source.slice(start, end).toLowerCase(), pieces: [] });
    this.readTo = end;
    this.entities = '';
  }

  onattribdata(start: number, end: number): void {
    this.placeEntities(start);
    this.attributes.at(-1)?.pieces.push({ text: this.source.slice(start, end), from: start, to: end });
    this.readTo = end;
  }

  onattribentity(codepoint: number): void {
    if (this.entities === '' && this.attributes.at(-1)?.pieces.length === 0) {
      this.readTo = this.source.indexOf('&', this.readTo);
    }
    this.entities += String.fromCodePoint(codepoint);
  }

  onattribend(_quote: number, end: number): void {
    this.placeEntities(end);
  }

  onopentagend(): void {
    this.open(false);
  }

  onselfclosingtag(): void {
    this.open(true);
  }

  onclosetag(start: number, end: number): void {
    this.close(this.source.slice(start, end).toLowerCase());
  }

  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  /** Consecutive entities form one piece, because the tokenizer does not report where each one ends. */
  private placeEntities(to: number): void {
    if (this.entities === '') return;
    this.attributes.at(-1)?.pieces.push({ text: this.entities, from: this.readTo, to });
    this.entities = '';
  }

  private text(text: string, from: number, to: number): void {
    if (this.inId) return;
    if (this.parameter !== undefined) this.builder.addText(text, 'macro-parameter', from, to);
    else this.builder.addText(text, this.code > 0 ? 'code' : 'text', from, to);
  }

  private open(closed: boolean): void {
    const { tag, builder } = this;
    if (OBJECTS.has(tag) || (tag === 'a' && this.valueOf('data-card-appearance') !== '')) builder.addInlineObject();
    else if (tag === 'br') builder.addLineBreak();
    else if (HEADING.test(tag)) this.heading = builder.startHeading();
    else if (tag === 'table') builder.startTable();
    else if (tag === 'tr') builder.startRow();
    else if (tag === 'td' || tag === 'th')
      builder.startCell(this.numberOf('colspan'), this.numberOf('rowspan'), tag === 'th');
    else if (tag === 'ac:parameter') {
      this.parameter = this.valueOf('ac:name');
      builder.startField(this.parameter);
    } else if (!INLINE.has(tag)) builder.endBlock();
    if (tag === 'ac:plain-text-body' || tag === 'pre') this.code++;
    if (IDS.has(tag)) this.inId = true;
    for (const { name, pieces } of this.attributes) {
      if (!IGNORED_ATTRIBUTES.has(name)) builder.addSidePieces(KINDS[name] ?? 'attribute', pieces);
    }
    this.attributes = [];
    if (closed) this.close(tag);
  }

  private close(tag: string): void {
    const { builder } = this;
    if (HEADING.test(tag)) builder.endHeading(this.heading);
    else if (tag === 'table') builder.endTable();
    else if (tag === 'td' || tag === 'th') builder.endCell();
    else if (tag === 'ac:parameter') {
      this.parameter = undefined;
      builder.endField();
    } else if (!INLINE.has(tag) && !OBJECTS.has(tag) && tag !== 'br') builder.endBlock();
    if (tag === 'ac:plain-text-body' || tag === 'pre') this.code = Math.max(0, this.code - 1);
    if (IDS.has(tag)) this.inId = false;
  }

  private valueOf(name: string): string {
    const attribute = this.attributes.find((one) => one.name === name);
    return attribute?.pieces.map(({ text }) => text).join('') ?? '';
  }

  private numberOf(name: string): number {
    const value = Number(this.valueOf(name));
    return Number.isSafeInteger(value) && value > 0 ? value : 1;
  }
}
