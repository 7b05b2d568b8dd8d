import { detect } from '../../src/detection/detect';
import type { Rule } from '../../src/detection/detector';
import { detectors } from '../../src/detection/detectors';
import { Engine } from '../../src/detection/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../src/detection/policy';
import { flattenPlain } from '../../src/detection/text/plain';

/**
 * No text makes a detector take more time than its length calls for: texts made of its own keywords, which is
 * where patterns are tried, and of what their repeats accept.
 */

const LENGTH = 5_000;
/** Of processor time. In proportion it is a few; a pattern that goes back over the whole text again and again takes seconds. */
const LIMIT_MS = 100;

const FILLERS = ['', 'a', 'aA1', ' ', '=', ': "', '-/', 'a:b@', '\\n"', ' = aaaa1\n'];
/** Of what numbers, dates and addresses are made. */
const FILLERS_OF_NUMBERS = ['', '1', ' ', '12 ', '123-', '1.', 'a1', ' 12345678', ': abandon '];
const today = new Date('2026-01-15T00:00:00Z');
const fill = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
/** Of each rule some keywords: the others differ in a few letters. */
const startsOf = (rule: Rule) => (rule.by === 'token' ? ['1', 'A1', 'AB12-'] : rule.keywords.slice(0, 2));

it.each(detectors)('$id takes time in proportion to the text', (detector) => {
  const settings = { minConfidence: 0, detectors: { [detector.id]: { enabled: true } } };
  const selection = selectDetectors(new Engine([detector]), { ...DEFAULT_POLICY, ...settings });
  const fillers = detector.category === 'secret' ? FILLERS : FILLERS_OF_NUMBERS;
  const slow: string[] = [];
  for (const start of new Set(detector.rules.flatMap(startsOf))) {
    for (const filler of fillers) {
      const flat = flattenPlain(fill(start + filler) + start + fill(filler === '' ? start : filler));
      const takes = () => {
        const before = process.cpuUsage();
        detect(flat, selection, today);
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      // A collection of garbage may fall into one of them, not into three in a row.
      if (takes() > LIMIT_MS && takes() > LIMIT_MS && takes() > LIMIT_MS) slow.push(JSON.stringify(start + filler));
    }
  }
  expect(slow).toEqual([]);
});
