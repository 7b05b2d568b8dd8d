import type { PlatformSwitches } from '../forge/assumptions';
import type { GlobalSettings } from '../forge/manifest';
import { escapeHtml } from './html';
import { type Markup, markup } from './markup';
import type { ModuleLink } from './surfaces/module-pages';
import { ACCOUNT_CHOICES, type Visitor } from './visitor';

/** The part of a site around the app: a header with the Apps menu, and the frame. */

export interface ShellOptions {
  readonly visitor: Visitor;
  readonly settings: GlobalSettings;
  /** The pages of the app in the Apps menu. */
  readonly appsMenu: readonly ModuleLink[];
  /** The URL of this page, so that a choice in the header returns to it. */
  readonly path: string;
  readonly switches: PlatformSwitches;
}

/** The permissions of the real frame, without popups and without navigation of the site. */
const SANDBOX = 'allow-forms allow-modals allow-pointer-lock allow-same-origin allow-scripts';

/** The rights of frames on this host. The scripts of the shell and of the bridge read it from the page. */
function frameRights(switches: PlatformSwitches) {
  return {
    sandbox: switches.has('no-downloads') ? SANDBOX : `allow-downloads ${SANDBOX}`,
    allow: switches.has('no-clipboard') ? '' : 'clipboard-write',
    history: switches.has('no-history') ? 'off' : 'on',
  };
}

export function adminPage(options: ShellOptions): string {
  const { title, resource } = options.settings;
  const { sandbox, allow } = frameRights(options.switches);
  return shellPage(
    options,
    title,
    markup`<main class="app"><iframe title="${title}" src="/site/resource/${resource}/" sandbox="${sandbox}" allow="${allow}"></iframe></main>`,
  );
}

/**
 * A page with the site's header; `content` is the main part with its breadcrumbs.
 * @param script the name of a script that only this page needs
 */
export function shellPage(
  { visitor, settings, appsMenu, path, switches }: ShellOptions,
  title: string,
  content: Markup,
  script?: 'page-shell.js',
): string {
  const accounts = ACCOUNT_CHOICES.map(({ value, email, displayName }) => {
    const name = email === undefined ? displayName : `${displayName} (${email})`;
    return `<option value="${value}"${email === visitor.email ? ' selected' : ''}>${escapeHtml(name)}</option>`;
  }).join('');
  const apps = appsMenu.map(({ title, address }) => markup`<a href="${address}">${title}</a>`);
  const frames = frameRights(switches);
  const otherMode = visitor.colorMode === 'light' ? 'dark' : 'light';
  return `<!doctype html>
<html lang="en" data-color-mode="${visitor.colorMode}" data-theme="${THEME}" data-frame-sandbox="${frames.sandbox}" data-frame-allow="${frames.allow}" data-frame-history="${frames.history}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} - Demo site</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/site/theme.css">
<link rel="stylesheet" href="/site/shell.css">
<script src="/site/shell.js" defer></script>${script === undefined ? '' : `<script src="/site/${script}" defer></script>`}
</head>
<body>
<header>
<a class="product" href="/site/">Confluence <span>local</span></a>
<details class="menu"><summary>Apps</summary><nav aria-label="Apps"><p>${escapeHtml(settings.title)}</p>${markup`${apps}`.source}<a href="/site/admin">Administration</a><p>Local stand-ins</p><a href="/site/rules">Automation rules</a><a href="/site/chat">Chat</a></nav></details>
<form class="choice" method="post" action="/site/choice?back=${encodeURIComponent(path)}">
<label>Acting as <select name="account">${accounts}</select></label><noscript><button>Switch</button></noscript>
</form>
<form method="post" action="/site/choice?back=${encodeURIComponent(path)}"><button name="theme" value="${otherMode}">${otherMode === 'dark' ? 'Dark' : 'Light'} theme</button></form>
</header>
${content.source}
<div id="flags" role="status" aria-live="polite"></div>
</body>
</html>
`;
}

/** The theme state of a page, as Atlassian's products write it into `data-theme`. */
export const THEME = 'dark:dark light:light spacing:spacing shape:shape typography:typography';
