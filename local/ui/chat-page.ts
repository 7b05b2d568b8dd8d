import * as z from 'zod';
import { BAD_INPUTS, callTool, type Door, toolsOf } from '../chat';
import type { LocalHost } from '../host';
import { breadcrumb } from './elements';
import { type Markup, markup } from './markup';
import { html } from './responses';
import { select } from './rules';
import { shellPage, type ShellOptions } from './shell';

/** The chat stub in the browser. Calls the actions of Rovo's agent or the tools of MCP as the acting account. */

const inputsOf = z.record(z.string(), z.unknown());

interface Entered {
  readonly door: Door;
  readonly action: string;
  readonly pageId: string;
  readonly inputs: string;
}

export async function answerChatPage(
  host: LocalHost,
  options: ShellOptions,
  form?: URLSearchParams,
): Promise<Response> {
  const text = (name: string) => form?.get(name)?.trim() ?? '';
  const door: Door = text('door') === 'mcp' ? 'mcp' : 'agent';
  const bad = BAD_INPUTS[text('bad')];
  const entered: Entered = {
    door,
    action: text('action') || (toolsOf(host, door)[0]?.key ?? ''),
    pageId: text('pageId'),
    inputs: bad === undefined ? text('inputs') : JSON.stringify(bad, null, 2),
  };
  if (form === undefined) return html(chatPage(host, options, entered));
  const inputs = inputsIn(entered.inputs);
  if (inputs === undefined) return refused('The inputs must be a JSON object, for example {"pageId": "164001"}.');
  if (entered.pageId !== '' && !/^\d{1,15}$/.test(entered.pageId))
    return refused('The open page must be the ID of a page.');
  const accountId = host.viewer(options.visitor.email)?.accountId;
  const page = entered.pageId === '' ? {} : { pageId: entered.pageId };
  const { action } = entered;
  try {
    const done = await callTool(host, { door, action, accountId, inputs, ...page });
    if (done === undefined) return refused(`The ${door === 'agent' ? 'agent' : 'MCP server'} does not list ${action}.`);
    return html(chatPage(host, options, entered, result(done.payload, done.answer)));
  } catch (error) {
    return refused(error instanceof Error ? error.message : 'The function failed.');
  }

  function refused(message: string): Response {
    return html(chatPage(host, options, entered, markup`<p class="problem" role="alert">${message}</p>`), 400);
  }
}

function inputsIn(text: string): Record<string, unknown> | undefined {
  try {
    return inputsOf.parse(JSON.parse(text === '' ? '{}' : text));
  } catch {
    return undefined;
  }
}

function result(payload: object, answer: unknown): Markup {
  return markup`<section aria-labelledby="answer-title"><h2 id="answer-title">Answer</h2><pre id="answer" tabindex="0">${JSON.stringify(answer, null, 2)}</pre>
<h2>Payload of the call</h2><pre id="payload" tabindex="0">${JSON.stringify(payload, null, 2)}</pre></section>`;
}

function chatPage(host: LocalHost, options: ShellOptions, entered: Entered, answer?: Markup): string {
  const tools = new Map([...toolsOf(host, 'agent'), ...toolsOf(host, 'mcp')].map(({ key, name }) => [key, name]));
  const starters = host.manifest.agents.flatMap(({ conversationStarters }) => conversationStarters);
  return shellPage(
    options,
    'Chat',
    markup`${breadcrumb([], 'Chat')}<main class="content"><h1>Chat</h1>
<p><strong>This is a stub: no model answers.</strong> In place of the model, you choose an action and its inputs. The call is made as ${options.visitor.displayName}.</p>
<p>The agent suggests: ${starters.join(' · ')}</p>
<form method="post" class="rule-form">
<label>Call as ${select(
      'door',
      [
        ['agent', 'Rovo agent'],
        ['mcp', 'MCP client'],
      ],
      entered.door,
    )}</label>
<label>Action ${select('action', [...tools], entered.action)}</label>
<label>Open page (ID; optional) <input name="pageId" inputmode="numeric" value="${entered.pageId}"></label>
<label>Inputs (JSON) <textarea name="inputs" rows="6">${entered.inputs}</textarea></label>
<label>Or a set of bad inputs ${select('bad', [['', 'None'], ...Object.keys(BAD_INPUTS).map((name) => [name, name] as const)], '')}</label>
<button>Call the action</button>
</form>
${answer}</main>`,
  );
}
