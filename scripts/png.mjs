import { Buffer } from 'node:buffer';
import { deflateSync, inflateSync } from 'node:zlib';

/** Makes the screenshots of Chromium small: a palette of 256 colors is enough for the pictures of a user interface. */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The bytes of a pixel, by the color type of the format. */
const CHANNELS = { 2: 3, 6: 4 };

/** @param png 8 bits a channel, with or without alpha, not interlaced. @returns the same picture with a palette */
export function withPalette(png) {
  const { width, height, pixels } = decode(png);
  const counts = new Map();
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const palette = [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 256)
    .map(([color]) => color);
  const indexes = new Map(palette.map((color, index) => [color, index]));
  const rows = Buffer.alloc(height * (width + 1));
  pixels.forEach((color, at) => {
    if (!indexes.has(color)) indexes.set(color, nearest(palette, color));
    rows[at + Math.floor(at / width) + 1] = indexes.get(color);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits a pixel, with a palette.
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function decode(png) {
  if (!png.subarray(0, 8).equals(SIGNATURE)) throw new Error('This is no PNG file.');
  const data = [];
  let header;
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    if (type === 'IHDR') header = content;
    if (type === 'IDAT') data.push(content);
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const channels = CHANNELS[header[9]];
  if (header[8] !== 8 || channels === undefined || header[12] !== 0) throw new Error('This kind of PNG is not read.');
  const bytes = unfiltered(inflateSync(Buffer.concat(data)), width * channels, height, channels);
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const from = at * channels;
    pixels[at] = (bytes[from] << 16) | (bytes[from + 1] << 8) | bytes[from + 2];
  }
  return { width, height, pixels };
}

/** Undoes the filter of each row. The names are those of the specification: left, up, and up left. */
function unfiltered(raw, rowBytes, height, channels) {
  const bytes = Buffer.alloc(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (rowBytes + 1)];
    for (let column = 0; column < rowBytes; column += 1) {
      const at = row * rowBytes + column;
      const left = column < channels ? 0 : bytes[at - channels];
      const up = row === 0 ? 0 : bytes[at - rowBytes];
      const upLeft = row === 0 || column < channels ? 0 : bytes[at - rowBytes - channels];
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter];
      bytes[at] = raw[row * (rowBytes + 1) + 1 + column] + predicted;
    }
  }
  return bytes;
}

function paeth(left, up, upLeft) {
  const estimate = left + up - upLeft;
  const [byLeft, byUp, byBoth] = [left, up, upLeft].map((value) => Math.abs(estimate - value));
  if (byLeft <= byUp && byLeft <= byBoth) return left;
  return byUp <= byBoth ? up : upLeft;
}

function nearest(palette, color) {
  const distance = (other) =>
    [16, 8, 0].reduce((sum, shift) => sum + (((color >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
  return palette.reduce((best, other, index) => (distance(other) < distance(palette[best]) ? index : best), 0);
}

const CRC = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function chunk(type, content) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const sum = named.reduce((value, byte) => CRC[(value ^ byte) & 255] ^ (value >>> 8), 0xffffffff);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE((sum ^ 0xffffffff) >>> 0, named.length + 4);
  return framed;
}
