import { once } from 'node:events';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { analyzeText } from '../src/detection/analyze-text';
import { builtInEngine } from '../src/detection/engine';
import { DEFAULT_POLICY, selectDetectors, type Policy } from '../src/detection/policy';

/**
 * `npm run --silent detect`: runs the catalogue over lines of JSON. Each input line `{"text": …}` gives one output line
 * `{"findings": […]}`, in order; other members are ignored. A line that cannot be read gives `{"error": …}` in its
 * place, and the command exits with 1. Nothing is sent anywhere or stored.
 */

const USAGE = `Usage: detect [--regions US,GB] [--min-confidence 0.5] < lines.jsonl
  --regions         countries (ISO 3166-1 alpha-2), separated by commas: detects the numbers of these countries and
                    international ones. Phone numbers without a country code are read as theirs. Default: all
  --min-confidence  0 to 1: findings below it are ignored. Default: ${DEFAULT_POLICY.minConfidence}`;

class Refused extends Error {}

const line = z.object({ text: z.string() });

function readPolicy(): Policy {
  let values;
  try {
    ({ values } = parseArgs({ options: { regions: { type: 'string' }, 'min-confidence': { type: 'string' } } }));
  } catch (error) {
    throw new Refused(error instanceof Error ? error.message : 'The arguments cannot be read.');
  }
  const { regions, 'min-confidence': confidence } = values;
  return {
    ...DEFAULT_POLICY,
    ...(regions === undefined ? {} : { regions: readRegions(regions) }),
    ...(confidence === undefined ? {} : { minConfidence: readConfidence(confidence) }),
  };
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

/** The text of a line, or the error in it. */
function readLine(source: string): { text: string } | { error: string } {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return { error: 'The line is not JSON.' };
  }
  const read = line.safeParse(value);
  return read.success ? read.data : { error: 'The line must be an object with a string "text".' };
}

async function run(): Promise<void> {
  const selection = selectDetectors(builtInEngine, readPolicy());
  const today = new Date();
  let number = 0;
  process.stdin.setEncoding('utf8');
  for await (const source of linesOf(process.stdin as AsyncIterable<string>)) {
    number++;
    const read = readLine(source);
    if ('error' in read) process.exitCode = 1;
    const answer =
      'error' in read
        ? { error: { line: number, message: read.error } }
        : { findings: analyzeText(read.text, selection, today) };
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
