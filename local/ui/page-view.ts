import { pageAddress, spaceAddress } from './address';
import { breadcrumb, lozenge, time } from './elements';
import { type Markup, markup } from './markup';
import { renderBody } from './page-body';
import type { PageFacts } from './page-facts';
import { shellPage, type ShellOptions } from './shell';

/** A page of Confluence for reading; its labels can be changed. */

const STATUS = { current: undefined, archived: 'Archived', trashed: 'In the trash', draft: 'Draft' } as const;
const VIEWING = {
  open: undefined,
  restricted: 'Restricted: only some people can view it',
  inherited: 'Restricted by a page above it',
} as const;
const EDITING = { open: undefined, restricted: 'Restricted: only some people can edit it' } as const;

/** A label that Confluence refused, and the reason. */
export interface LabelProblem {
  readonly name: string;
  readonly message: string;
}

export function pageView(options: ShellOptions, facts: PageFacts, problem?: LabelProblem): string {
  const { space, title, ancestors } = facts;
  const marks = [STATUS[facts.status], VIEWING[facts.viewing], EDITING[facts.editing]].flatMap((text) =>
    text === undefined ? [] : [lozenge(text)],
  );
  const way = [
    { title: space.name, href: spaceAddress(space.key) },
    ...ancestors.map((page) => ({ title: page.title, href: pageAddress(space.key, page.id) })),
  ];
  return shellPage(
    options,
    `${title} - ${space.name}`,
    markup`${breadcrumb(way, title)}
<main class="content">
<h1>${title}</h1>
${marks.length === 0 ? undefined : markup`<p class="marks">${marks}</p>`}
${details(facts)}
<article>${facts.storage === '' ? markup`<p class="empty">This page is empty.</p>` : renderBody(facts.storage)}</article>
${labels(facts, problem)}
${children(facts)}
</main>`,
  );
}

function details(facts: PageFacts): Markup {
  const { version, space, id, origin } = facts;
  const address = pageAddress(space.key, id);
  const message = version.message === '' ? undefined : markup`: ${version.message}`;
  return markup`<dl class="facts">
<dt>Owner</dt><dd>${facts.owner}</dd>
<dt>Created</dt><dd>${facts.author}, ${time(facts.createdAt)}</dd>
<dt>Version</dt><dd>${version.number}, ${facts.editor}, ${time(version.createdAt)}${message}</dd>
<dt>Page ID</dt><dd><code>${id}</code></dd>
<dt>URL</dt><dd><a href="${address}">${origin + address}</a></dd>
</dl>`;
}

function labels({ labels: all, mayLabel }: PageFacts, problem: LabelProblem | undefined): Markup {
  const items = all.map(({ prefix, name }) => {
    const shown = prefix === 'global' ? name : `${prefix}:${name}`;
    const remove = markup` <button name="remove" value="${name}" aria-label="Remove label ${shown}">×</button>`;
    return markup`<li>${shown}${mayLabel ? remove : undefined}</li>`;
  });
  const list = all.length === 0 ? markup`<p class="empty">No labels.</p>` : markup`<ul class="labels">${items}</ul>`;
  return markup`<section id="labels" aria-labelledby="labels-title">
<h2 id="labels-title">Labels</h2>
${mayLabel ? markup`<form method="post">${list}</form>${labelForm(problem)}` : list}
</section>`;
}

function labelForm(problem: LabelProblem | undefined): Markup {
  const invalid =
    problem && markup` value="${problem.name}" aria-invalid="true" aria-describedby="label-problem" autofocus`;
  const message = problem && markup`<p id="label-problem" class="problem">${problem.message}</p>`;
  return markup`<form method="post" class="add-label">
<label for="new-label">Add a label</label>
<input id="new-label" name="add" required maxlength="255" autocomplete="off"${invalid}> <button>Add</button>
${message}
</form>`;
}

function children({ children: pages, space }: PageFacts): Markup | undefined {
  if (pages.length === 0) return undefined;
  const items = pages.map(
    ({ id, title, status }) =>
      markup`<li><a href="${pageAddress(space.key, id)}">${title}</a>${status === 'archived' ? lozenge('Archived') : undefined}</li>`,
  );
  return markup`<section aria-labelledby="children-title"><h2 id="children-title">Child pages</h2><ul>${items}</ul></section>`;
}
