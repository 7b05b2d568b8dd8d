import type { OverReason, Verdict } from '../../../../src/exposure/audience';
import { boundsInWords, countOf, PUBLIC_LINKS, REASON_NAMES, ruleInWords } from '../../../../src/exposure/words';

const pages = (count: number) => countOf(count, 'page', 'pages');
const spaces = (count: number) => countOf(count, 'space', 'spaces');

/** The texts about who can view pages. */
export const exposureTexts = {
  exposure: {
    title: 'Exposure',
    intro:
      'Who can view the pages of each level, compared with the rule of the level. The app only reports. It changes no access.',
    subtitle: 'Pages by level, and whether more people can view them than the rule allows',
    byLevel: 'Pages by level and verdict',
    failed: 'We couldn’t load the exposure',
    open: (count: number) => `Up to ${pages(count)} in spaces that anyone on the internet can view`,
    noRules: 'No level has a rule. Add one to see which pages too many people can view.',
    setRules: 'Set rules',
    level: 'Level',
    verdicts: { over: 'Over the rule', within: 'Within', unknown: 'Not known' } satisfies Record<Verdict, string>,
    cell: (level: string, verdict: string, count: number) => `${level}, ${verdict}: ${pages(count)}`,
    /** Pages that were not measured yet may also be over the rule. */
    upTo: (over: number, more: number) =>
      more === 0
        ? over.toLocaleString()
        : `${over === 0 ? '' : `${over.toLocaleString()}, `}up to ${(over + more).toLocaleString()}`,
    measured: (measured: number, all: number) => `${measured.toLocaleString()} of ${spaces(all)} measured`,
    asOf: (oldest: string) => `As of ${oldest}`,
    notMeasured: 'What is not measured',
    excepted: (count: number) => `${pages(count)} over the rule ${count === 1 ? 'has' : 'have'} an exception.`,
    publicLinks: `${PUBLIC_LINKS} They ignore view restrictions. Check them in Confluence: Settings, Global permissions, Public links.`,
    guard: (levels: readonly string[]) =>
      `Atlassian Guard can forbid public links for ${levels.join(', ')}. Ask an organization admin.`,
    missing:
      'Your site does not let the app read all facts about access, so some pages stay “Not known”. See the site check.',

    spaces: {
      title: 'Spaces',
      caption: 'Spaces with pages whose level has a rule',
      space: 'Space',
      who: 'Who can view the space',
      checked: 'Measured',
      never: 'Not measured yet',
      anyone: 'Anyone on the internet',
      allUsers: 'All Confluence users',
      people: boundsInWords,
      closed: 'Closed to apps',
      cell: (over: string, unknown: number) =>
        unknown === 0 ? over : `${over}, ${unknown.toLocaleString()} not known`,
      more: (count: number) =>
        `The numbers above also include ${spaces(count)} that you can’t view, or that this table has no room for.`,
      refresh: 'Measure again',
      refreshNamed: (name: string) => `Measure again: ${name}`,
      none: 'No space has a page whose level has a rule.',
    },

    list: {
      title: 'Pages by risk',
      intro: 'Pages that you can view, the highest risk first: by level, audience and open findings.',
      failed: 'We couldn’t load the pages',
      none: 'No pages match',
      noneBody: 'Pages are listed when they are measured and their space alone does not keep the rule.',
      noneSoFar: 'No matching pages so far.',
      more: 'Show more',
      clear: 'Clear filters',
      verdict: 'Verdict',
      reason: 'Reason',
      anyReason: 'Any reason',
      anyLevel: 'Any level',
      reasons: REASON_NAMES satisfies Readonly<Record<OverReason, string>>,
      cause: (space: string, shown: number) => `${space}: ${pages(shown)}`,
      since: (ago: string) => `Over since ${ago}`,
      excepted: (until: string, reason: string) => `Exception until ${until}: ${reason}`,
      actions: (title: string) => `Actions for ${title}`,
      refresh: 'Measure again',
      except: 'Add exception',
      marked: 'Measured again soon',
      markedBody: 'The new result appears within some minutes.',
      notMarked: 'We couldn’t start the measurement',
      export: 'Export CSV',
      exportName: (day: string) => `exposure-${day}.csv`,
      exportUnreadable: (count: number) => `${pages(count)} could not be read.`,
    },

    exceptions: {
      title: 'Exceptions',
      intro:
        'Pages and spaces that may be over the rule until a day. Lists show them with their reason, and alerts skip them.',
      none: 'No exceptions. Add one from the list of pages.',
      what: 'Page or space',
      ofSpace: (space: string) => `All pages of ${space}`,
      others: (count: number) =>
        `${countOf(count, 'more exception is', 'more exceptions are')} for pages or spaces that you can’t view.`,
      until: 'Until',
      reason: 'Reason',
      end: 'End',
      endNamed: (what: string) => `End exception: ${what}`,
      failed: 'The exception was not ended',
      saved: 'Exception added',
      dialog: 'Add exception',
      of: 'Exception for',
      ofPage: (title: string) => `Only “${title}”`,
      ofLevel: (level: string, space: string) => `All pages with the level ${level} in ${space}`,
      untilHelp: 'At most a year from today.',
      reasonHelp: 'Admins and the audit log show it.',
      chooseDay: 'Choose a day.',
      tooShort: 'Enter at least 3 characters.',
    },

    rules: {
      title: 'Exposure rules',
      intro: 'Who may view the pages of each level. The app reports pages over the rule, and restricts nothing.',
      edit: 'Edit exposure rules',
      propose: 'Use proposed rules',
      proposed: 'These are the proposed rules. They apply until you change them.',
      none: 'No rule',
      inWords: ruleInWords,
      people: 'Most people',
      peopleHelp: 'Empty: any number.',
      wrongPeople: 'Enter a whole number from 1 to 1,000,000, or nothing.',
      forbidden: 'Not allowed',
      kinds: {
        guests: 'Guests',
        unlicensed: 'People who are logged in without a license',
        anonymous: 'Anyone on the internet',
      },
      groups: {
        chosen: (level: string) => `Allowed groups: ${level}`,
        search: (level: string) => `Search groups: ${level}`,
        any: 'No group selected: the rule does not depend on groups.',
        only: 'Only members of these groups may view the pages. Confluence shows you their names now. The app stores ids only.',
        found: (level: string) => `Groups found: ${level}`,
        none: 'No groups found.',
        failed: 'Confluence didn’t show you groups.',
        remove: (group: string, level: string) => `Remove ${group}: ${level}`,
        most: (count: number) => `A rule can have at most ${count} groups.`,
      },
      conflict: 'Another admin changed the rules or exceptions',
      saved: 'Exposure rules saved',
      savedBody: 'Measured pages are compared with them in the background.',
    },
  },
} as const;
