import { sourceRanges, toPointer } from '../../../src/detection/text/flat-text';
import { flattenPlain } from '../../../src/detection/text/flat-text-builder';

it('a flat text writes a path as a JSON pointer, with ~ and / escaped', () => {
  expect(toPointer(undefined)).toBe('');
  expect(toPointer({ parent: { parent: undefined, name: 'a/b~c', index: 0 }, name: 'd', index: -1 })).toBe(
    '/a~1b~0c/0/d',
  );
});

it('a flat text maps a range back to a plain text', () => {
  const { text, blocks } = flattenPlain('one two');
  expect(text.slice(4, 7)).toBe('two');
  expect(sourceRanges(blocks, 4, 7)).toEqual([{ pointer: '', start: 4, end: 7 }]);
});
