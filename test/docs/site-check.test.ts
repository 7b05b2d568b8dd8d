import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLATFORM_SWITCHES } from '../../local/forge/assumptions';
import { isProbeName, PROBES, sourceOf } from '../../src/capabilities/answers';
import { HEALTH_PARTS } from '../../src/site-check/health';
import { API_TEXTS, PROBE_TEXTS } from '../../static/admin/src/site-check/probe-texts';

/** The site check finds out exactly the assumptions that no real site has confirmed yet. */

const PROBE_NAMES = Object.values(PROBES).flatMap((section) => Object.keys(section).filter(isProbeName));

const read = (name: string) => readFileSync(join(__dirname, '../../docs', name), 'utf8');
const rowsIn = (text: string) => [...text.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, name = '']) => name);

it('each assumption of docs/deployment.md is a probe of the site check, and each probe is listed once', () => {
  const [, section = ''] = read('deployment.md').split('\n## Not yet tested on a real site\n');
  expect(rowsIn(section).sort()).toEqual([...PROBE_NAMES].sort());
  expect(section).not.toMatch(/^- /m);
});

it('docs/site-check.md has each first line of the page, in the words of the page', () => {
  const rows = [...read('site-check.md').matchAll(/^\| ((?:The API|It isn’t) [^|]+) \| /gm)].map(([, line]) => line);
  expect(rows).toEqual(Object.values(API_TEXTS).map(([line]) => line));
});

it('docs/site-check.md explains each part of the health', () => {
  const [, section = ''] = read('site-check.md').split('\n## Monitoring\n');
  expect(rowsIn(section)).toEqual([...HEALTH_PARTS]);
  expect([...section.matchAll(/"name": "([^"]+)"/g)].map(([, name]) => name)).toEqual([...HEALTH_PARTS]);
});

it('each switch of the local host names its probes, or the reason why there is none', () => {
  const [, section = ''] = read('../local/README.md').split('\n### How a real site differs\n');
  const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual([...PLATFORM_SWITCHES].sort());
  for (const [, name, answer = ''] of rows) {
    const named = [...answer.matchAll(/`([^`]+)`/g)].map(([, probe = '']) => probe);
    expect([name, named.filter((probe) => !isProbeName(probe))]).toEqual([name, []]);
    expect([name, named.length > 0 || /^none: \w/.test(answer)]).toEqual([name, true]);
  }
});

it('a probe that a person answers has a question, and one that normal work answers says which', () => {
  const wrong = PROBE_NAMES.filter((probe) => {
    const { question, answeredBy } = PROBE_TEXTS[probe];
    const source = sourceOf(probe);
    return (question !== undefined) !== (source === 'person') || (answeredBy !== undefined) !== (source === 'work');
  });
  expect(wrong).toEqual([]);
});
