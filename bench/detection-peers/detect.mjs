import { readFileSync } from 'node:fs';
import { Redactor } from '@redactpii/node';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { OpenRedaction } from 'openredaction';
import { SyncRedactor } from 'redact-pii';

/**
 * Runs another project's detectors over sets of texts with default settings, several times. The file has a JSON array of
 * arrays of strings. Prints, for each set, the processor time of each pass in milliseconds, and the number of findings of one pass.
 */
const [, , name, file, passes] = process.argv;
const sets = JSON.parse(readFileSync(file, 'utf8'));

const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }];
const open = new OpenRedaction();
const syncRedactor = new SyncRedactor();
const redactor = new Redactor();

/** A package that redacts returns no findings, so these are its replacements. */
const placed = (before, after, pattern) => (after === before ? 0 : (after.match(pattern) ?? []).length);

const detectors = {
  secretlint: async (text) => {
    const source = { content: text, filePath: 'page.md', ext: '.md', contentType: 'text' };
    const { messages } = await lintSource({ source, options: { config: { rules } } });
    return messages.length;
  },
  'redact-pii': (text) => placed(text, syncRedactor.redact(text), /\b[A-Z]+(_[A-Z]+)+\b|\bDIGITS\b|\bURL\b/g),
  '@redactpii/node': (text) => placed(text, redactor.redact(text), /\b[A-Z]+(_[A-Z]+)+\b/g),
  openredaction: async (text) => (await open.detect(text)).detections.length,
};

const detect = detectors[name];
const results = sets.map(() => ({ times: [], findings: 0 }));
for (let pass = 0; pass < Number(passes); pass++) {
  for (const [index, texts] of sets.entries()) {
    let findings = 0;
    const before = process.cpuUsage();
    for (const text of texts) findings += await detect(text);
    const { user, system } = process.cpuUsage(before);
    results[index].times.push((user + system) / 1000);
    results[index].findings = findings;
  }
}
console.log(JSON.stringify(results));
