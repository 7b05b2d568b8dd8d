import { readFileSync } from 'node:fs';
import { Redactor } from '@redactpii/node';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { OpenRedaction } from 'openredaction';
import { SyncRedactor } from 'redact-pii';

/**
 * Runs another project's detectors over the texts of a file, a JSON array of strings, with default settings, several
 * times. Prints the processor time of each pass in milliseconds, and the number of findings of one pass.
 */
const [, , name, file, passes] = process.argv;
const texts = JSON.parse(readFileSync(file, 'utf8'));

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
const times = [];
let findings = 0;
for (let pass = 0; pass < Number(passes); pass++) {
  findings = 0;
  const before = process.cpuUsage();
  for (const text of texts) findings += await detect(text);
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1000);
}
console.log(JSON.stringify({ times, findings }));
