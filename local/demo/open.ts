import { ADMIN, EDITOR } from './accounts';
import type { DemoSpace } from './demo-page';
import { DEMO_PAGES as P, DEMO_SPACES } from './ids';

export const open: DemoSpace = {
  id: DEMO_SPACES.OPEN,
  key: 'OPEN',
  name: 'Open to everybody',
  description: 'Pages that everyone in the company can read.',
  homepageId: P.openHome,
  readers: 'confluence-users',
  isPublic: true,
  pages: [
    {
      id: P.openHome,
      title: 'Open to everybody Home',
      versions: [{ by: ADMIN, at: '2025-01-10T08:00:00.000Z', body: '<p>Company-wide pages.</p>' }],
    },
    {
      id: P.welcome,
      parentId: P.openHome,
      title: 'Welcome',
      labels: ['public'],
      versions: [
        {
          by: ADMIN,
          at: '2025-01-11T08:00:00.000Z',
          body: '<h1>Welcome</h1><p>We sell good things and answer the telephone. This wiki is where we write down how.</p>',
        },
      ],
    },
    {
      id: P.officeGuide,
      parentId: P.openHome,
      title: 'Office guide',
      labels: ['public'],
      versions: [
        { by: EDITOR, at: '2025-01-12T08:00:00.000Z', body: '<p>The kitchen is on the second floor.</p>' },
        {
          by: EDITOR,
          at: '2025-03-12T08:00:00.000Z',
          message: 'Opening hours',
          body: '<p>The kitchen is on the second floor. The door opens from 7:00 to 20:00. Reception: +49 30 5550 1000, reception@example.com.</p>',
        },
      ],
    },
    {
      id: P.travelPolicy,
      parentId: P.openHome,
      title: 'Travel policy',
      labels: ['public', 'draft-policy'],
      versions: [
        {
          by: EDITOR,
          at: '2025-02-01T08:00:00.000Z',
          body: '<p>By train if it takes less than six hours. Book with the company card; never write its number into a page.</p>',
        },
      ],
    },
    {
      id: P.securityBasics,
      parentId: P.openHome,
      title: 'Security basics',
      labels: ['public'],
      versions: [
        {
          by: ADMIN,
          at: '2025-02-02T08:00:00.000Z',
          body: '<ul><li>Lock your screen.</li><li>Use the password manager.</li><li>Report anything odd to security@example.com; nobody is blamed for a false alarm.</li></ul>',
        },
      ],
      comments: [
        {
          id: '229405',
          by: EDITOR,
          at: '2025-02-03T08:00:00.000Z',
          body: '<p>Could we add the telephone number of the security team?</p>',
        },
      ],
    },
    {
      id: P.supplierList,
      parentId: P.openHome,
      title: 'Suppliers',
      versions: [
        {
          by: EDITOR,
          at: '2025-03-03T08:00:00.000Z',
          body: '<table><tbody><tr><th>Supplier</th><th>Contact</th><th>Account</th></tr><tr><td>Paper &amp; Co.</td><td>orders@paper.example.com</td><td>NL82 ABNA 0417 8046 62</td></tr><tr><td>Coffee Corner</td><td>hello@coffee.example.com</td><td>AT56 1904 3002 3458 8714</td></tr></tbody></table>',
        },
      ],
    },
    {
      id: P.glossary,
      parentId: P.openHome,
      title: 'Glossary',
      labels: ['public'],
      versions: [
        {
          by: EDITOR,
          at: '2025-03-04T08:00:00.000Z',
          body: '<p><strong>Basket</strong>: what a customer has chosen but not bought.</p><p><strong>Order</strong>: what a customer has bought.</p>',
        },
      ],
    },
    {
      id: P.trashed,
      parentId: P.openHome,
      title: 'Poll: where to have the summer party',
      status: 'trashed',
      versions: [
        {
          by: EDITOR,
          at: '2025-05-15T08:00:00.000Z',
          body: '<p>The lake or the garden? Answers to party@example.com.</p>',
        },
      ],
    },
    {
      id: P.blogPost,
      type: 'blogpost',
      title: 'The wiki has moved',
      labels: ['public'],
      versions: [
        {
          by: ADMIN,
          at: '2025-01-15T08:00:00.000Z',
          body: '<p>From today the wiki lives in Confluence. Tell us what you miss.</p>',
        },
      ],
    },
  ],
};
