import { DEMO_SPACES } from '../../local/demo';
import type { Site } from './site';
import { expectOk } from './wiki-pages';

/** A page whose author tries to run scripts in the browsers of its readers, in every place that can contain text. */

/** Sets `window.attacked` if it ever runs. */
const ATTACK = 'attacked=1';

export const HOSTILE_TITLE = `"><img src=x onerror=${ATTACK}><script>${ATTACK}</script>`;
const HOSTILE_MESSAGE = `</dd><script>${ATTACK}</script>`;
/** The most dangerous label that Confluence accepts. */
export const HOSTILE_LABEL = `"autofocus/onfocus='${ATTACK}'/x="`;

export const HOSTILE_BODY = [
  `<script>${ATTACK}</script>`,
  `<SCRIPT>${ATTACK}</SCRIPT>`,
  `<style>@import "https://elsewhere.example/x.css";</style>`,
  `<img src="x" onerror="${ATTACK}"/>`,
  `<svg onload="${ATTACK}"><script>${ATTACK}</script></svg>`,
  `<math><mtext><style><img src="x" onerror="${ATTACK}"/></style></mtext></math>`,
  `<iframe src="javascript:${ATTACK}" srcdoc="&lt;script&gt;parent.${ATTACK}&lt;/script&gt;"></iframe>`,
  `<object data="javascript:${ATTACK}"></object><embed src="javascript:${ATTACK}"/>`,
  `<p onclick="${ATTACK}" onmouseover="${ATTACK}" style="position:fixed;inset:0">a paragraph</p>`,
  `<h1 onpointerover="${ATTACK}">a heading</h1>`,
  `<a href="javascript:${ATTACK}">one</a> <a href="java&#10;script:${ATTACK}">two</a>`,
  `<a href=" &#1;JaVaScRiPt:${ATTACK}">three</a> <a href="data:text/html,&lt;script&gt;${ATTACK}&lt;/script&gt;">four</a>`,
  `<a href="https://example.com/&quot; onclick=&quot;${ATTACK}" target="_blank">five</a> <a href="vbscript:x">six</a>`,
  `<form action="https://elsewhere.example/"><input name="x" autofocus="" onfocus="${ATTACK}"/></form>`,
  `<base href="https://elsewhere.example/"/><meta http-equiv="refresh" content="0;url=https://elsewhere.example/"/>`,
  `<link rel="stylesheet" href="https://elsewhere.example/x.css"/>`,
  `<p>&lt;script&gt;${ATTACK}&lt;/script&gt; &lt;img src=x onerror=${ATTACK}&gt;</p>`,
  `<ac:structured-macro ac:name="&quot;&gt;&lt;img src=x onerror=${ATTACK}&gt;"><ac:parameter ac:name="x">y</ac:parameter></ac:structured-macro>`,
  `<ac:structured-macro ac:name="html"><ac:plain-text-body><![CDATA[</pre><script>${ATTACK}</script>]]></ac:plain-text-body></ac:structured-macro>`,
  `<ac:link><ri:page ri:content-title="&lt;img src=x onerror=${ATTACK}&gt;"/></ac:link>`,
  `<table><tbody><tr><td background="javascript:${ATTACK}">a cell</td></tr></tbody></table>`,
].join('\n');

/** @returns the id of a hostile page in ENG, with a hostile child and label */
export async function aHostilePage(site: Site): Promise<string> {
  const id = await create(site, { title: HOSTILE_TITLE });
  await create(site, { title: `${HOSTILE_TITLE} below`, parentId: id });
  const update = {
    id,
    status: 'current',
    title: HOSTILE_TITLE,
    body: { representation: 'storage', value: HOSTILE_BODY },
    version: { number: 2, message: HOSTILE_MESSAGE },
  };
  await expectOk(site.wiki('PUT', `/api/v2/pages/${id}`, update));
  await expectOk(site.wiki('POST', `/rest/api/content/${id}/label`, { prefix: 'global', name: HOSTILE_LABEL }));
  return id;
}

/** A space with a hostile name and description. @returns its key */
export async function aHostileSpace(site: Site): Promise<string> {
  const space = { key: 'BAD', name: HOSTILE_TITLE, description: { plain: { value: HOSTILE_TITLE } } };
  await expectOk(site.wiki('POST', '/rest/api/space', space));
  return space.key;
}

async function create(site: Site, page: { readonly title: string; readonly parentId?: string }): Promise<string> {
  const body = { representation: 'storage', value: '<p>Text.</p>' };
  const created = await expectOk(
    site.wiki('POST', '/api/v2/pages', { spaceId: DEMO_SPACES.ENG, status: 'current', body, ...page }),
  );
  return (created as { id: string }).id;
}
