import {
  INTERVALS,
  OPERATOR_NAMES,
  type Rule,
  type RuleInput,
  type RuleProblem,
  type Run,
  type Step,
  STEP_NAMES,
  TRIGGER_NAMES,
} from '../automation/model';
import { nameOf } from '../automation/run-rule';
import { smartValueName } from '../automation/smart-values';
import type { LocalHost } from '../host';
import { breadcrumb, time } from './elements';
import { type Markup, markup } from './markup';
import { html, redirect } from './responses';
import { shellPage, type ShellOptions } from './shell';
import { describeFrame } from './surfaces/frames';
import { ACCOUNT_CHOICES } from './visitor';

/** Rules of Automation in the browser: a simple editor with the forms of the app's actions, and the audit log. */

const ADDRESS = '/site/rules';

/** @returns undefined if nothing exists at this address */
export async function answerRulePages(
  host: LocalHost,
  options: ShellOptions,
  form?: URLSearchParams,
): Promise<Response | undefined> {
  const { path, visitor } = options;
  if (visitor.email === undefined) return html(listPage(host, options));
  if (path === ADDRESS) return form === undefined ? html(listPage(host, options)) : create(host, options, form);
  const rule = host.automation.rule(path.slice(ADDRESS.length + 1));
  if (rule === undefined) return undefined;
  return form === undefined ? html(rulePage(host, options, rule)) : change(host, options, rule, form);
}

function create(host: LocalHost, options: ShellOptions, form: URLSearchParams): Response {
  const { email } = options.visitor;
  const input = { name: form.get('name') ?? '', user: email ?? '', trigger: { type: 'page-published' } };
  const saved = host.automation.save(input);
  return 'rule' in saved ? redirect(`${ADDRESS}/${saved.rule.id}`) : html(listPage(host, options, saved.problems), 400);
}

async function change(host: LocalHost, options: ShellOptions, rule: Rule, form: URLSearchParams): Promise<Response> {
  const { automation, confluence } = host;
  const here = redirect(`${ADDRESS}/${rule.id}`);
  const [what = '', index = ''] = (form.get('do') ?? '').split(':');
  switch (what) {
    case 'delete':
      automation.remove(rule.id);
      return redirect(ADDRESS);
    case 'allow':
    case 'revoke': {
      // Only the person themselves can allow it.
      const accountId = options.visitor.email === rule.user ? confluence.accountIdOf(rule.user) : undefined;
      if (accountId !== undefined) automation.allow(accountId, what === 'allow');
      return here;
    }
    case 'run': {
      const pageId = form.get('pageId')?.trim() ?? '';
      const isOfSchedule = pageId === '' && rule.trigger.type === 'scheduled';
      if (!isOfSchedule && !/^\d{1,15}$/.test(pageId)) {
        const problems = [{ path: ['pageId'], message: 'Enter the ID of a page. It is on the page, below its title.' }];
        return html(rulePage(host, options, rule, problems), 400);
      }
      await automation.runNow(rule.id, isOfSchedule ? undefined : pageId);
      return redirect(`${ADDRESS}/${rule.id}#log`);
    }
    default: {
      const candidate = edited(rule, form, what, Number(index));
      const saved = automation.save(candidate, rule.id);
      if ('rule' in saved) return here;
      return html(rulePage(host, options, { ...candidate, id: rule.id }, saved.problems), 400);
    }
  }
}

/** The rule with the values of the form, and then without one of its steps, or with a new one. */
function edited(rule: Rule, form: URLSearchParams, what: string, index: number): RuleInput {
  const { id: _, ...input } = rule;
  const text = (name: string) => form.get(name) ?? '';
  const steps = input.steps.map((step, position) => editedStep(step, (name) => text(`${position}.${name}`)));
  const type = keyIn(TRIGGER_NAMES, text('trigger'), rule.trigger.type);
  return {
    ...input,
    name: text('name'),
    user: text('user'),
    isEnabled: form.has('isEnabled'),
    spaces: text('spaces')
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== ''),
    trigger:
      type === 'scheduled'
        ? { type, every: keyIn(INTERVALS, text('every'), 'day'), cql: text('cql') }
        : type === 'page-labelled'
          ? { type, label: text('label') }
          : { type },
    steps: [
      ...(what === 'remove' ? steps.filter((_step, position) => position !== index) : steps),
      ...(what === 'add' ? [newStep(text('kind'))] : []),
    ],
  };
}

function editedStep(step: Step, text: (name: string) => string): Step {
  switch (step.type) {
    case 'condition':
      return {
        ...step,
        first: text('first'),
        operator: keyIn(OPERATOR_NAMES, text('operator'), step.operator),
        second: text('second'),
      };
    case 'comment':
      return { ...step, text: text('text') };
    case 'web-request':
      return {
        ...step,
        url: text('url').trim(),
        method: METHODS.find((method) => method === text('method')) ?? step.method,
        headers: headersIn(text('headers'), step.headers),
        body: text('body'),
      };
    // The form of the app stores these inputs.
    case 'action':
      return step;
  }
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const HIDDEN = '••••••';

type Headers = Extract<Step, { type: 'web-request' }>['headers'];

/** One header a line: `name: value`. A hidden value that is shown as dots stays as it is stored. */
function headersIn(text: string, stored: Headers): Headers {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split(':');
      const value = rest.join(':').trim();
      const known = stored.find((header) => header.isHidden && header.name === name.trim());
      if (value === HIDDEN && known !== undefined) return known;
      return { name: name.trim(), value, isHidden: /key|authorization|token|secret/i.test(name) };
    });
}

function newStep(kind: string): Step {
  switch (kind) {
    case 'condition':
      return { type: 'condition', first: '', operator: 'equals', second: '' };
    case 'comment':
      return { type: 'comment', text: '' };
    case 'web-request':
      return { type: 'web-request', url: '', method: 'POST', headers: [], body: '', waits: true };
    default:
      return { type: 'action', action: kind, inputs: {} };
  }
}

function keyIn<T extends object>(names: T, key: string, otherwise: keyof T & string): keyof T & string {
  return (Object.keys(names) as (keyof T & string)[]).find((each) => each === key) ?? otherwise;
}

// Pages

function listPage({ automation }: LocalHost, options: ShellOptions, problems: readonly RuleProblem[] = []): string {
  const rules = automation.rules();
  const items = rules.map((rule) => {
    const [last] = automation.runs(rule.id);
    return markup`<li><a href="${ADDRESS}/${rule.id}">${rule.name}</a>
<p>${TRIGGER_NAMES[rule.trigger.type]}, as ${rule.user}, ${rule.isEnabled ? 'on' : 'off'}${last === undefined ? '' : `. Last run: ${last.status}`}</p></li>`;
  });
  const create =
    options.visitor.email === undefined
      ? markup`<p class="empty">Select an account in the header to create rules.</p>`
      : markup`<form method="post" class="rule-form"><label>Name <input name="name" required maxlength="100" autocomplete="off"></label><button>Create rule</button></form>`;
  return shellPage(
    options,
    'Automation rules',
    markup`${breadcrumb([], 'Automation rules')}<main class="content"><h1>Automation rules</h1>
<p>A stand-in for Atlassian’s Automation. Rules run when pages change, on a schedule, or by hand, in the name of one person.</p>
${problemList(problems)}
${items.length === 0 ? markup`<p class="empty">No rules yet. Create the first one below.</p>` : markup`<ul class="spaces">${items}</ul>`}
<h2>New rule</h2>${create}</main>`,
  );
}

function rulePage(host: LocalHost, options: ShellOptions, rule: Rule, problems: readonly RuleProblem[] = []): string {
  const { automation } = host;
  const { trigger } = rule;
  const kinds = [
    ...[...automation.actions.values()].map(({ key, name }) => [key, name] as const),
    ...Object.entries(STEP_NAMES),
  ];
  const validating = problems.length === 0 ? undefined : markup` data-validating="true"`;
  return shellPage(
    options,
    `${rule.name} - Automation rules`,
    markup`${breadcrumb([{ title: 'Automation rules', href: ADDRESS }], rule.name)}<main class="content"${validating}><h1>${rule.name}</h1>
${problemList(problems)}
${connection(host, options, rule)}
<form method="post" class="rule-form">
<button name="do" value="save" class="default-button" tabindex="-1" aria-hidden="true">Save</button>
<label>Name <input name="name" required maxlength="100" value="${rule.name}"></label>
<label>Connection: acts as ${select(
      'user',
      ACCOUNT_CHOICES.flatMap(({ email, displayName }) => (email === undefined ? [] : [[email, displayName] as const])),
      rule.user,
    )}</label>
<label>Spaces (keys with commas; empty: all) <input name="spaces" value="${rule.spaces.join(', ')}"></label>
<label>Trigger ${select('trigger', Object.entries(TRIGGER_NAMES), trigger.type)}</label>
${trigger.type === 'page-labelled' ? markup`<label>Label <input name="label" value="${trigger.label}"></label>` : undefined}
${
  trigger.type === 'scheduled'
    ? markup`<label>Run every ${select(
        'every',
        Object.keys(INTERVALS).map((key) => [key, key.replace('-', ' ')] as const),
        trigger.every,
      )}</label><label>For each CQL (related entities) <input name="cql" value="${trigger.cql}"></label>`
    : undefined
}
<label class="check"><input type="checkbox" name="isEnabled"${rule.isEnabled ? markup` checked` : undefined}> Rule is on</label>
<h2>Steps</h2>
<ol class="rule-steps">${rule.steps.map((step, index) => stepForm(host, options, rule, step, index, problems))}</ol>
<label>Add a step ${select('kind', kinds, '')}</label>
<p><button name="do" value="add">Add step</button> <button name="do" value="save">Save rule</button></p>
</form>
<h2>Run now</h2>
<form method="post" class="rule-form"><label>Page ID <input name="pageId" inputmode="numeric"></label><button name="do" value="run">Run rule</button></form>
<h2 id="log">Audit log</h2>
${log(automation.runs(rule.id).slice(0, 20))}
<form method="post"><button name="do" value="delete">Delete rule</button></form>
</main>`,
    'page-shell.js',
  );
}

function connection({ automation, confluence }: LocalHost, { visitor }: ShellOptions, { user }: Rule): Markup {
  const accountId = confluence.accountIdOf(user);
  const isAllowed = accountId !== undefined && automation.isAllowed(accountId);
  const isOwn = visitor.email === user;
  const refusal = accountId === undefined ? undefined : confluence.impersonationRefusal(accountId);
  const state =
    refusal !== undefined
      ? `The app can never act for ${user}. ${refusal} Choose another account for the connection.`
      : isAllowed
        ? `${user} allows Page Classification to act for them.`
        : `${user} has not allowed Page Classification to act for them. The actions of the app fail until then.`;
  const button = isAllowed
    ? markup`<button name="do" value="revoke">Take back</button>`
    : markup`<button name="do" value="allow">Allow access</button>`;
  const rest = isOwn
    ? markup`<form method="post">${button}</form>`
    : markup`<p>Only this person can change this. Select the account in the header.</p>`;
  return markup`<section id="connection" class="panel-box" aria-labelledby="connection-title"><h2 id="connection-title">Connection</h2><p>${state}</p>${rest}</section>`;
}

function stepForm(
  host: LocalHost,
  options: ShellOptions,
  rule: Rule,
  step: Step,
  index: number,
  problems: readonly RuleProblem[],
): Markup {
  const own = problems.filter(({ path }) => path[0] === 'steps' && path[1] === index);
  return markup`<li><fieldset><legend>${nameOf(host.automation, step)}</legend>
${own.map(({ message }) => markup`<p class="problem">${message}</p>`)}
${stepFields(host, options, rule, step, index)}
<button name="do" value="remove:${index}">Remove step ${index + 1}</button></fieldset></li>`;
}

function stepFields(host: LocalHost, options: ShellOptions, rule: Rule, step: Step, index: number): Markup {
  switch (step.type) {
    case 'condition':
      return markup`<label>First value <input name="${index}.first" value="${step.first}"></label>
<label>Condition ${select(`${index}.operator`, Object.entries(OPERATOR_NAMES), step.operator)}</label>
<label>Second value <input name="${index}.second" value="${step.second}"></label>`;
    case 'comment':
      return markup`<label>Comment <textarea name="${index}.text" rows="3">${step.text}</textarea></label>`;
    case 'web-request': {
      const headers = step.headers.map(({ name, value, isHidden }) => `${name}: ${isHidden ? HIDDEN : value}`);
      return markup`<label>Web request URL <input name="${index}.url" value="${step.url}"></label>
<label>HTTP method ${select(
        `${index}.method`,
        METHODS.map((method) => [method, method] as const),
        step.method,
      )}</label>
<label>Headers (optional), one a line: name: value <textarea name="${index}.headers" rows="4">${headers.join('\n')}</textarea></label>
<label>Custom data <textarea name="${index}.body" rows="6">${step.body}</textarea></label>`;
    }
    case 'action':
      return actionForm(host, options, rule, step, index);
  }
}

function actionForm(
  host: LocalHost,
  { visitor }: ShellOptions,
  rule: Rule,
  step: Extract<Step, { type: 'action' }>,
  index: number,
): Markup {
  const module = host.manifest.surfaces.find(({ key, type }) => type === 'action' && key === step.action);
  const place = { ruleId: rule.id, step: index };
  const frame = module && describeFrame(host, visitor, module, { place });
  const action = host.automation.actions.get(step.action);
  const name = action && smartValueName(action);
  const outputs = Object.keys(action?.outputs ?? {}).map((key) => `{{${name ?? ''}.${key}}}`);
  return markup`${frame && markup`<div class="action-form" data-surface="${JSON.stringify(frame)}"></div>`}
<details><summary>Outputs and stored inputs</summary><p>${outputs.join(' ')}</p><pre>${JSON.stringify(step.inputs, null, 2)}</pre></details>`;
}

function log(runs: readonly Run[]): Markup {
  if (runs.length === 0) return markup`<p class="empty">The rule has not run yet.</p>`;
  const entries = runs.map(({ at, status, pageId, steps }) => {
    const lines = steps.map(
      ({ name, outcome, message }) =>
        markup`<li class="${outcome}"><strong>${name}</strong>: ${outcome}. ${message}</li>`,
    );
    return markup`<li><p>${time(at)}: <strong>${status}</strong>${pageId === undefined ? '' : ` for page ${pageId}`}</p><ol>${lines}</ol></li>`;
  });
  return markup`<ul class="rule-log">${entries}</ul>`;
}

function problemList(problems: readonly RuleProblem[]): Markup | undefined {
  if (problems.length === 0) return undefined;
  const items = problems.map(({ path, message }) => markup`<li><code>${path.join('.')}</code> ${message}</li>`);
  return markup`<div class="problem" role="alert"><p>The rule was not saved.</p><ul>${items}</ul></div>`;
}

export function select(name: string, choices: readonly (readonly [string, string])[], value: string): Markup {
  const options = choices.map(
    ([key, text]) => markup`<option value="${key}"${key === value ? markup` selected` : undefined}>${text}</option>`,
  );
  return markup`<select name="${name}">${options}</select>`;
}
