import { plural } from './plural';

const number = (count: number) => count.toLocaleString();
const rows = (count: number) => plural(count, 'row', 'rows');

export const personalDataTexts = {
  personalData: {
    title: 'Personal data',
    intro:
      'The app stores account IDs with what people did. Export what it stores about one person, and erase the data of people who leave.',
    failed: 'We couldn’t load the personal data',
    register: {
      title: 'Report to Atlassian',
      intro:
        'Every week, the app reports the stored account IDs to Atlassian. It erases the data of accounts that Atlassian reports as closed.',
      people: 'Stored people',
      count: (count: number, isMore: boolean) =>
        isMore ? `More than ${number(count)} people` : plural(count, 'person', 'people'),
      nobody: 'None yet',
      last: 'Last report',
      never: 'Not reported yet',
      running: 'A report is running',
      result: (reported: number, closed: number) =>
        `${plural(reported, 'person', 'people')} reported, ${number(closed)} with a closed account`,
      next: 'Next report',
      soon: 'Within an hour',
      refused: (moment: string) => `Atlassian has refused the report since ${moment}`,
      noPermission:
        'The app may not report account IDs. Open “Connected apps” in Atlassian Administration, and allow the new permissions of the app.',
      otherStatus: (status: number) => `Atlassian answered with status ${status}. The app tries again every day.`,
    },
    account: {
      label: 'Person',
      help: 'Search by name, or paste the account ID or the address of a profile, also of a person who left.',
      missing: 'Select a person.',
    },
    exported: {
      title: 'Export one person’s data',
      intro:
        'A JSON file with every row that contains the account ID, without secrets and without the account IDs of other people. The audit log records the export.',
      submit: 'Export data',
      running: (count: number) => `Searching all rows. ${rows(count)} found.`,
      failed: 'We couldn’t export the data',
      failedAfter: (count: number) => `The export stopped after ${rows(count)}`,
      done: (count: number) => `Export complete: ${rows(count)}`,
      again: 'Download again',
      fileName: (accountId: string) => `personal-data-${accountId.replaceAll(':', '-')}.json`,
    },
    erasures: {
      title: 'Erasures',
      intro:
        'An erasure replaces the account ID everywhere in the app by a code. It needs two site admins, unless Atlassian reports the account as closed.',
      request: 'Request erasure',
      none: 'No erasures were requested.',
      forYou: (count: number) =>
        count === 1
          ? 'One request waits for your confirmation'
          : `${number(count)} requests wait for your confirmation`,
      caption: 'Erasures, newest first',
      columns: { person: 'Person', why: 'Requested', state: 'Status', actions: 'Actions' },
      person: (code: string) => `Person (${code})`,
      closed: 'Atlassian reported the account as closed',
      by: (name: string) => `By ${name}`,
      confirmedBy: (name: string) => `Confirmed by ${name}`,
      state: {
        requested: 'Waits for a second site admin',
        expired: 'Expired without a confirmation',
        running: 'Erasing',
        waiting: 'Waits for the last search',
        done: 'Erased',
        withdrawn: 'Withdrawn',
      },
      ownData: 'Only other site admins can act on your own data.',
      expires: (moment: string) => `Expires ${moment}`,
      expired: (moment: string) => `Expired ${moment}`,
      continues: (moment: string) => `Starts ${moment}`,
      changed: (count: number) => `${rows(count)} changed or deleted`,
      progressOf: (name: string) => `Progress of the erasure: ${name}`,
      confirm: 'Confirm',
      confirmOf: (name: string) => `Confirm the erasure: ${name}`,
      withdraw: 'Withdraw',
      withdrawOf: (name: string) => `Withdraw the erasure: ${name}`,
    },
    effects: [
      'Every row and audit event shows a code in place of the account ID. Acts and times stay.',
      'The API keys of the person stop working at once.',
      'The erasure ends a day after the last row was found. Comments in Confluence stay.',
      'You can’t undo it.',
    ],
    requestDialog: {
      title: 'Request an erasure',
      intro: 'A second site admin must confirm the request within seven days. Nothing is erased before that. Then:',
      submit: 'Request erasure',
      failed: 'We couldn’t request the erasure',
      done: 'Erasure requested',
      doneBody: 'A second site admin must confirm it within seven days.',
    },
    confirmDialog: {
      title: 'Erase this person’s data?',
      submit: 'Erase data',
      failed: 'We couldn’t start the erasure',
      done: 'Erasure started',
      doneBody: 'It ends a day after the last row was found.',
      requestedBy: 'Requested by',
    },
    withdrawDialog: {
      title: 'Withdraw this request?',
      body: 'The data of the person stays. You can request the erasure again.',
      submit: 'Withdraw request',
      keep: 'Keep request',
      failed: 'We couldn’t withdraw the request',
      done: 'Request withdrawn',
    },
  },
} as const;
