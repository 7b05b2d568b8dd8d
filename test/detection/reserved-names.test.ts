import { analyzeText } from '../../src/detection/analyze-text';
import { builtInEngine } from '../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/engine/policy';

const selection = selectDetectors(builtInEngine, DEFAULT_POLICY);
const confidenceIn = (text: string) => analyzeText(text, selection, new Date('2026-01-15T00:00:00Z'))[0]?.confidence;

it.each([
  'machine example.org login jane password sailboat',
  'machine mirror.example.net:8443/deb login jane password sailboat',
  'https://jane:sailboat@www.example.com/start',
  'ftp://jane:sailboat@files.test',
])('a word as the password for a reserved host is in the medium band: %s', (text) => {
  expect(confidenceIn(text)).toBe(0.6);
});

it.each([
  'machine git.acme.io login jane password sailboat',
  'machine example.org login jane password x7Gh29Kq',
  'https://jane:x7Gh29Kq@www.example.com/start',
  'https://jane:sailboat@example.org.acme.io/start',
  'https://jane:sailboat@contest.io/start',
])('other passwords of a URL or a .netrc file are in the high band: %s', (text) => {
  expect(confidenceIn(text)).toBeGreaterThanOrEqual(0.8);
});
