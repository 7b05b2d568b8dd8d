import { readFileSync } from 'node:fs';
import { Redactor } from '@redactpii/node';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { OpenRedaction } from 'openredaction';
import { SyncRedactor } from 'redact-pii';

/**
 * Runs another project's detectors over the texts of a file, a JSON array of strings, as it comes. Prints the processor time in
 * milliseconds, how much was found, and in how many texts.
 */
const [, , name, file] = process.argv;
const texts = JSON.parse(readFileSync(file, 'utf8'));

const rules = [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }];
const open = new OpenRedaction();
const syncRedactor = new SyncRedactor();
const redactor = new Redactor();

/** What redacts tells no findings: those are what it puts in their place. */
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
for (const text of texts.slice(0, 20)) await detect(text);
const before = process.cpuUsage();
let findings = 0;
let found = 0;
for (const text of texts) {
  const count = await detect(text);
  findings += count;
  if (count > 0) found += 1;
}
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify({ ms: (user + system) / 1000, findings, found }));
