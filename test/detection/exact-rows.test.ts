import { join } from 'node:path';
import { compare, readClasses } from './classes/labeled-texts';
import { isWrongInLookalike } from './classes/measure-set';

/** Every value of the rows in classes/exact is found with the default configuration, and no lookalike. */

const rows = [...readClasses(join(__dirname, 'classes', 'exact'))].flatMap(([name, texts]) =>
  texts.map((text) => ({
    name: `${name}, ${text.name}`,
    text,
    written: text.pieces.map((piece) => piece.text).join(' / '),
  })),
);

it.each(rows)('$name: $written', ({ text }) => {
  const { values, findings } = compare(text);
  expect(values.filter(({ isFound }) => !isFound)).toEqual([]);
  if (!text.isPositive) expect(findings.filter(isWrongInLookalike)).toEqual([]);
});
