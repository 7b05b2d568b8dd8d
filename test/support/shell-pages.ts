import { DEMO_PAGES, DEMO_SPACES } from '../../local/demo';
import type { Site } from './site';
import { expectOk, trash } from './wiki-pages';

/** Pages and spaces that the shell shows in addition to the demo site. */

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(5);

/** Every element that a body can contain, and a title, labels and cells wider than a screen. */
const RICH_BODY = `<h2>Second</h2><p>Text, <strong>strong</strong>, <em>emphasized</em>, <code>code</code>, H<sub>2</sub>O,
  <a href="https://example.com/?a=1&amp;b=2">a link</a>, <a href="mailto:a@example.com">an address</a> and ${LONG}.</p>
<h4>Fourth</h4><h1>First</h1><ul><li>one<ul><li>below</li></ul></li></ul><ol><li>first</li></ol>
<blockquote><p>A quotation</p></blockquote><hr/><pre>${LONG}</pre>
<table><tbody><tr>${'<th>A heading</th>'.repeat(12)}</tr><tr>${'<td>Wordwordword</td>'.repeat(12)}</tr></tbody></table>
<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">json</ac:parameter><ac:plain-text-body><![CDATA[{ "a": "<b>" }]]></ac:plain-text-body></ac:structured-macro>
<ac:structured-macro ac:name="warning"><ac:rich-text-body><p>Take care.</p></ac:rich-text-body></ac:structured-macro>
<ac:structured-macro ac:name="toc"/><ac:image><ri:attachment ri:filename="x.png"/></ac:image>
<p>See <ac:link><ri:page ri:content-title="Another page"/></ac:link>.</p>`;

/** @returns the id of a page in ENG */
export async function aRichPage(site: Site): Promise<string> {
  const page = await expectOk(
    site.wiki('POST', '/api/v2/pages', {
      spaceId: DEMO_SPACES.ENG,
      parentId: DEMO_PAGES.architectureEvents,
      status: 'current',
      title: `Rich ${LONG}`,
      body: { representation: 'storage', value: RICH_BODY },
    }),
  );
  const { id } = page as { id: string };
  await expectOk(site.wiki('POST', `/rest/api/content/${id}/label`, { prefix: 'global', name: LONG }));
  return id;
}

/** A space that only the admin can see, as empty as possible. Its home page is in the trash. */
export async function aSpaceWithoutPages(site: Site, key: string): Promise<void> {
  await expectOk(site.wiki('POST', '/rest/api/space/_private', { key, name: 'Bare' }));
  const { results } = (await expectOk(site.wiki('GET', `/api/v2/spaces?keys=${key}`))) as {
    results: readonly { homepageId: string }[];
  };
  for (const { homepageId } of results) await trash(site, homepageId);
}
