import './bridge';
import { renderToStaticMarkup } from 'react-dom/server';
import { textsIn } from '../../admin/test/rendered';
import { BannerContent } from '../src/banner/banner';

it.each([
  [undefined, ['Secret', 'Do not share.', '✕']],
  ['security@example.com', ['Secret', 'Do not share.', 'Questions? Contact security@example.com', '✕']],
])('the banner is a named region with the text of its level and the contact %s', (contact, texts) => {
  const level = { name: 'Secret', color: 'RED_BOLD' } as const;
  const banner = {
    state: 'banner',
    level,
    text: 'Do not share.',
    ...(contact === undefined ? {} : { contact }),
  } as const;
  const markup = renderToStaticMarkup(<BannerContent banner={banner} onDismiss={() => undefined} />);
  expect(textsIn(markup)).toEqual(texts);
  expect(markup).toContain('<section class="level-band level-color-red-bold" aria-label="Classification: Secret">');
});
