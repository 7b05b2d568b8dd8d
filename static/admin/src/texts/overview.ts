import type { Overview } from '../../../../src/admin/site/overview';
import type { SetupStep } from '../../../../src/admin/site/setup';
import type { UpkeepPart } from '../../../../src/upkeep/failed-parts';
import { plural } from './plural';

const pages = (count: number) => plural(count, 'page', 'pages');
const findings = (count: number) => plural(count, 'finding', 'findings');
const number = (count: number) => count.toLocaleString();

export const overviewTexts = {
  overview: {
    title: 'Overview',
    intro: 'The levels and findings of your site, and what to do next.',
    failed: 'We couldn’t load the overview',
    notRefreshed: 'We couldn’t refresh the overview',
    refresh: 'Refresh',
    print: 'Print report',
    exports: 'Export CSV',
    exportSpaces: 'Numbers by space',
    exportTrend: 'Open findings by day',
    exportMatrix: 'Levels and findings',
    spacesFile: (day: string) => `overview-spaces-${day}.csv`,
    matrixFile: (day: string) => `overview-levels-and-findings-${day}.csv`,
    trendFile: (day: string) => `overview-findings-by-day-${day}.csv`,
    asOf: (ago: string) => `As of ${ago}`,
    notCounted: 'Not counted yet',
    counting: 'Counting pages',
    countingBody:
      'Some numbers are still too low. Large sites take several minutes. Refresh to see the latest numbers.',
    showTable: 'Show table',
    hideTable: 'Hide table',
    showAll: (count: number) => `Show all ${count.toLocaleString()} spaces`,
    showFewer: 'Show fewer',
    none: 'No level',
    archived: (name: string) => `${name} (archived)`,
    share: (count: number, percent: string) => `${number(count)} (${percent})`,
    number,
    atLeast: (count: number, isAtLeast: boolean) => (isAtLeast ? `At least ${number(count)}` : number(count)),
    pages,

    reported: {
      notYet: 'Confluence has not yet reported the number of its pages to the app.',
      count: (count: number, ago: string) => `Confluence reported ${pages(count)} to the app ${ago}.`,
      atLeast: (count: number) =>
        `There are at least ${pages(count)}. Confluence does not report pages that the app can’t view or that are newer.`,
    },

    report: {
      title: 'Classification report',
      of: (site: string) => `Site: ${site}`,
      printed: (moment: string) => `Printed: ${moment}`,
      asOf: (moment: string) => `Numbers as of: ${moment}`,
    },

    toDo: {
      title: 'To do',
      more: (count: number) => `Show ${number(count)} more`,
      none: 'Nothing needs your attention',
      noneBody: 'Scheduled work runs, keys work, and no critical findings are open.',
      late: (name: string) => `${name} is late`,
      lateBody: (ago: string) => `It last ran ${ago}. If it stays late, reinstall or redeploy the app.`,
      neverRan: 'It has not run yet. If this stays, reinstall or redeploy the app.',
      failedPart: (part: string) => `${part} failed`,
      failedPartBody: (since: string, next: string) =>
        `It fails since ${since}. The next attempt is on ${next}. Other daily work is not affected.`,
      parts: {
        'key-expiry': 'The notices of keys that expire',
        'mirror-check': 'The start of the daily check of levels on pages',
        'count-check': 'The start of the daily check of the numbers',
        'upkeep-start': 'The start of the nightly work on stored data',
        'native-levels': 'The start of the comparison with Atlassian’s levels',
        alerts: 'Alerts for admins',
        removal: 'The start of the removal of old data',
        'removal.keys': 'The removal of ended API keys',
        'removal.runs': 'The removal of ended jobs, scans and redactions',
        'removal.resolved-findings': 'The removal of resolved findings',
        'removal.redacted-findings': 'The removal of redacted findings',
        'removal.gone-scans': 'The removal of scans of deleted pages',
        'removal.removed-levels': 'The removal of levels of deleted pages',
        'removal.level-changes': 'The removal of old level changes',
        'removal.audit-events': 'The removal of old audit events',
      } satisfies Readonly<Record<UpkeepPart, string>>,
      stuck: (count: number) => `${plural(count, 'background task makes', 'background tasks make')} no progress`,
      undelivered: (names: readonly string[]) => `Alerts don’t reach their page: ${names.join(', ')}`,
      undeliveredBody: 'They wait until the app can comment on the page. Nothing is lost.',
      leaked: (name: string) => `The key “${name}” leaked and was revoked`,
      leakedBody: (ago: string) => `Revoked ${ago}. Check what it changed, and replace it where it is used.`,
      moreLeaked: (count: number) => `${plural(count, 'more key', 'more keys')} leaked`,
      moreLeakedBody: 'Check what they changed, and replace them where they are used.',
      weakened: (count: number) => `${plural(count, 'space is', 'spaces are')} weaker than the site`,
      weakenedBody: 'Their space admins chose settings that protect pages less than the site does.',
      stuckBody: 'Other work waits for them. Check them, and cancel those that you don’t need.',
      critical: (count: number) => `${plural(count, 'critical finding is', 'critical findings are')} open`,
      criticalBody: 'Redact the values, or exclude findings that are not sensitive.',
      belowRequired: (count: number) =>
        `${plural(count, 'page is', 'pages are')} below ${count === 1 ? 'its' : 'their'} required level`,
      belowRequiredBody:
        'Their open findings require a more sensitive level. This counts all stored findings of the site.',
      openToAnyone: (count: number) =>
        `Anyone on the internet may view ${count === 1 ? '1 page' : `up to ${pages(count)}`} whose level forbids it or limits its viewers`,
      openToAnyoneBody:
        'Their spaces allow anonymous access. View restrictions may narrow it for pages that were not measured yet.',
      overExposed: (count: number) =>
        `More people can view ${pages(count)} than ${count === 1 ? 'its rule allows' : 'their rules allow'}`,
      overExposedBody: 'Change who can view the space, or restrict the pages.',
      exceptionEnding: (count: number) => `${plural(count, 'exception ends', 'exceptions end')} within 7 days`,
      exceptionEndingBody: 'Their pages then count as over their exposure rule again.',
      noLicense: 'The license of the app has ended',
      noLicenseBody:
        'Nothing can be changed until the license is renewed in Atlassian Administration. Everything can still be read, and nothing is deleted.',
      forbiddenNativeLevels: (count: number) =>
        `${plural(count, 'page has a level', 'pages have levels')} of Atlassian that your rules forbid`,
      forbiddenNativeLevelsBody: (at: string) => `The app keeps its own levels. As of the comparison of ${at}.`,
      outsideOfFile: (since: string, count: number) =>
        `Changed outside of the file since ${since}: ${plural(count, 'setting', 'settings')}`,
      outsideOfFileBody: 'Add the changes to the configuration file, or apply it again.',
      closedSpaces: (count: number) => `${plural(count, 'space is', 'spaces are')} closed to the app`,
      closedSpacesBody: (names: readonly string[], more: number) =>
        `A data security policy closes ${names.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}. The app can’t scan or classify pages there.`,
      refused: (name: string) => `The key “${name}” was refused`,
      refusedBody: (ago: string) => `Last refused ${ago}. A rule or script that uses it does not work.`,
      moreRefused: (count: number) => `${plural(count, 'more key was', 'more keys were')} refused`,
      moreRefusedBody: 'Rules and scripts that use them do not work.',
      uncheckedKeys: 'Some keys were not checked',
      uncheckedKeysBody: 'This page checks 100 keys. The details of each key show if it was refused.',
      expiring: (name: string, when: string) => `The key “${name}” expires ${when}`,
      expiringBody: 'Rotate it, so that the rules and scripts that use it keep working.',
      moreExpiring: (count: number) => `${plural(count, 'more key expires', 'more keys expire')} soon`,
      unclassified: (count: number, percent: string) =>
        `${plural(count, 'page has', 'pages have')} no level (${percent})`,
      unclassifiedBody: 'Set a default level, or classify the pages with a rule or an import.',
      outdated: (count: number) => `${plural(count, 'page needs', 'pages need')} a new scan`,
      outdatedBody: 'The detectors of their spaces changed since the last scan.',
      notScanned: (count: number) => `${plural(count, 'page was', 'pages were')} never scanned`,
      notScannedBody: 'Findings on them are not known.',
      notVisible: (count: number) => `The app can’t view ${pages(count)}`,
      notVisibleBody:
        'It can’t scan restricted pages. People who can edit a page can add the app to its restrictions. The list shows the pages that you can view.',
      accept: 'Accept',
      notAccepted: 'Not saved. Try again.',
      actions: {
        runs: 'View work',
        findings: 'Review findings',
        key: 'View key',
        keys: 'View keys',
        pages: 'View pages',
        scan: 'Scan pages',
        siteCheck: 'View site check',
        alerts: 'View alerts',
        spaces: 'View spaces',
        auditLog: 'View audit log',
        exposure: 'View exposure',
      },
      schedules: {
        'every-five-minutes': 'The check every five minutes',
        'hourly-scans': 'The hourly check for scans',
        'daily-reconciliation': 'The daily check of pages',
        'daily-key-expiry': 'The daily check of keys',
      } satisfies Record<Overview['schedules'][number]['name'], string>,
      severities: { problem: 'Problem', warning: 'Warning', task: 'Task' },
    },

    setup: {
      title: 'Set up Page Classification',
      progress: (done: number, all: number) => `${done} of ${all} done`,
      allDone: 'Setup is complete',
      hide: 'Hide checklist',
      show: 'Show setup checklist',
      done: 'Done',
      open: 'To do',
      mark: 'Mark as done',
      markOf: (title: string) => `Mark as done: ${title}`,
      unmark: 'Undo',
      unmarkOf: (title: string) => `Undo: ${title}`,
      failed: 'We couldn’t save the checklist',
      steps: {
        levels: {
          title: 'Review the levels',
          body: 'Rename, add or remove levels until they match your policy, or keep the four default levels.',
          action: 'Open levels',
        },
        'default-level': {
          title: 'Choose a default level',
          body: 'New pages get it automatically. You can also leave new pages without a level.',
          action: 'Open settings',
        },
        scan: {
          title: 'Scan your pages',
          body: 'Find out where sensitive data is. Scans change nothing on pages.',
          action: 'Start a scan',
        },
        access: {
          title: 'Automate with a rule or an API key',
          body: 'Rules classify pages without a key. Scripts need an API key.',
          action: 'See recipes',
          second: 'Open API keys',
        },
      } satisfies Record<SetupStep, { title: string; body: string; action: string; second?: string }>,
    },

    cards: {
      title: 'Key figures',
      classified: 'Pages with a level',
      ofPages: (count: number, all: number, isAtLeast: boolean) =>
        `${number(count)} of ${isAtLeast ? 'at least ' : ''}${pages(all)}`,
      atMost: (percent: string) => `≤ ${percent}`,
      atLeast: (percent: string) => `≥ ${percent}`,
      open: 'Open findings',
      openOf: (critical: number, high: number) => `${number(critical)} critical, ${number(high)} high`,
      scanned: 'Pages fully scanned',
      changed: 'Classified this week',
      changedOf: (found: number) => plural(found, 'new finding', 'new findings'),
      noPages: 'No pages yet',
    },

    empty: {
      title: 'No pages are counted yet',
      body: 'Numbers appear after Confluence has reported its pages, or after pages get a level or are scanned.',
      action: 'Scan pages',
      afterScan: 'Counting starts within five minutes after a scan starts. Refresh to see the numbers.',
      viewScans: 'View scans',
    },

    matrix: {
      title: 'Levels and findings',
      subtitle: 'Pages by level and most severe open finding',
      notCounted: 'Not counted yet. The app counts the pages with findings again, which takes a few minutes.',
      below: (count: number) =>
        `${plural(count, 'page is', 'pages are')} below ${count === 1 ? 'its' : 'their'} required level`,
      noneBelow: 'No page is below its required level',
      level: 'Level',
      rest: 'None',
      cell: (level: string, severity: string, count: number, below: number) =>
        `${level}, ${severity}: ${pages(count)}${below === 0 ? '' : `, ${number(below)} below the required level`}`,
      note: (below: number, unknown: number) =>
        `Each page counts once.${below === 0 ? '' : ' Highlighted: with pages below their required level.'}${unknown === 0 ? '' : ` None includes pages without a scan: ${number(unknown)} in the whole site.`}`,
    },

    levels: {
      title: 'Pages by level',
      chart: (text: string) => `Pages by level: ${text}`,
      columns: { level: 'Level', pages: 'Pages', share: 'Share' },
    },

    coverage: {
      title: 'Scan coverage',
      chart: (text: string) => `Scan coverage: ${text}`,
      kinds: {
        complete: 'Fully scanned',
        partial: 'Partly scanned',
        outdated: 'Out of date',
        notScanned: 'Not scanned',
        notVisible: 'Not visible to the app',
      },
      columns: { state: 'Last scan', pages: 'Pages', share: 'Share' },
    },

    trend: {
      title: 'Open findings',
      subtitle: 'By severity, last 90 days',
      byValue: 'Findings by value',
      chart: (from: string, to: string, first: string, last: string, missing: number) =>
        `Open findings from ${from} to ${to}: ${first} at first, ${last} at the end.${missing === 0 ? '' : ` Not counted on ${plural(missing, 'day', 'days')}.`}`,
      missing: (day: string) => `${day}: not counted`,
      notCounted: 'Not counted',
      short: 'The trend appears after two days.',
      columns: { day: 'Day (UTC)', all: 'All' },
      point: (day: string, all: number) => `${day}: ${findings(all)}`,
    },

    spaces: {
      title: 'Spaces',
      subtitle: 'Levels, open findings and scan coverage by space',
      caption: 'Numbers by space',
      columns: {
        space: 'Space',
        pages: 'Pages',
        levels: 'Levels',
        unclassified: 'No level',
        open: 'Open findings',
        severe: 'Critical and high',
        scanned: 'Fully scanned',
      },
      other: (count: number) => `Other spaces (${count.toLocaleString()})`,
      otherNote: 'Spaces that you can’t view, and small spaces at the end of a long list.',
      total: 'Site',
      barOf: (name: string, text: string) => `${name}: ${text}`,
      legend: 'Colors',
    },

    raiseDialog: {
      title: 'Raise levels to the required ones',
      offer: 'One job raises all pages and blog posts of the site that are below their required level.',
      open: 'Raise levels…',
      question: (count: number | undefined) =>
        `The rules require a more sensitive level for ${count === undefined ? 'these pages' : pages(count)} of the site, also for pages that you can’t view. The app raises those that it can view, from the stored findings, and scans no page. Blog posts below their required level are raised, too. Levels are never lowered.`,
      undoNote: 'You can undo it. While a rule still requires a level, a page keeps it, so change the rule first.',
      submitNow: 'Raise levels',
      failed: 'We couldn’t raise the levels',
      setting: (progress: string) => `Raising levels: ${progress}`,
      continues: 'You can close this dialog. The work continues, and Background work shows it.',
      done: 'Levels raised',
      undone: 'Levels restored',
      changed: (count: number) => `${plural(count, 'page has its', 'pages have their')} required level now.`,
      cleared: (count: number) => `${plural(count, 'page has its', 'pages have their')} previous level again.`,
      skipped: (count: number) =>
        `${plural(count, 'page', 'pages')} skipped: changed in the meantime, or excluded by a label.`,
      undoReason: 'Reason to restore the previous levels',
    },

    week: {
      title: 'Last seven days',
      names: {
        classified: 'Pages classified',
        raised: 'Levels raised',
        lowered: 'Levels lowered',
        cleared: 'Levels cleared',
        found: 'Findings found',
        resolved: 'Findings resolved',
      },
    },

    work: {
      title: 'Background work',
      none: 'No work is running.',
      running: (count: number) => `${number(count)} running`,
      waiting: (count: number) => `${number(count)} waiting`,
      kinds: { job: 'Jobs', scan: 'Scans', redaction: 'Redactions' },
      columns: { work: 'Work', lastRun: 'Last run', state: 'State' },
      schedules: 'Scheduled work',
      never: 'Never',
      late: 'Late',
      onTime: 'On time',
      notYet: 'Not run yet',
      view: 'View background work',
    },

    about: {
      title: 'About these numbers',
      body: 'Confluence reports the number of its pages each night; the app adds restricted pages that it knows but can’t view. Levels, scans and findings are counted a few minutes after each change. Open findings include those that an exclusion for a label covers, because only Confluence knows the labels of a page.',
      check: (ago: string, count: number) => `The last nightly check ended ${ago} and compared ${pages(count)}.`,
      right: 'All numbers were right.',
      repaired: (count: number) => `It repaired the numbers of ${plural(count, 'page or space', 'pages or spaces')}.`,
      noCheck: 'The first nightly check has not ended yet.',
    },
  },
} as const;
