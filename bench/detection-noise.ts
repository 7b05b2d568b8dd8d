import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeText } from '../src/detection/analyze-text';
import { builtInEngine } from '../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../src/detection/engine/policy';
import { printTable } from './support';

/**
 * Counts the findings in text that has few sensitive values, per MB, by language, and by detector and band.
 * `DETECTION_NOISE` is a folder with one subfolder of text files per language. The texts are not in the repository;
 * docs/benchmarks.md describes how to collect them. `DETECTION_NOISE_HALF=build` or `measure` selects the files whose
 * name, without its ending, ends in an even or an odd hexadecimal digit. Read findings of the first half only, so that
 * the second half stays unknown.
 */

const HIGH = 0.8;
const MEDIUM = 0.5;

interface Count {
  high: number;
  medium: number;
  low: number;
}

const newCount = (): Count => ({ high: 0, medium: 0, low: 0 });

function add(counts: Map<string, Count>, name: string, confidence: number): void {
  const count = counts.get(name) ?? newCount();
  counts.set(name, count);
  count[confidence >= HIGH ? 'high' : confidence >= MEDIUM ? 'medium' : 'low']++;
}

function isInHalf(file: string, half: string | undefined): boolean {
  const [, digit] = /([0-9a-f])\.[^.]+$/i.exec(file) ?? [];
  if (half === undefined || digit === undefined) return half !== 'measure';
  return Number.parseInt(digit, 16) % 2 === (half === 'measure' ? 1 : 0);
}

function run(folder: string | undefined): void {
  if (folder === undefined) {
    console.log('DETECTION_NOISE names no folder with text: nothing to measure.');
    return;
  }
  const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
  const today = new Date();
  const byDetector = new Map<string, Count>();
  const byLanguage = new Map<string, Count>();
  const characters = new Map<string, number>();
  for (const language of readdirSync(folder).sort()) {
    if (!statSync(join(folder, language)).isDirectory()) continue;
    for (const file of readdirSync(join(folder, language)).sort()) {
      if (!isInHalf(file, process.env['DETECTION_NOISE_HALF'])) continue;
      const text = readFileSync(join(folder, language, file), 'utf8');
      characters.set(language, (characters.get(language) ?? 0) + text.length);
      for (const { detectorId, confidence } of analyzeText(text, selection, today)) {
        add(byDetector, detectorId, confidence);
        if (detectorId !== 'email') add(byLanguage, language, confidence);
      }
    }
  }
  const row = (name: string, { high, medium }: Count, length: number): string[] => {
    const perMegabyte = (count: number): string => (count / (length / 1e6)).toFixed(2);
    return [name, String(high), String(medium), perMegabyte(high), perMegabyte(high + medium)];
  };
  const head = ['high', 'medium', 'high per MB', 'all per MB'];
  const languages = [...characters].map(([name, length]) => row(name, byLanguage.get(name) ?? newCount(), length));
  const total = [...characters.values()].reduce((sum, length) => sum + length, 0);
  const all = [...byLanguage.values()].reduce(
    (sum, { high, medium, low }) => ({ high: sum.high + high, medium: sum.medium + medium, low: sum.low + low }),
    newCount(),
  );
  printTable(['besides email', ...head], [...languages, row(`all, ${(total / 1e6).toFixed(1)} MB`, all, total)]);
  const detectors = [...byDetector].sort(([, a], [, b]) => b.high + b.medium - a.high - a.medium);
  printTable(
    ['detector', ...head],
    detectors.map(([id, count]) => row(id, count, total)),
  );
}

run(process.env['DETECTION_NOISE']);
