import { connect } from './bridge';
import { textsOf } from '../../admin/test/rendered';
import { ActionForm } from '../src/action/action';
import {
  type ActionFields,
  ACTIONS,
  fieldsOf,
  inputsOf,
  type Levels,
  problemsOf,
  readStoredAction,
  SMART_VALUE,
} from '../src/action/action-inputs';
import { actionTexts as t } from '../src/action/texts';

/** The form of an action in a rule. */

beforeEach(() => {
  connect(() => Promise.reject(new Error('no request is expected')));
});

const LEVEL_ID = '11111111-1111-4111-8111-111111111111';
const SUB_LEVEL_ID = '22222222-2222-4222-8222-222222222222';
const GONE = '33333333-3333-4333-8333-333333333333';
const LEVELS: Levels = [
  {
    ...{ levelId: LEVEL_ID, name: 'Secret', color: 'RED', description: 'Few people.' },
    subLevels: [{ subLevelId: SUB_LEVEL_ID, name: 'Finance' }],
  },
];

const stored = (inputs: object | undefined, others: object = {}) =>
  readStoredAction({ moduleKey: 'set-level', extension: { data: { inputs }, ...others } });

it.each(ACTIONS)('the form of an action knows the action %s by its module key', (action) => {
  expect(readStoredAction({ moduleKey: action })).toMatchObject({ action, hasInputs: false, rejected: [] });
  expect(readStoredAction({ moduleKey: 'x', extension: { key: action } })).toMatchObject({ action });
});

it('the form of an action shows no form for another action', () => {
  expect(readStoredAction({ moduleKey: 'x', extension: null }).action).toBeUndefined();
});

it('the form of an action starts with the page of the trigger, and keeps more sensitive levels', () => {
  const fields = fieldsOf(stored(undefined), LEVELS);
  expect(fields).toEqual({
    pageId: '{{page.id}}',
    choice: '',
    smartLevel: '',
    onlyRaise: true,
    reason: '',
    purpose: '',
  });
  expect(inputsOf('get-level', fields)).toEqual({ pageId: '{{page.id}}' });
});

it.each([
  [LEVEL_ID, { choice: LEVEL_ID, smartLevel: '' }, {}],
  [`${LEVEL_ID}/${SUB_LEVEL_ID}`, { choice: `${LEVEL_ID}/${SUB_LEVEL_ID}`, smartLevel: '' }, {}],
  ['{{x.levelName}}', { choice: SMART_VALUE, smartLevel: '{{x.levelName}}' }, {}],
  [GONE, { choice: GONE, smartLevel: '' }, { choice: t.levelGone }],
  ['', { choice: '', smartLevel: '' }, { choice: t.levelMissing }],
])('the form of an action shows the stored level %j, and stores it unchanged', (level, shown, problems) => {
  const inputs = { pageId: '7', level, onlyRaise: false, reason: 'Because' };
  const fields = fieldsOf(stored(inputs), LEVELS);
  expect(fields).toMatchObject({ ...shown, onlyRaise: false, reason: 'Because' });
  expect(inputsOf('set-level', fields)).toEqual(inputs);
  expect(problemsOf('set-level', fields, LEVELS)).toEqual(problems);
});

it.each([
  ['secret', LEVEL_ID],
  [' Secret/finance ', `${LEVEL_ID}/${SUB_LEVEL_ID}`],
])('a level that was typed as %j opens as that level', (level, choice) => {
  expect(fieldsOf(stored({ pageId: '7', level }), LEVELS)).toMatchObject({ choice, smartLevel: '' });
  const twice: Levels = [...LEVELS, ...LEVELS.map((one) => ({ ...one, levelId: GONE }))];
  expect(fieldsOf(stored({ pageId: '7', level }), twice)).toMatchObject({ choice: SMART_VALUE, smartLevel: level });
});

const FIELDS: ActionFields = {
  pageId: '7',
  choice: SMART_VALUE,
  smartLevel: ' ',
  onlyRaise: true,
  reason: '',
  purpose: '',
};

it.each([
  ['', t.pageMissing],
  ['page', t.pageWrong],
  ['0', t.pageWrong],
  [' {{page.id}} ', undefined],
  ['164001', undefined],
])('the page %j has the error %j', (pageId, expected) => {
  expect(problemsOf('get-level', { ...FIELDS, pageId }, [])).toEqual(
    expected === undefined ? {} : { pageId: expected },
  );
});

it('a smart value of the level must not be empty', () => {
  expect(problemsOf('set-level', FIELDS, LEVELS)).toEqual({ smartLevel: t.smartLevelMissing });
});

it('the form of an action shows inputs that Automation rejected, in each form that it may name them', () => {
  for (const invalidInputs of [['pageId'], [{ key: 'pageId' }], { pageId: 'wrong' }]) {
    const form = stored({ pageId: '7', level: LEVEL_ID }, { errors: { invalidInputs } });
    expect(textsOf(<ActionForm action="set-level" stored={form} levels={LEVELS} />)).toContain(t.rejected);
  }
});

it('the form of an action shows the errors of a stored action at once, and those of a new one later', () => {
  const texts = (inputs: object | undefined) =>
    textsOf(<ActionForm action="set-level" stored={stored(inputs)} levels={LEVELS} />);
  expect(texts(undefined)).not.toContain(t.levelMissing);
  expect(texts({ pageId: '7', level: GONE })).toContain(t.levelGone);
  expect(texts({ pageId: '7', level: LEVEL_ID })).toContain('Few people.');
});

it.each([
  ['export', {}],
  ['', { purpose: t.purposeMissing }],
  ['sell', { purpose: t.purposeMissing }],
  ['constructor', { purpose: t.purposeMissing }],
])('the form of an action keeps the stored purpose %j', (purpose, problems) => {
  const form = readStoredAction({ moduleKey: 'check-use', extension: { data: { inputs: { pageId: '7', purpose } } } });
  const fields = fieldsOf(form, []);
  expect(inputsOf('check-use', fields)).toEqual({ pageId: '7', purpose });
  expect(problemsOf('check-use', fields, [])).toEqual(problems);
  const texts = textsOf(<ActionForm action="check-use" stored={form} levels={[]} />);
  expect(texts).toEqual(expect.arrayContaining(['Purpose', 'Export', ...Object.values(problems)]));
});
