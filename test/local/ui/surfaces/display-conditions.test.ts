import { readManifest } from '../../../../local/forge/manifest';
import { type ConditionFacts, parseDisplayConditions } from '../../../../local/ui/surfaces/display-conditions';

/** Display conditions, as Confluence evaluates them. */

const facts: ConditionFacts = {
  isLoggedIn: true,
  isSpaceAdmin: false,
  pagePermissions: { VIEW: true, EDIT: false },
  property: (entity, key) => PROPERTIES[`${entity}:${key}`],
};
const PROPERTIES: Readonly<Record<string, unknown>> = {
  'content:level': { banner: 'true', rank: 3, isFinal: true, at: { year: '2026' }, none: null },
  'content:text': 'plain',
  'app:switches': { byline: 'off' },
};

const equalTo = (propertyKey: string, objectName: string | undefined, value: string, entity = 'content') => ({
  entityPropertyEqualTo: { entity, propertyKey, ...(objectName === undefined ? {} : { objectName }), value },
});
const exists = (propertyKey: string, objectName?: string, entity = 'content') => ({
  entityPropertyExists: { entity, propertyKey, ...(objectName === undefined ? {} : { objectName }) },
});
const [YES, NO] = [{ hasPagePermission: 'VIEW' }, { hasPagePermission: 'EDIT' }];

it.each<[object, boolean]>([
  [{}, true],
  [YES, true],
  [NO, false],
  [{ isLoggedIn: true }, true],
  [{ isLoggedIn: false }, false],
  [{ isSpaceAdmin: true }, false],
  [{ isSpaceAdmin: false }, true],
  [{ isLoggedIn: true, ...NO }, false],
  [{ isLoggedIn: true, ...YES }, true],
  [{ not: NO }, true],
  [{ not: YES }, false],
  [{ not: { isLoggedIn: true, ...NO } }, true],
  [{ not: [YES, NO] }, true],
  [{ not: { or: [YES, NO] } }, false],
  [{ or: [NO, YES] }, true],
  [{ or: [NO, NO] }, false],
  [{ or: { isLoggedIn: true, ...NO } }, true],
  [{ or: [{ isLoggedIn: true, ...NO }] }, false],
  [{ and: [YES, { not: NO }] }, true],
  [{ and: [YES, NO] }, false],
  [{ and: { isLoggedIn: true, ...NO } }, false],
  [equalTo('level', 'banner', 'true'), true],
  [equalTo('level', 'banner', 'True'), false],
  [equalTo('level', 'rank', '3'), true],
  [equalTo('level', 'isFinal', 'true'), true],
  [equalTo('level', 'at.year', '2026'), true],
  [equalTo('level', 'at', '[object Object]'), false],
  [equalTo('level', 'none', 'null'), false],
  [equalTo('level', 'missing', 'undefined'), false],
  [equalTo('level', 'constructor', 'true'), false],
  [equalTo('text', undefined, 'plain'), true],
  [equalTo('text', 'length', '5'), false],
  [equalTo('missing', 'banner', 'true'), false],
  [{ not: equalTo('missing', 'banner', 'true') }, true],
  [equalTo('switches', 'byline', 'off', 'app'), true],
  [equalTo('switches', 'byline', 'off', 'content'), false],
  [exists('level'), true],
  [exists('level', 'at.year'), true],
  [exists('level', 'at.month'), false],
  [exists('missing'), false],
  [exists('level', undefined, 'app'), false],
])('%j is %s', (conditions, expected) => {
  expect(parseDisplayConditions(conditions)(facts)).toBe(expected);
});

it.each<[unknown, string]>([
  [{ isSiteAdmin: true }, 'does not model the display condition isSiteAdmin.'],
  [{ or: [YES, { appIsLicensed: true }] }, 'does not model the display condition appIsLicensed.'],
  [{ not: { not: { entityPropertyContainsAny: {} } } }, 'the display condition entityPropertyContainsAny.'],
  [{ hasPagePermission: 'EXPORT' }, 'display condition hasPagePermission: '],
  [equalTo('a', 'b', 'c', 'space'), 'display condition entityPropertyEqualTo: entity: '],
  [
    { entityPropertyEqualTo: { entity: 'app', propertyKey: 'a', value: true } },
    'condition entityPropertyEqualTo: value: ',
  ],
  [{ entityPropertyExists: { entity: 'app', propertyKey: 'a', value: 'x' } }, 'entityPropertyExists: '],
  [{ or: 'isLoggedIn' }, 'display condition or: '],
  [{ constructor: true }, 'does not model the display condition constructor.'],
])('%j is refused by its name, also where it would not count', (conditions, message) => {
  expect(() => parseDisplayConditions({ or: [YES, conditions] })).toThrow(message);
});

it('the emulator models every condition of this app', () => {
  for (const { displayConditions } of readManifest().surfaces) {
    expect(() => parseDisplayConditions(displayConditions)).not.toThrow();
  }
});
