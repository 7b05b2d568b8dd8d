import { ADMIN, ADMIN2, EDITOR, GUEST, SPACE_ADMIN } from './accounts';
import type { DemoSpace } from './demo-page';
import { DEMO_PAGES as P, DEMO_SPACES } from './ids';

export const engineering: DemoSpace = {
  id: DEMO_SPACES.ENG,
  key: 'ENG',
  name: 'Engineering',
  description: 'How we build, run and repair our services.',
  homepageId: P.engHome,
  readers: 'engineering',
  editors: [GUEST],
  administrators: [SPACE_ADMIN],
  pages: [
    {
      id: P.engHome,
      title: 'Engineering Home',
      versions: [
        {
          by: ADMIN,
          at: '2025-02-03T08:15:00.000Z',
          body: '<p>Start here if you build or run one of our services.</p><ul><li>Architecture notes explain <em>why</em> things are as they are.</li><li>Runbooks tell you what to do at three in the morning.</li><li>Incident reviews tell you what we learned.</li></ul>',
        },
      ],
    },
    {
      id: P.architecture,
      parentId: P.engHome,
      title: 'Architecture notes',
      labels: ['architecture', 'public'],
      versions: [
        {
          by: EDITOR,
          at: '2025-02-04T09:00:00.000Z',
          body: '<h1>Architecture notes</h1><p>The shop is four services behind one gateway.</p>',
        },
        {
          by: EDITOR,
          at: '2025-06-11T14:20:00.000Z',
          message: 'Five services since the split of billing',
          body: "<h1>Architecture notes</h1><p>The shop is five services behind one gateway: catalog, basket, billing, shipping and accounts.</p><p>Each owns its data; nobody reads another service's tables.</p>",
        },
      ],
    },
    {
      id: P.architectureEvents,
      parentId: P.architecture,
      title: 'Events between services',
      labels: ['architecture'],
      versions: [
        {
          by: EDITOR,
          at: '2025-02-10T10:00:00.000Z',
          body: '<p>Services talk through events. An event is a fact in the past tense: <code>OrderPlaced</code>, never <code>PlaceOrder</code>.</p><ac:structured-macro ac:name="code" ac:schema-version="1"><ac:parameter ac:name="language">json</ac:parameter><ac:plain-text-body><![CDATA[{ "type": "OrderPlaced", "orderId": "o-1001", "total": "49.90", "currency": "EUR" }]]></ac:plain-text-body></ac:structured-macro><p>Consumers must be idempotent: delivery is at least once.</p>',
        },
      ],
    },
    {
      id: P.architectureStorage,
      parentId: P.architecture,
      title: 'Where data lives',
      labels: ['architecture', 'confidential'],
      versions: [
        {
          by: ADMIN,
          at: '2025-02-12T10:00:00.000Z',
          body: '<table><tbody><tr><th>Data</th><th>Store</th><th>Kept for</th></tr><tr><td>Orders</td><td>Relational database, Frankfurt</td><td>10 years</td></tr><tr><td>Sessions</td><td>In memory</td><td>24 hours</td></tr><tr><td>Access logs</td><td>Object storage</td><td>30 days</td></tr></tbody></table>',
        },
      ],
      comments: [
        { id: '229401', by: EDITOR, at: '2025-02-13T08:40:00.000Z', body: '<p>Do the 30 days include backups?</p>' },
        {
          id: '229402',
          by: ADMIN,
          at: '2025-02-13T09:05:00.000Z',
          body: '<p>Yes. Backups of logs are deleted with them.</p>',
        },
      ],
    },
    {
      id: P.runbooks,
      parentId: P.engHome,
      title: 'Runbooks',
      labels: ['runbook'],
      versions: [
        {
          by: ADMIN,
          at: '2025-02-05T08:00:00.000Z',
          body: '<p>One page an alert. If a step is wrong, fix the page before you go back to bed.</p>',
        },
      ],
    },
    {
      id: P.runbookDatabase,
      parentId: P.runbooks,
      title: 'Runbook: database failover',
      labels: ['runbook', 'confidential'],
      versions: [
        {
          by: EDITOR,
          at: '2025-03-01T07:30:00.000Z',
          body: '<ol><li>Check that the primary is really gone.</li><li>Promote the replica.</li></ol>',
        },
        {
          by: EDITOR,
          at: '2025-03-20T16:45:00.000Z',
          message: 'Lessons of the March drill',
          body: '<ol><li>Check from two networks that the primary is really gone.</li><li>Promote the replica.</li><li>Tell <a href="mailto:oncall@example.com">oncall@example.com</a> which node is primary now.</li></ol>',
        },
        {
          by: ADMIN,
          at: '2025-05-02T11:10:00.000Z',
          message: 'Address of the standby',
          body: '<ol><li>Check from two networks that the primary is really gone.</li><li>Promote the replica at <code>192.0.2.17</code>.</li><li>Tell <a href="mailto:oncall@example.com">oncall@example.com</a> which node is primary now.</li></ol><ac:structured-macro ac:name="warning" ac:schema-version="1"><ac:rich-text-body><p>Never promote while the old primary still takes writes.</p></ac:rich-text-body></ac:structured-macro>',
        },
      ],
    },
    {
      id: P.runbookPayments,
      parentId: P.runbooks,
      title: 'Runbook: card payments are declined',
      labels: ['runbook', 'pii'],
      versions: [
        {
          by: EDITOR,
          at: '2025-03-05T07:30:00.000Z',
          body: '<p>Repeat the payment in the sandbox with the test card <strong>4111 1111 1111 1111</strong>, any future date and CVC 123. If that works, the fault is on the side of the bank.</p><p>For a second network use 5555 5555 5555 4444.</p>',
        },
      ],
    },
    {
      id: P.runbookOnCall,
      parentId: P.runbooks,
      title: 'Runbook: taking over on-call',
      labels: ['runbook'],
      versions: [
        {
          by: EDITOR,
          at: '2025-03-06T07:30:00.000Z',
          body: '<ul><li>Acknowledge the hand-over in the channel.</li><li>Test that your phone rings: +49 30 5550 1234 is the paging line.</li><li>Read the open incidents.</li></ul>',
        },
      ],
    },
    {
      id: P.incidents,
      parentId: P.engHome,
      title: 'Incident reviews',
      labels: ['incident'],
      versions: [
        {
          by: ADMIN2,
          at: '2025-02-06T08:00:00.000Z',
          body: '<p>Blameless, within five working days, and with at least one action that has an owner.</p>',
        },
      ],
    },
    {
      id: P.incidentCheckout,
      parentId: P.incidents,
      title: 'Incident review: checkout was down for 42 minutes',
      labels: ['incident', 'confidential'],
      versions: [
        {
          by: EDITOR,
          at: '2025-04-14T15:00:00.000Z',
          body: '<h2>What happened</h2><p>A migration locked the orders table from 09:12 to 09:54 UTC.</p><h2>Whom it hit</h2><p>1,317 customers. The first to tell us was jane.roe@example.com.</p><h2>Actions</h2><ol><li>Migrations run with a lock timeout of two seconds.</li><li>The alert fires after three minutes instead of fifteen.</li></ol>',
        },
      ],
      comments: [
        {
          id: '229403',
          by: ADMIN2,
          at: '2025-04-15T07:00:00.000Z',
          body: '<p>Thank you for the timeline, it made the cause obvious.</p>',
        },
      ],
    },
    {
      id: P.incidentMailing,
      parentId: P.incidents,
      title: 'Incident review: newsletter sent with visible recipients',
      labels: ['incident', 'pii', 'confidential'],
      versions: [
        {
          by: ADMIN,
          at: '2025-07-21T12:00:00.000Z',
          body: '<p>48 addresses were visible to all recipients. Examples, for the record of the authority:</p><ul><li>john.doe@example.com</li><li>jane.roe@example.com</li><li>max.mustermann@example.org</li></ul><p>The data protection officer was told within 24 hours.</p>',
        },
      ],
    },
    {
      id: P.releaseNotes,
      parentId: P.engHome,
      title: 'Release notes 2025.3',
      labels: ['release', 'public'],
      versions: [
        {
          by: EDITOR,
          at: '2025-08-01T08:00:00.000Z',
          title: 'Release notes 2025.3 (draft)',
          body: '<p>To be written.</p>',
        },
        {
          by: EDITOR,
          at: '2025-08-15T08:00:00.000Z',
          message: 'Published with the release',
          body: '<h2>New</h2><ul><li>Baskets survive a change of device.</li></ul><h2>Fixed</h2><ul><li>Invoices show the delivery date.</li></ul>',
        },
      ],
    },
    {
      id: P.testData,
      parentId: P.engHome,
      title: 'Test data for payments and transfers',
      labels: ['pii', 'test-data'],
      versions: [
        {
          by: EDITOR,
          at: '2025-05-05T08:00:00.000Z',
          body: '<p>None of this is real.</p><table><tbody><tr><th>Kind</th><th>Value</th></tr><tr><td>Visa</td><td>4111 1111 1111 1111</td></tr><tr><td>Mastercard</td><td>5555 5555 5555 4444</td></tr><tr><td>Amex</td><td>3782 822463 10005</td></tr><tr><td>IBAN (DE)</td><td>DE26 3704 0044 0532 0240 28</td></tr><tr><td>IBAN (GB)</td><td>GB64 WEST 1234 5698 8404 46</td></tr><tr><td>E-mail</td><td>buyer@example.com</td></tr></tbody></table>',
        },
      ],
    },
    {
      id: P.changeFreeze,
      parentId: P.engHome,
      title: 'Change freeze calendar',
      labels: ['draft-policy'],
      restrictedTo: { update: [ADMIN] },
      versions: [
        {
          by: ADMIN,
          at: '2025-09-01T08:00:00.000Z',
          body: '<p>No deployments from 20 November to 2 December and from 20 December to 2 January. Everybody may read this page; only Ada changes it.</p>',
        },
      ],
    },
    {
      id: P.engRestricted,
      parentId: P.engHome,
      title: 'Due diligence: project Kestrel',
      labels: ['confidential'],
      restrictedTo: { read: [ADMIN, EDITOR], update: [ADMIN, EDITOR] },
      versions: [
        {
          by: ADMIN,
          at: '2025-09-10T08:00:00.000Z',
          body: '<p>Findings about the code base of the company that we may buy. The contact there is cto@kestrel.example.com.</p>',
        },
      ],
    },
    {
      id: P.engRestrictedChild,
      parentId: P.engRestricted,
      title: 'Due diligence: licenses',
      labels: ['confidential'],
      versions: [
        {
          by: EDITOR,
          at: '2025-09-11T08:00:00.000Z',
          body: '<p>Three dependencies are under a copyleft license; two can be replaced.</p>',
        },
      ],
    },
    {
      id: P.engDraft,
      parentId: P.architecture,
      title: 'Moving orders without downtime',
      status: 'draft',
      versions: [
        {
          by: EDITOR,
          at: '2025-10-02T08:00:00.000Z',
          body: '<p>First thoughts. Write to both stores, compare for a week, then read from the new one.</p>',
        },
      ],
    },
    {
      id: P.archived,
      parentId: P.engHome,
      title: 'Legacy VPN set-up',
      status: 'archived',
      labels: ['confidential'],
      versions: [
        {
          by: ADMIN,
          at: '2024-01-15T08:00:00.000Z',
          body: '<p>Replaced by single sign-on. The old gateway was <code>vpn.example.com</code> (198.51.100.24).</p>',
        },
      ],
    },
  ],
};
