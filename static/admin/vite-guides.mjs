import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import MarkdownIt from 'markdown-it';

/**
 * Builds the guides of `docs` into the admin area: `import('…/jobs.md?guide')` is the HTML of a guide and its title. Pictures
 * become files of the build. Links to other guides have `data-guide` and `data-section`; links to other files of the repository
 * are plain text, because people who use the app do not have them.
 */
export function guides() {
  return {
    name: 'guides',
    load(id) {
      if (!id.endsWith('.md?guide')) return undefined;
      const file = id.slice(0, -'?guide'.length);
      const { html, title, pictures } = renderGuide(readFileSync(file, 'utf8'), dirname(file));
      const imports = pictures.map(
        (path, index) => `import p${index} from ${JSON.stringify(join(dirname(file), path))};`,
      );
      // Splitting on markers keeps the addresses that the build gives to the pictures out of the HTML until then.
      const parts = pictures.map((path, index) => `.replaceAll(${JSON.stringify(markerOf(path))}, p${index})`);
      return [
        ...imports,
        `export const title = ${JSON.stringify(title)};`,
        `export const html = ${JSON.stringify(html)}${parts.join('')};`,
      ].join('\n');
    },
  };
}

const markerOf = (path) => `picture:${path}`;

/** @returns the HTML without the first heading, which is the title */
function renderGuide(text, folder) {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  const pictures = new Set();
  const { rules } = markdown.renderer;
  markdown.validateLink = () => true;
  const tokens = markdown.parse(text, {});
  const ids = new Map();
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') token.attrSet('id', idOf(tokens[index + 1].content, ids));
  }
  const isOpenLink = [];
  rules.link_open = (all, index, options, env, self) => {
    const attributes = linkOf(all[index].attrGet('href') ?? '');
    isOpenLink.push(attributes !== undefined);
    if (attributes === undefined) return '';
    all[index].attrs = Object.entries(attributes);
    return self.renderToken(all, index, options);
  };
  rules.link_close = () => (isOpenLink.pop() === true ? '</a>' : '');
  rules.image = (all, index) => {
    const { content } = all[index];
    const path = all[index].attrGet('src') ?? '';
    // `npm run pictures` builds the app before it takes them.
    if (!existsSync(join(folder, path))) return markdown.utils.escapeHtml(content);
    pictures.add(path);
    return `<img src="${markerOf(markdown.utils.escapeHtml(path))}" alt="${markdown.utils.escapeHtml(content)}" loading="lazy">`;
  };
  // A wide table scrolls by itself, and the keyboard must reach it.
  rules.table_open = () =>
    '<div class="guide-table" tabindex="0" role="region" aria-label="Table"><table class="changes">';
  rules.table_close = () => '</table></div>';
  const [first, title] = tokens;
  if (first?.tag !== 'h1') throw new Error('A guide begins with its title.');
  return {
    title: title.content.replaceAll('`', ''),
    html: markdown.renderer.render(tokens.slice(3), markdown.options, {}),
    pictures: [...pictures],
  };
}

/** undefined: not a link for people who use the app */
function linkOf(href) {
  if (/^https?:\/\//.test(href)) return { href, 'data-external': '' };
  const [, guide, section = ''] = /^(?:([a-z-]+)\.md)?(?:#([\w-]+))?$/.exec(href) ?? [];
  if (guide === undefined && section === '') return undefined;
  return { href: '#', 'data-guide': guide ?? '', 'data-section': section };
}

/** The id that GitHub gives to a heading. */
function idOf(heading, used) {
  const plain = heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
  const count = used.get(plain) ?? 0;
  used.set(plain, count + 1);
  return count === 0 ? plain : `${plain}-${count}`;
}
