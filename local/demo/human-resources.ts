import { ADMIN2, EDITOR } from './accounts';
import type { DemoSpace } from './demo-page';
import { DEMO_PAGES as P, DEMO_SPACES } from './ids';

export const humanResources: DemoSpace = {
  id: DEMO_SPACES.HR,
  key: 'HR',
  name: 'Human Resources',
  description: 'People, pay and paperwork.',
  homepageId: P.hrHome,
  pages: [
    {
      id: P.hrHome,
      title: 'Human Resources Home',
      versions: [
        {
          by: ADMIN2,
          at: '2025-01-20T08:00:00.000Z',
          body: '<p>Working papers of the HR team. What everybody may read lives in the space OPEN.</p>',
        },
      ],
    },
    {
      id: P.onboarding,
      parentId: P.hrHome,
      title: 'Onboarding',
      labels: ['onboarding'],
      versions: [
        { by: EDITOR, at: '2025-01-21T08:00:00.000Z', body: '<p>The first week of a new colleague.</p>' },
        {
          by: EDITOR,
          at: '2025-06-01T08:00:00.000Z',
          message: 'Buddy system',
          body: '<p>The first week of a new colleague. Everybody gets a buddy from another team.</p><ac:structured-macro ac:name="info" ac:schema-version="1"><ac:rich-text-body><p>Questions go to people@example.com.</p></ac:rich-text-body></ac:structured-macro>',
        },
      ],
    },
    {
      id: P.onboardingChecklist,
      parentId: P.onboarding,
      title: 'Onboarding checklist',
      labels: ['onboarding', 'pii'],
      versions: [
        {
          by: EDITOR,
          at: '2025-01-22T08:00:00.000Z',
          body: '<ul><li>Contract signed and filed</li><li>Bank account for the salary, for example DE26 3704 0044 0532 0240 28</li><li>Laptop and badge</li><li>Emergency contact</li></ul>',
        },
      ],
    },
    {
      id: P.payroll,
      parentId: P.hrHome,
      title: 'Payroll process',
      labels: ['payroll', 'confidential'],
      versions: [
        {
          by: ADMIN2,
          at: '2025-01-25T08:00:00.000Z',
          body: '<ol><li>Hours are closed on the 20th.</li><li>Carla checks the changes.</li><li>The file goes to the bank on the 25th.</li></ol>',
        },
        {
          by: EDITOR,
          at: '2025-04-25T08:00:00.000Z',
          message: 'Two pairs of eyes',
          body: '<ol><li>Hours are closed on the 20th.</li><li>Two people check the changes.</li><li>The file goes to the bank on the 25th, from the account GB64 WEST 1234 5698 8404 46.</li></ol>',
        },
      ],
      comments: [
        {
          id: '229404',
          by: EDITOR,
          at: '2025-04-25T09:00:00.000Z',
          body: '<p>Who stands in during the summer holidays?</p>',
        },
      ],
    },
    {
      id: P.payrollCorrections,
      parentId: P.payroll,
      title: 'Payroll corrections 2025',
      labels: ['payroll', 'pii', 'confidential'],
      versions: [
        {
          by: EDITOR,
          at: '2025-05-28T08:00:00.000Z',
          body: '<table><tbody><tr><th>Person</th><th>E-mail</th><th>IBAN</th><th>Reason</th></tr><tr><td>John Doe</td><td>john.doe@example.com</td><td>DE26 3704 0044 0532 0240 28</td><td>Overtime missing</td></tr><tr><td>Jane Roe</td><td>jane.roe@example.com</td><td>FR19 2004 1010 0505 0002 7M04 168</td><td>New account</td></tr></tbody></table>',
        },
      ],
    },
    {
      id: P.leavePolicy,
      parentId: P.hrHome,
      title: 'Leave policy (proposal)',
      labels: ['draft-policy'],
      versions: [
        {
          by: EDITOR,
          at: '2025-08-08T08:00:00.000Z',
          body: '<p>Thirty days for everybody, and two more after five years. Not decided yet.</p>',
        },
      ],
    },
    {
      id: P.recruiting,
      parentId: P.hrHome,
      title: 'Recruiting',
      labels: ['recruiting'],
      versions: [
        {
          by: EDITOR,
          at: '2025-02-20T08:00:00.000Z',
          body: '<p>Three conversations, one work sample, an answer within a week.</p>',
        },
      ],
    },
    {
      id: P.candidateNotes,
      parentId: P.recruiting,
      title: 'Notes on candidates, spring',
      labels: ['recruiting', 'pii'],
      versions: [
        {
          by: EDITOR,
          at: '2025-03-30T08:00:00.000Z',
          body: '<p><strong>Erika Mustermann</strong>, erika.mustermann@example.com, +49 30 5550 0199. Strong in databases, asks good questions. Delete these notes six months after the decision.</p>',
        },
      ],
    },
    {
      id: P.hrRestricted,
      parentId: P.hrHome,
      title: 'Salary review 2026',
      labels: ['confidential', 'pii'],
      restrictedTo: { read: [ADMIN2], update: [ADMIN2] },
      versions: [
        {
          by: ADMIN2,
          at: '2025-10-20T08:00:00.000Z',
          body: '<p>Proposed raises by person. Only Boris sees this page, not even the other admin and not the app.</p>',
        },
      ],
    },
    {
      id: P.hrRestrictedChild,
      parentId: P.hrRestricted,
      title: 'Salary review 2026: board paper',
      labels: ['confidential'],
      versions: [
        {
          by: ADMIN2,
          at: '2025-10-21T08:00:00.000Z',
          body: '<p>Summary for the board. It inherits the restriction of its parent.</p>',
        },
      ],
    },
  ],
};
