import { returnAddress } from '../../../local/ui/address';

/** The permitted targets of a choice in the header are pages of the shell, never another site. */

it.each([
  '/site/',
  '/site/admin',
  '/site/admin/levels',
  '/site/admin/audit-log',
  '/site/spaces/ENG',
  '/site/spaces/~7120200f4c1c6e',
  '/site/spaces/ENG/pages/164001',
  '/site/spaces/ENG/pages/edit-v2/164001',
  '/site/spaces/OPEN/blog/164101',
  '/site/apps/1b2-c3/4d5-e6/classification',
  '/site/apps/1b2-c3/4d5-e6/classification/mine',
  '/site/spaces/ENG/apps/1b2-c3/4d5-e6/classification',
  '/site/spaces/ENG/settings/apps/1b2-c3/4d5-e6/classification',
])('the local site leads back to %s', (back) => {
  expect(returnAddress(back)).toBe(back);
});

it.each([
  '',
  '/',
  '/site',
  '/wiki/',
  '/local/faults',
  '/site/choice',
  '/site/bridge/invoke',
  '/site/resource/admin/',
  '//elsewhere.example',
  '/site//elsewhere.example',
  '/\\elsewhere.example',
  '/site/\\elsewhere.example',
  'https://elsewhere.example/site/',
  'javascript:alert(1)',
  '/site/admin/../../elsewhere',
  '/site/admin/%2e%2e/x',
  '/site/admin//elsewhere.example',
  '/site/spaces/..',
  '/site/spaces/ENG/',
  '/site/spaces/ENG/pages/',
  '/site/spaces/ENG/pages/x',
  '/site/spaces/ENG/pages/1/Title',
  '/site/spaces/ENG/pages/edit-v2/',
  '/site/spaces/ENG/blog/edit-v2/x',
  '/site/apps/1b2-c3/4d5-e6/..',
  '/site/apps/1b2-c3/4d5-e6/classification//x',
  '/site/spaces/ENG/settings/apps/1b2-c3',
  '/site/spaces/ENG/pages/1?x=1',
  '/site/spaces/ENG/pages/1#x',
  '/site/spaces/ENG/pages/1\n',
  '/site/spaces/ENG/pages/1\r\nSet-Cookie: x=1',
  '/site/spaces/ENG/pages/12345678901234567890',
  `/site/spaces/${'A'.repeat(256)}`,
  '/site/ spaces/ENG',
])('the local site leads to the home page instead of %j', (back) => {
  expect(returnAddress(back)).toBe('/site/');
});
