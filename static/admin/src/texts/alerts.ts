import { plural } from './plural';

export const alertsTexts = {
  alerts: {
    title: 'Alerts',
    intro:
      'The app mentions people in a comment on a page that you choose. Confluence then notifies them. No data leaves Confluence.',
    failed: 'We couldn’t load the alerts',
    save: 'Save alerts',
    discard: 'Discard changes',
    notSaved: 'The alerts were not saved',
    wrong: 'Correct the marked fields, then save again.',
    saved: 'Alerts saved',
    changed: 'Another admin changed the alerts',
    changedBody: 'Load their changes. Your own changes are then discarded.',
    load: 'Load their changes',
    leave: {
      title: 'Leave without saving?',
      body: 'Your changes to the alerts are lost.',
      back: 'Keep editing',
      submit: 'Discard changes',
    },

    pages: {
      title: 'Pages for alerts',
      intro:
        'Everyone who can view a page sees its alerts, and everyone who watches it is notified. A comment has the name of the alert, a number and a link for site admins. It never names a page, a space, a level, a key or a detector.',
      none: 'No page chosen. Choose one before you turn on an alert.',
      find: 'Add a page',
      findHelp: 'Enter the start of its title, or paste its address.',
      search: 'Find page',
      searching: 'Searching…',
      notFound: 'No page found. Check the title, or paste the address of the page.',
      notSearched: 'The search failed',
      add: (title: string) => `Add ${title}`,
      remove: 'Remove',
      removeNamed: (title: string) => `Remove ${title}`,
      hiddenTitle: (pageId: string) => `Page ${pageId}, which you can’t view`,
      full: (count: number) => `You can choose up to ${plural(count, 'page', 'pages')}.`,
      test: 'Send test alert',
      testNamed: (title: string) => `Send test alert: ${title}`,
      tests: {
        written: 'Test alert sent. It mentions you.',
        hidden: 'Not sent. The app can’t view this page. Remove the restriction, or choose another page.',
        refused: 'Not sent. The app may not comment on this page. Allow it in the permissions of the space.',
        failed: 'Not sent',
      },
      problems: {
        hidden:
          'The app can’t view this page: it was deleted or restricted. Alerts wait until you choose another page or remove the restriction.',
        refused:
          'The app may not comment on this page. Alerts wait until the permissions of the space allow it, or you choose another page.',
        unavailable: 'Confluence did not answer. The app tries again within five minutes. Alerts wait until then.',
      },
    },

    rules: {
      title: 'What to alert about',
      intro: 'Each alert is off until you turn it on.',
      descriptions: {
        critical: 'New findings of critical severity that no exclusion covers.',
        leaked: 'API keys that were reported as leaked. The app revokes them at once.',
        'below-required': 'Pages whose findings require a more sensitive level, and that did not get it in time.',
        weakened: 'Spaces whose admins chose settings that protect pages less than the site does.',
        expiring: 'API keys that expire in 14, 7 and 1 days.',
        late: 'Scheduled scans and background work that are late or make no progress.',
        failed: 'Parts of the daily work of the app that failed.',
        'over-exposed':
          'Pages that more people can view than the rule of their level allows, for some days and without an exception.',
        'open-to-anyone': 'Spaces that anyone on the internet can view, with pages whose level has a rule.',
        'exception-ending': 'Exceptions from exposure rules that end within 7 days.',
      },
      on: 'On',
      off: 'Off',
      isOnNamed: (name: string) => `On: ${name}`,
      when: 'When',
      whens: { 'at-once': 'At once', daily: 'Daily digest' },
      whenHelp: { 'at-once': 'At most one comment an hour.', daily: 'One comment a day, after 06:00 UTC.' },
      days: 'Days below the required level',
      overDays: 'Days over the exposure rule',
      page: 'Page',
      people: 'People to mention',
      addPerson: 'Add a person',
      peopleHelp: 'They need access to the page to be notified.',
      removePerson: (name: string) => `Remove ${name}`,
      unknownPerson: 'Unknown person',
      waiting: (count: number) => `${count.toLocaleString()} in the next comment`,
    },

    sent: {
      title: 'Last comments',
      none: 'No alert was sent yet.',
      time: 'Time',
      page: 'Page',
      what: 'Alerts',
      test: 'Test alert',
      line: (name: string, count: number) => `${name}: ${count.toLocaleString()}`,
    },
  },
} as const;
