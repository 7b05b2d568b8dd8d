import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EDITOR } from '../../local/demo';
import {
  OPERATOR_NAMES,
  type RuleInput,
  type Step,
  STEP_NAMES,
  type Trigger,
  TRIGGER_NAMES,
} from '../../local/automation/model';
import { readManifest } from '../../local/forge/manifest';
import {
  ACTION_RECIPES,
  type ActionRecipe,
  type RuleWords,
  ruleWords,
} from '../../static/admin/src/recipes/action-recipes';
import { actionTexts } from '../../static/surfaces/src/action/texts';
import { PURPOSE_NAMES } from '../../src/page-use/words';
import { openSite, type Site } from '../support/site';
import { putRow } from '../support/stored-rows';
import { aPage } from '../support/wiki-pages';

/**
 * The words of the Recipes page are a rule that runs. The test enters them as a person enters them in Automation's
 * editor.
 */

let site: Site;
beforeEach(() => {
  site = openSite();
});
afterEach(() => site.close());

const CARD = '4539 5787 6362 1486';

/** The member of a name in the editor. @throws if the editor has no such name */
function keyOf<Key extends string>(names: Readonly<Record<Key, string>>, name: string): Key {
  const found = (Object.keys(names) as Key[]).find((key) => names[key] === name);
  if (found === undefined) throw new Error(`The editor has no “${name}”`);
  return found;
}

type Words = RuleWords['trigger'];

function valueOf({ name, fields }: Words, field: string): string {
  const found = fields.find((each) => each.name === field);
  if (found === undefined) throw new Error(`“${name}” has no field “${field}”`);
  return found.value;
}

function triggerOf(words: Words): Trigger {
  const type = keyOf(TRIGGER_NAMES, words.name);
  switch (type) {
    case 'scheduled':
      return {
        type,
        every: keyOf({ day: 'Day', hour: 'Hour' }, valueOf(words, 'Run every')),
        cql: valueOf(words, 'For each CQL (related entities)'),
      };
    case 'page-labelled':
      throw new Error('no recipe with actions uses labels');
    default:
      return { type };
  }
}

function stepOf(words: Words): Step {
  if (words.name === STEP_NAMES.condition) {
    return {
      type: 'condition',
      first: valueOf(words, 'First value'),
      operator: keyOf(OPERATOR_NAMES, valueOf(words, 'Condition')),
      second: valueOf(words, 'Second value'),
    };
  }
  const action = readManifest().actions.find(({ name }) => name === words.name);
  if (action === undefined) throw new Error(`Automation has no action “${words.name}”`);
  const titles = Object.fromEntries(Object.entries(action.inputs).map(([key, { title }]) => [key, title]));
  return {
    type: 'action',
    action: action.key,
    inputs: Object.fromEntries(
      words.fields.map(({ name, value }) => {
        const key = keyOf(titles, name);
        return [key, action.inputs[key]?.type === 'boolean' ? value === 'Yes' : value];
      }),
    ),
  };
}

function ruleOf(recipe: ActionRecipe, level: string): RuleInput {
  const { trigger, steps } = ruleWords(recipe, level);
  return {
    name: recipe,
    user: EDITOR.email,
    isEnabled: true,
    spaces: [],
    trigger: triggerOf(trigger),
    steps: steps.map(stepOf),
  };
}

/** Enters the rule and connects its user. @returns the id of the rule */
function enter(recipe: ActionRecipe, level: string): string {
  site.host.automation.allow(EDITOR.accountId, true);
  const saved = site.host.automation.save(ruleOf(recipe, level));
  if ('problems' in saved) throw new Error(JSON.stringify(saved.problems));
  return saved.rule.id;
}

async function levelOf(pageId: string): Promise<unknown> {
  return (await site.action('get-level', { pageId }, { as: EDITOR.email })).levelName;
}

it.each(ACTION_RECIPES)('the editor has every word of the recipe “%s”, and turns it on', (recipe) => {
  expect(enter(recipe, 'Restricted')).toEqual(expect.any(String));
});

it('the forms of the actions have the words of the manifest and of the recipes', () => {
  const { page, level, onlyRaise, reason, purpose, titles } = actionTexts;
  const ofManifest = readManifest().actions.filter(({ key }) => key in titles);
  expect(Object.fromEntries(ofManifest.map(({ key, name }) => [key, name]))).toEqual(titles);
  const shown: Readonly<Record<string, string>> = { pageId: page, level, onlyRaise, reason, purpose };
  for (const { inputs } of ofManifest) {
    for (const [key, { title }] of Object.entries(inputs)) expect({ key, title }).toEqual({ key, title: shown[key] });
  }
});

it('page published → check page → set level: only the page with sensitive data gets the level', async () => {
  const id = enter('findings', 'Restricted');
  const withCard = await aPage(site, { text: `Card ${CARD}` });
  const without = await aPage(site, { text: 'Nothing to report' });
  // The app scans the pages, then Automation runs the rule.
  await site.host.background.settle();
  await site.host.automation.settle();
  const runs = site.host.automation.runs(id);
  expect(runs.map(({ pageId, status, steps }) => [pageId, status, steps.map(({ outcome }) => outcome)])).toEqual([
    [without, 'success', ['done', 'stopped']],
    [withCard, 'success', ['done', 'done', 'done']],
  ]);
  expect([await levelOf(withCard), await levelOf(without)]).toEqual(['Restricted', null]);
  expect(JSON.stringify(runs)).not.toContain('4539');
  const { key } = await site.createKey();
  const { body } = await site.rest('GET', `/v1/page-level/by-page/${withCard}/history`, { key });
  expect(JSON.stringify(body)).toContain('AUTOMATION');
});

it('page published → check page → set level: the rule that starts before the scan waits for it', async () => {
  site.close();
  site = openSite({
    actionPause: async () => {
      await site.host.background.settle();
    },
  });
  const id = enter('findings', 'Restricted');
  const pageId = await aPage(site, { text: `Card ${CARD}` });
  await site.host.automation.settle();
  expect(site.host.automation.runs(id)).toMatchObject([{ pageId, status: 'success' }]);
  expect(await levelOf(pageId)).toBe('Restricted');
});

it('a rule never lowers the level of a page', async () => {
  enter('published', 'Internal');
  const pageId = await aPage(site);
  await site.action('set-level', { pageId, level: 'Highly Restricted' }, { as: EDITOR.email });
  await site.host.automation.settle();
  expect(await levelOf(pageId)).toBe('Highly Restricted');
  expect(site.host.automation.runs()[0]?.steps[0]?.message).toContain('outcome: kept');
});

it('the daily rule raises the changed pages with findings', async () => {
  const pageId = await aPage(site, { text: `Card ${CARD}` });
  await site.host.background.settle();
  const id = enter('scheduled', 'Restricted / Finance');
  const runs = await site.host.automation.runNow(id);
  expect(runs?.map((run) => run.pageId)).toEqual([pageId]);
  expect((await site.action('get-level', { pageId }, { as: EDITOR.email })).subLevelName).toBe('Finance');
});

it('page published or labeled → check use: the rule continues only for a page that may be exported', async () => {
  const guide = readFileSync(join(__dirname, '../../docs/actions.md'), 'utf8');
  const [, recipe = ''] = /^## Stop a rule .*\n([\s\S]*?)^## /m.exec(guide) ?? [];
  const [triggers, action, condition] = [...recipe.matchAll(/^\d\. (.*)$/gm)].map(([, line = '']) => line);
  const namesIn = (line = '') => [...line.matchAll(/\*(.+?)\*|`(.+?)`/g)].map(([, name, code]) => name ?? code ?? '');
  const [name = '', pageId = '', purpose = ''] = namesIn(action);
  const [output = '', operator = '', value = ''] = namesIn(condition);
  const check = stepOf({
    name,
    fields: [
      { name: 'Page ID', value: pageId },
      { name: 'Purpose', value: keyOf(PURPOSE_NAMES, purpose) },
    ],
  });
  const isAllowed = {
    ...{ type: 'condition', first: `{{getPageclassUse.${output}}}` },
    ...{ operator: keyOf(OPERATOR_NAMES, operator), second: value },
  } as const;
  site.host.automation.allow(EDITOR.accountId, true);
  const ids = namesIn(triggers).map((trigger) => {
    const type = keyOf(TRIGGER_NAMES, trigger);
    const saved = site.host.automation.save({
      ...{ name: trigger, user: EDITOR.email, isEnabled: true, spaces: [] },
      trigger: type === 'page-labelled' ? { type, label: 'share' } : { type: 'page-published' },
      steps: [check, isAllowed, { type: 'comment', text: 'Shared' }],
    });
    if ('problems' in saved) throw new Error(JSON.stringify(saved.problems));
    return saved.rule.id;
  });
  expect(ids).toHaveLength(2);
  const outcomes = (id = '') => site.host.automation.runs(id).map(({ steps }) => steps.map(({ outcome }) => outcome));

  const page = await aPage(site);
  await site.host.automation.settle();
  // Without a level, a person is asked first.
  expect(outcomes(ids[0])).toEqual([['done', 'stopped']]);
  const label = async () => {
    await site.wiki('POST', `/rest/api/content/${page}/label`, [{ prefix: 'global', name: 'share' }]);
    await site.host.automation.settle();
    await site.wiki('DELETE', `/rest/api/content/${page}/label/share`);
    return outcomes(ids[1])[0];
  };
  await site.action('set-level', { pageId: page, level: 'Public' }, { as: EDITOR.email });
  expect(await label()).toEqual(['done', 'done', 'done']);
  await site.action('set-level', { pageId: page, level: 'Highly Restricted' }, { as: EDITOR.email });
  expect(await label()).toEqual(['done', 'stopped']);
  await putRow(site, 'config', 'governance', { v: 1, rev: 1, value: { use: 'broken' } });
  expect(await label()).toEqual(['error']);
});
