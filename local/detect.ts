import { once } from 'node:events';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { analyzeFlat } from '../src/detection/analyze-text';
import { builtInEngine } from '../src/detection/engine/engine';
import { type DetectorSelection, DEFAULT_POLICY, selectDetectors, type Policy } from '../src/detection/engine/policy';
import { firstEndingAfter } from '../src/detection/text/spans';
import { type FlatText, sourceRanges } from '../src/detection/text/flat-text';
import { flatten } from '../src/detection/text/flatten';

/**
 * `npm run --silent detect`: runs the catalog over lines of JSON. Each input line has one of `text`, `adf` and `storage`, and
 * gives one output line `{"findings": […]}`, in order; other members are ignored. A line that cannot be read gives
 * `{"error": …}` in its place, and the command exits with 1. Nothing is sent anywhere or stored.
 */

const USAGE = `Usage: detect [--regions US,GB] [--min-confidence 0.5] [--values] < lines.jsonl
  A line is {"text": …}, {"adf": …} or {"storage": …}: a text, or the body of a page in one of its two formats.
  --regions         countries (ISO 3166-1 alpha-2), separated by commas: detects the numbers of these countries and
                    international ones. Phone numbers without a country code are read as theirs. Default: all
  --min-confidence  0 to 1: findings below it are ignored. Default: ${DEFAULT_POLICY.minConfidence}
  --values          prints each detected value. Do not share such output`;

class Refused extends Error {}

const NAMES = ['text', 'adf', 'storage'] as const;

const document = z.looseObject({ type: z.literal('doc'), content: z.array(z.unknown()) });

interface Options {
  readonly policy: Policy;
  readonly showsValues: boolean;
}

function readOptions(): Options {
  let values;
  try {
    ({ values } = parseArgs({
      options: {
        regions: { type: 'string' },
        'min-confidence': { type: 'string' },
        values: { type: 'boolean', default: false },
      },
    }));
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : 'The arguments cannot be read.');
  }
  const { regions, 'min-confidence': confidence, values: showsValues } = values;
  const policy = {
    ...DEFAULT_POLICY,
    ...(regions === undefined ? {} : { regions: readRegions(regions) }),
    ...(confidence === undefined ? {} : { minConfidence: readConfidence(confidence) }),
  };
  return { policy, showsValues };
}

function readRegions(list: string): string[] {
  const regions = list.split(',').map((region) => region.trim().toUpperCase());
  const wrong = regions.find((region) => !/^[A-Z]{2}$/.test(region));
  if (wrong !== undefined)
    throw new Refused(`--regions: ${JSON.stringify(wrong)} is not a country code of two letters.`);
  if (regions.includes('UK')) throw new Refused('--regions: the United Kingdom is GB.');
  return regions;
}

function readConfidence(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (!(number >= 0 && number <= 1)) throw new Refused('--min-confidence: must be a number from 0 to 1.');
  return number;
}

/** JSON lines end only with a newline character. */
async function* linesOf(input: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** The content of a line, or the error in it. */
type Line = { readonly flat: FlatText; readonly isDocument: boolean } | { readonly error: string };

function readLine(source: string): Line {
  const value = parseJson(source);
  if (value === undefined) return { error: 'The line is not JSON.' };
  const members = z.looseObject({}).safeParse(value).data ?? {};
  const [name, ...others] = NAMES.filter((one) => Object.hasOwn(members, one));
  if (name === undefined) return { error: 'The line must be an object with a member "text", "adf" or "storage".' };
  if (others.length > 0) return { error: `The line has both "${name}" and "${others.join('" and "')}". Send one.` };
  return name === 'adf' ? readDocument(members[name]) : readText(name, members[name]);
}

function readText(name: 'text' | 'storage', value: unknown): Line {
  if (typeof value !== 'string') return { error: `"${name}" must be a string.` };
  return withText({ representation: name === 'text' ? 'plain' : 'storage', source: value }, name);
}

/** A document as an object, or as JSON text, as Confluence returns it. */
function readDocument(value: unknown): Line {
  const read = document.safeParse(typeof value === 'string' ? parseJson(value) : value);
  if (!read.success) return { error: '"adf" must be a document: an object with the type "doc" and a list "content".' };
  return withText({ representation: 'atlas_doc_format', source: JSON.stringify(read.data) }, 'adf');
}

function withText(part: Parameters<typeof flatten>[0], name: string): Line {
  const flat = flatten(part);
  const whole = flat.skipped.find(({ pointer }) => pointer === '');
  if (whole?.reason === 'too-large') return { error: `"${name}" is too large.` };
  return { flat, isDocument: part.representation !== 'plain' };
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/**
 * The findings of a line. In a text, `start` and `end` are offsets. In a document, `location` has the JSON pointers of the
 * strings and the offsets in them; for storage format, the pointer of the whole source is empty.
 */
function analyze(
  { flat, isDocument }: Exclude<Line, { error: string }>,
  selection: DetectorSelection,
  today: Date,
  showsValues: boolean,
) {
  const findings = analyzeFlat(flat, selection, today).map(({ start, end, ...finding }) => ({
    ...finding,
    ...(isDocument
      ? {
          location: {
            kind: flat.blocks[firstEndingAfter(flat.blocks, start)]?.kind,
            ranges: sourceRanges(flat.blocks, start, end),
          },
        }
      : { start, end }),
    ...(showsValues ? { value: flat.text.slice(start, end) } : {}),
  }));
  return { findings, ...(flat.skipped.length === 0 ? {} : { notInspected: flat.skipped }) };
}

async function run(): Promise<void> {
  const { policy, showsValues } = readOptions();
  const selection = selectDetectors(builtInEngine, policy);
  const today = new Date();
  let number = 0;
  process.stdin.setEncoding('utf8');
  for await (const source of linesOf(process.stdin as AsyncIterable<string>)) {
    number++;
    const read = readLine(source);
    if ('error' in read) process.exitCode = 1;
    const answer =
      'error' in read ? { error: { line: number, message: read.error } } : analyze(read, selection, today, showsValues);
    if (!process.stdout.write(`${JSON.stringify(answer)}\n`)) await once(process.stdout, 'drain');
  }
}

// The reader of the answers may close the pipe early, for example `| head`.
process.stdout.on('error', () => process.exit(1));

run().catch((error: unknown) => {
  if (!(error instanceof Refused)) throw error;
  console.error(`${error.message}\n${USAGE}`);
  process.exitCode = 2;
});
