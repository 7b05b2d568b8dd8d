import { contentAddress, pageAddress, spaceAddress } from './address';
import { breadcrumb, lozenge, time } from './elements';
import { type Markup, markup } from './markup';
import { besideSidebar } from './module-page';
import { renderBody } from './page-body';
import type { BlogPostFacts, PageFacts } from './page-facts';
import { shellPage, type ShellOptions } from './shell';
import type { ShownContent } from './surfaces/content';
import { actionMenu, bannerArea, byline, macroElements, selectionMenu } from './surfaces/elements';
import type { SpaceModules } from './surfaces/module-pages';
import type { ShownModules } from './surfaces/shown-modules';

/** A page or blog post of Confluence for reading, with the modules of the app. The labels of a page can be changed. */

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

/** The content, and the modules that its visitor sees on it. */
export interface ShownPage<Facts = PageFacts> {
  readonly facts: Facts;
  readonly content: ShownContent;
  readonly modules: ShownModules;
  /** The pages of the app in the space. */
  readonly ofSpace: SpaceModules;
}

export function pageView(options: ShellOptions, shown: ShownPage, problem?: LabelProblem): string {
  const { facts, content } = shown;
  const { space, ancestors } = facts;
  const way = ancestors.map(({ id, title }) => ({ title, href: pageAddress(space.key, id) }));
  const marks = [STATUS[facts.status], VIEWING[facts.viewing], EDITING[facts.editing]];
  const below = content.isEditing
    ? undefined
    : markup`${labels(facts, problem)}
${attachments(facts)}
${children(facts)}`;
  return contentPage(options, shown, { way, marks, details: details(facts), below });
}

export function blogPostView(options: ShellOptions, shown: ShownPage<BlogPostFacts>): string {
  const { id, author, createdAt, status } = shown.facts;
  const facts = markup`<dl class="facts">
<dt>Author</dt><dd>${author}, ${time(createdAt)}</dd>
<dt>Blog post ID</dt><dd><code>${id}</code></dd>
</dl>`;
  return contentPage(options, shown, { way: [], marks: [STATUS[status]], details: facts, below: undefined });
}

interface Parts {
  /** The pages between the space and this page. */
  readonly way: readonly { readonly title: string; readonly href: string }[];
  readonly marks: readonly (string | undefined)[];
  readonly details: Markup;
  readonly below: Markup | undefined;
}

function contentPage(options: ShellOptions, shown: ShownPage<PageFacts | BlogPostFacts>, parts: Parts): string {
  const { facts, content, modules, ofSpace } = shown;
  const { space, title, storage } = facts;
  const marks = parts.marks.flatMap((text) => (text === undefined ? [] : [lozenge(text)]));
  const way = [{ title: space.name, href: spaceAddress(space.key) }, ...parts.way];
  const page = markup`${bannerArea(modules)}${breadcrumb(way, title)}
<main class="content">
<h1>${title}</h1>
${byline(modules)}
<div class="page-bar">${editLink(shown)}${actionMenu(modules)}</div>
${marks.length === 0 ? undefined : markup`<p class="marks">${marks}</p>`}
${parts.details}
${content.isEditing ? EDITOR : undefined}
<article tabindex="-1">${storage === '' ? markup`<p class="empty">This page is empty.</p>` : renderBody(storage, content.body, macroElements(modules))}</article>
${selectionMenu(modules)}
${parts.below}
</main>`;
  return shellPage(options, `${title} - ${space.name}`, besideSidebar(options, space, ofSpace, page), 'page-shell.js');
}

const EDITOR = markup`<p class="panel" id="editor">The editor would be here. The byline, the banner and the macros are shown as in the editor. Change the text with the REST API.</p>`;

/** From the page to its editor, for people who can edit it, and back. */
function editLink({ facts, content }: ShownPage<PageFacts | BlogPostFacts>): Markup | undefined {
  if (!content.canEdit) return undefined;
  const address = contentAddress(facts.space.key, { ...content, isEditing: !content.isEditing });
  return markup`<a href="${address}">${content.isEditing ? 'Close the editor' : 'Edit'}</a>`;
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

function attachments({ attachments: files }: PageFacts): Markup | undefined {
  if (files.length === 0) return undefined;
  const items = files.map(
    ({ title, fileSize, version }) =>
      markup`<li>${title}, version ${version.number}, ${fileSize.toLocaleString('en')} bytes</li>`,
  );
  return markup`<section id="attachments" aria-labelledby="attachments-title"><h2 id="attachments-title">Attachments</h2><ul>${items}</ul></section>`;
}

function children({ children: pages, space }: PageFacts): Markup | undefined {
  if (pages.length === 0) return undefined;
  const items = pages.map(
    ({ id, title, status }) =>
      markup`<li><a href="${pageAddress(space.key, id)}">${title}</a>${status === 'archived' ? lozenge('Archived') : undefined}</li>`,
  );
  return markup`<section aria-labelledby="children-title"><h2 id="children-title">Child pages</h2><ul>${items}</ul></section>`;
}
