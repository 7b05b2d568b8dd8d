import { readFileSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { setTimeout } from 'node:timers';

/**
 * Reads files with another project's library. Writes the text of each to a file, with the processor time of all and the memory above
 * the start.
 */
const [, , name, list, output] = process.argv;
const LIMIT_MS = 60_000;

const libraries = {
  'pdfjs-dist': async () => {
    const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    return async (bytes) => {
      const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
      let text = '';
      for (let number = 1; number <= pdf.numPages; number++) {
        const { items } = await (await pdf.getPage(number)).getTextContent();
        for (const { str = '', hasEOL } of items) text += hasEOL ? `${str}\n` : str;
      }
      await pdf.destroy();
      return text;
    };
  },
  pdf2json: async () => {
    const { default: Parser } = await import('pdf2json');
    return (bytes) =>
      new Promise((resolve, reject) => {
        const parser = new Parser(null, 1);
        parser.on('pdfParser_dataError', reject);
        parser.on('pdfParser_dataReady', () => resolve(parser.getRawTextContent()));
        parser.parseBuffer(bytes);
      });
  },
  officeparser: async () => {
    const { default: parser } = await import('officeparser');
    return (bytes) => parser.parseOfficeAsync(bytes);
  },
  mammoth: async () => {
    const { default: mammoth } = await import('mammoth');
    return async (bytes) => (await mammoth.extractRawText({ buffer: bytes })).value;
  },
  xlsx: async () => {
    const { default: xlsx } = await import('xlsx');
    return (bytes) => {
      const { Sheets } = xlsx.read(bytes);
      return Object.values(Sheets)
        .map((sheet) => xlsx.utils.sheet_to_csv(sheet))
        .join('\n');
    };
  },
};

console.log = console.warn = console.info = () => undefined;
const expired = () => new Promise((_, reject) => setTimeout(reject, LIMIT_MS, new Error('too late')).unref());
process.on('uncaughtException', () => undefined);
const memory = process.memoryUsage().rss;
const cpu = process.cpuUsage();
const read = await libraries[name]();
const texts = {};
for (const file of JSON.parse(readFileSync(list, 'utf8'))) {
  const bytes = readFileSync(file);
  texts[file] = await Promise.race([(async () => read(bytes, extname(file)))(), expired()]).catch(() => undefined);
}
const { user, system } = process.cpuUsage(cpu);
const megabytes = (process.resourceUsage().maxRSS * 1024 - memory) / 1e6;
writeFileSync(output, JSON.stringify({ texts, ms: (user + system) / 1000, megabytes }));
process.exit();
