import type { ProbeName, ProbeSection, ProbeSource } from '../../../../src/capabilities/answers';
import type { ApiOnSite } from '../../../../src/site-check/api-on-site';

/** The texts of the site check. docs/site-check.md describes the page. */

interface ProbeTexts {
  readonly name: string;
  /** The meaning of the answer “works”. */
  readonly works: string;
  /** The behavior of the app if it does not work. */
  readonly fails: string;
  /** The label of the answer “fails”, if nothing is broken then. */
  readonly absent?: string;
  /** The solution. Omitted: nothing is necessary. */
  readonly cure?: string;
  /** The work that answers it. Only for probes that the normal work answers. */
  readonly answeredBy?: string;
  /** Why a check could not answer it, by the detail of the answer. */
  readonly notKnown?: Readonly<Record<string, string>>;
  /** Only for probes that a person answers. */
  readonly question?: string;
}

const SHARE =
  'Share the app: in development, the platform may let it act only for its contributors. Approve its access when Confluence asks you. Then check again.';
const REPORT = 'Report it to the people who run the app, with this page as a printout.';
const READ_ON = 'Follow the notes on automation rules in the deployment guide.';

/** A frame without its bridge cannot report anything, so the row says how to open the frame. */
const frameBridge = (frame: string, opening: string): ProbeTexts => ({
  name: `Frame: ${frame}`,
  works: 'The frame has called the app.',
  fails: 'The frame shows no content.',
  cure: REPORT,
  answeredBy: `${opening} If the row doesn’t change, the frame has no connection to the app. ${REPORT}`,
});

export const PROBE_TEXTS: Readonly<Record<ProbeName, ProbeTexts>> = {
  'act-as-person.resolver': {
    name: 'Act as you',
    works: 'The admin area and the frames on pages read pages as the person who uses them.',
    fails:
      'The app asks Confluence for the permissions of the person instead, and can’t see pages that are closed to the app. Redactions wait.',
    cure: SHARE,
  },
  'act-as-person.web-trigger': {
    name: 'Act as the creator of an API key',
    works: 'API requests read pages as the creator of the key.',
    fails:
      'API requests ask Confluence for the permissions of the creator instead, and can’t see pages that are closed to the app.',
    cure: SHARE,
    answeredBy: 'The first API request for a page answers it.',
  },
  'act-as-person.consumer': {
    name: 'Act as a person in the background',
    works: 'Jobs, scans and redactions run with the permissions of the person who started them.',
    fails:
      'Jobs and scans ask Confluence for the permissions of the person instead. Redactions wait, and Background work shows the reason.',
    cure: SHARE,
  },
  'act-as-person.schedule': {
    name: 'Act as a person on a schedule',
    works: 'A scheduled trigger can act as a person.',
    fails: 'Scheduled work runs as the app. Nothing else depends on it.',
  },
  'act-as-person.other-people': {
    name: 'Act as people who aren’t admins',
    works: 'The app acts as people who aren’t site admins.',
    fails: 'These people see only the pages whose permissions the app can check.',
    cure: SHARE,
    answeredBy: 'The home page of the app answers it, once a person who isn’t a site admin opens it.',
  },

  'permission-check': {
    name: 'Check the permissions of another person',
    works: 'The app can ask Confluence what a person may do with a page.',
    fails: 'Where the app can’t act as the person either, it refuses access.',
    cure: 'If acting as a person fails too, give the user of the app the Confluence administrator permission, and check again.',
  },
  'permission-check-refusal': {
    name: 'A missing page is not allowed',
    works: 'The permission check for a page that doesn’t exist is a clear no.',
    fails: 'The app treats the answer as no. A page that doesn’t exist may cause an error instead of “not found”.',
    cure: REPORT,
  },
  'permission-check-anonymous': {
    name: 'Check the permissions of people without a login',
    works: 'The app can ask Confluence what anonymous viewers see.',
    fails: 'People without a login see no level in the popup.',
  },
  'app-sees-spaces': {
    name: 'The app sees your spaces',
    works: 'The app sees every space that you see.',
    fails: 'Pages in the other spaces aren’t scanned on their events, mirrored or compared daily.',
    cure: 'Give the app access to these spaces in their permissions, if their pages need a level.',
  },
  'admin-check': {
    name: 'Recognize site admins',
    works: 'Confluence reports who is a site admin.',
    fails:
      'The app asks in the name of the person. API keys and background work need “act as a person”, and without it they are refused.',
  },
  'admin-area-closed': {
    name: 'Only site admins see this area',
    works: 'Confluence shows the admin area only to site admins.',
    fails: 'Other people can open the address. Each operation refuses them, and the page says whom to ask.',
    question:
      'Ask someone who isn’t a site admin to look for Page Classification under Apps. Is the administration hidden?',
  },

  'storage-read-write': {
    name: 'Read what was written',
    works: 'Storage returns a row directly after the write.',
    fails: 'API requests and changes fail with an error, and change nothing.',
    cure: 'Check Atlassian’s status page, and check again later.',
  },
  'storage-only-if-absent': {
    name: 'Create a row only once',
    works: 'Storage refuses to create a row that exists, with a known error.',
    fails:
      'After a refused write, the app reads the row to find out if it exists. If storage doesn’t refuse the write (not-refused), the first writes of a row can overwrite each other.',
    cure: REPORT,
  },
  'storage-condition': {
    name: 'Recognize a conflict',
    works: 'The app recognizes a write that lost against another one.',
    fails:
      'After a refused write, the app reads the rows again: if one has changed, it tries again. If storage doesn’t refuse the write (not-refused), changes at the same time can overwrite each other.',
    cure: REPORT,
  },
  'storage-not-exists': {
    name: 'Write only if a row is absent',
    works: 'A condition can require that a row doesn’t exist.',
    fails: 'The app creates an empty row first, and then writes with a condition on it.',
  },
  'storage-index': {
    name: 'See a new row in an index',
    works: 'Lists show a row directly after the write.',
    fails: 'Lists show new rows a few seconds late. Decisions don’t use lists.',
  },
  'storage-batch': {
    name: 'See a new row among others',
    works: 'A read of several rows returns a row directly after the write.',
    fails: 'Lists and overviews can be a moment late. Decisions read each row by itself.',
  },
  'storage-parallel': {
    name: 'Check a row at the same time',
    works: 'Writes that check the same row at the same time don’t disturb each other.',
    fails: 'Storage refuses some of these writes, and the app tries them again after a short pause.',
  },
  'storage-expiry': {
    name: 'Expired rows disappear',
    works: 'Storage no longer returns a row that has expired.',
    fails: 'Expired rows stay readable for a while. The app checks every expiry itself.',
  },

  queue: {
    name: 'Background events arrive',
    works: 'Queue events of the app arrive at once.',
    fails: 'Jobs, scans and redactions start late or not at all. The five-minute schedule starts them again.',
    cure: 'Check Atlassian’s status page, and check again later.',
  },
  'queue-delay': {
    name: 'Delayed events arrive',
    works: 'An event with a delay of one minute arrives in time.',
    fails: 'Pauses of background work take longer.',
  },
  'page-events': {
    name: 'Page events arrive',
    works: 'The app receives events for changed pages within minutes.',
    fails: 'Automatic scans and mirrored levels are late. The daily comparison finds missed changes.',
    cure: 'Wait for the daily comparison, or start Update all pages in the settings.',
    answeredBy: 'The next change of a page answers it.',
  },
  'installed-event': {
    name: 'The installation was reported',
    works: 'Confluence reported the installation to the app.',
    fails: 'The app creates its default levels at the first use instead.',
    answeredBy: 'The installation or an upgrade answers it.',
  },
  'schedule.every-five-minutes': {
    name: 'Five-minute schedule',
    works: 'The schedule runs in time.',
    fails: 'Stopped work isn’t started again, and counters are out of date.',
    cure: 'Check Atlassian’s status page. Redeploy the app if the schedule doesn’t start again.',
    answeredBy: 'The schedule answers it.',
  },
  'schedule.hourly-scans': {
    name: 'Hourly scans',
    works: 'The schedule runs in time.',
    fails: 'Scheduled scans don’t start. You can start them on the Scans page.',
    cure: 'Check Atlassian’s status page. Redeploy the app if the schedule doesn’t start again.',
    answeredBy: 'The schedule answers it.',
  },
  'schedule.daily-reconciliation': {
    name: 'Daily comparison',
    works: 'The schedule runs in time.',
    fails: 'Changes that the app missed stay unnoticed.',
    cure: 'Check Atlassian’s status page. Redeploy the app if the schedule doesn’t start again.',
    answeredBy: 'The schedule answers it.',
  },
  'schedule.daily-key-expiry': {
    name: 'Daily check of keys',
    works: 'The schedule runs in time.',
    fails: 'The audit log doesn’t record that keys expire. Expired keys are refused all the same.',
    cure: 'Check Atlassian’s status page. Redeploy the app if the schedule doesn’t start again.',
    answeredBy: 'The schedule answers it.',
  },

  'web-head': {
    name: 'HEAD requests arrive',
    works: 'API clients can send HEAD.',
    fails: 'The platform answers or changes HEAD requests. Clients use GET instead.',
  },
  'web-options': {
    name: 'OPTIONS requests arrive',
    works: 'OPTIONS returns the methods of a route.',
    fails: 'The platform answers OPTIONS requests itself. The OpenAPI document has the methods.',
  },
  'web-encoded-path': {
    name: 'Encoded paths arrive unchanged',
    works: 'The path of a request arrives percent-encoded, as it was sent.',
    fails: 'The path arrives decoded. IDs contain no encoded characters, so no operation depends on it.',
  },
  'web-header-names': {
    name: 'Headers arrive',
    works: 'Headers arrive. The app ignores the case of their names.',
    fails: 'The platform removes unknown headers. API keys that are sent in x-api-key may not arrive.',
    cure: REPORT,
  },

  'web-304': {
    name: 'Status 304 reaches clients',
    works: 'Reads with If-None-Match return 304 if nothing has changed.',
    fails: 'The platform replaces the status 304. Reads with If-None-Match return 200 and all data.',
  },

  'frame-clipboard': {
    name: 'Copy buttons',
    works: 'Copy buttons write to the clipboard.',
    fails: 'A copy button selects the text. Copy it with the keyboard.',
  },
  'frame-download': {
    name: 'Downloads',
    works: 'Exports arrive as files.',
    fails: 'Exports don’t arrive. The export of the audit log also shows a link.',
    question: 'Did a file named site-check.json arrive?',
  },
  'frame-history': {
    name: 'Addresses of pages',
    works: 'Each page of the admin area has its own address.',
    fails: 'Pages open, but have no address. Back leaves the admin area.',
  },
  'frame-context': {
    name: 'Facts about the site',
    works: 'Confluence gives the admin area its language, time zone and theme.',
    fails: 'The admin area uses the language and the time zone of the browser.',
  },
  'frame-theme': {
    name: 'Light and dark theme',
    works: 'The admin area has the theme of Confluence.',
    fails: 'The admin area keeps the colors of the browser.',
  },
  'frame-security-policy': {
    name: 'Content security policy',
    works: 'The browser reported no violation.',
    fails: 'The browser blocked a part of the page. The page may look or behave differently.',
    cure: REPORT,
  },

  'byline-arguments': {
    name: 'Calls for the byline',
    works: 'The call for a byline names its page.',
    fails: 'Bylines show a neutral text.',
    cure: REPORT,
    answeredBy: 'The first view of a page with a byline answers it.',
  },
  'export-arguments': {
    name: 'Calls for exported macros',
    works: 'The call for an exported macro names its page.',
    fails: 'Exported pages show a neutral text in place of the macro.',
    cure: REPORT,
    answeredBy: 'The first export of a page with a macro of the app answers it.',
  },
  'action-arguments': {
    name: 'Calls of actions',
    works: 'The call of an action has its inputs in a known place.',
    fails: 'The action asks for the missing input and changes nothing.',
    cure: REPORT,
    answeredBy: 'The first call of an action answers it.',
  },
  'action-person': {
    name: 'Actions name their person',
    works: 'The call of an action names the person that it acts for.',
    fails: 'Every action is refused. Use API keys in automation rules instead.',
    cure: 'In a rule, select a user for the connection of the action.',
    answeredBy: 'The first call of an action answers it.',
  },
  'space-id': {
    name: 'Pages of spaces know their space',
    works: 'The page and the settings of a space get the ID of their space.',
    fails: 'They show that the space can’t be found.',
    cure: 'Use the settings of the admin area instead.',
    answeredBy: 'The first visit of the app in a space answers it.',
  },
  'frame-bridge.popup': frameBridge('popup of a page', 'Open the popup of a page.'),
  'frame-bridge.banner': frameBridge('banner', 'Open a page with a banner.'),
  'frame-bridge.history': frameBridge('classification history', 'Open the classification history of a page.'),
  'frame-bridge.below': frameBridge(
    'classify a page and everything below it',
    'Open “Classify this page and everything below it”.',
  ),
  'frame-bridge.selection': frameBridge('menu of selected text', 'Select text on a page, and open “Not sensitive”.'),
  'frame-bridge.level': frameBridge('level macro', 'Open a page with the macro.'),
  'frame-bridge.report': frameBridge('report macro', 'Open a page with the macro.'),
  'frame-bridge.config': frameBridge('configuration of the report macro', 'Edit a report macro.'),
  'frame-bridge.space': frameBridge('page of a space', 'Open “Classification” in a space.'),
  'frame-bridge.space-settings': frameBridge(
    'settings of a space',
    'Open “Classification” in the settings of a space.',
  ),
  'frame-bridge.home': frameBridge('home page', 'Open “Page Classification” in “Apps”.'),
  'frame-bridge.action': frameBridge('form of an action', 'Open an action of the app in a rule.'),
  'space-access-event': {
    name: 'Events of space permissions',
    works: 'Confluence reports new permissions of a space, and the app measures it again.',
    fails: 'The app measures each space again after a day, or after a week in the old permission model.',
    answeredBy: 'A change of the permissions of a space answers it.',
  },
  'restriction-event-when-hidden': {
    name: 'Events of restrictions that hide a page from the app',
    works:
      'Confluence reports a restriction also if it hides the page from the app, and the app measures the page again.',
    fails: 'The app notices such a restriction when it measures the page again, in seven days at most.',
    answeredBy:
      'A restriction that hides a page from the app answers it, if Confluence reports it. The app can’t find out that an event is missing.',
  },
  'search-restrictions': {
    name: 'Search for restrictions',
    works: 'A search returns the restrictions of 25 pages and of the pages above them.',
    fails: 'Exposure is unknown for pages whose space alone breaks the rule of their level.',
    notKnown: { 'no-page': 'Not known on this site: the app sees no page.' },
  },
  'group-size': {
    name: 'Sizes of groups',
    works: 'Confluence returns how many members a group has. The app can’t find out if deactivated accounts count.',
    fails: 'Exposure is unknown where a rule limits the number of people and a group can view the page.',
    notKnown: { 'no-group': 'Not known on this site: it has no group.' },
  },
  'search-user-total': {
    name: 'Number of people on the site',
    works: 'Confluence returns how many people use the site.',
    fails: 'Exposure is unknown where a rule limits the number of people and all users can view the page.',
  },
  'role-assignments-old-model': {
    name: 'Role assignments before roles are on',
    works: 'Confluence returns no role assignments in the old permission model, and the app reads the permissions.',
    fails: 'The app reads the permissions all the same, and ignores role assignments until roles are on.',
    notKnown: {
      'roles-on': 'Not known on this site: roles are on.',
      'no-mode': 'Not known on this site: Confluence does not say if roles are on.',
      'no-space': 'Not known on this site: the app sees no space.',
    },
  },
  'anonymous-in-permissions': {
    name: 'Public spaces in the old permission model',
    works: 'The permissions of a public space show that anyone can view it.',
    fails:
      'The app asks the permission check about people without a login. Where that is refused too, exposure is unknown if a rule forbids access by anyone.',
    answeredBy: 'The measurement of a public space answers it, if the site has the old permission model.',
  },
  'anonymous-request': {
    name: 'Requests without a login',
    works: 'Confluence answers the app without a login. No work depends on it.',
    fails: 'No work depends on it. Public links stay not measured.',
    absent: 'Not possible on this site',
    notKnown: { 'not-public': 'Not known on this site: Confluence shows nothing to people without a login.' },
  },
  'permission-check-group': {
    name: 'Permission check for groups',
    works: 'The app can ask what a group can view. It compares ten measured pages a day.',
    fails: 'Measured exposure isn’t compared with Confluence’s own answer.',
    absent: 'Not possible on this site',
    answeredBy: 'The measurement of pages answers it, once levels have exposure rules.',
  },
  'exposure-check': {
    name: 'Measured exposure',
    works: 'Confluence’s own permission check agrees with what the app measured.',
    fails: 'Confluence’s own permission check contradicts what the app measured. The audit log has the pages.',
    cure: 'Compare the permissions of these pages in Confluence, and report the difference to the people who run the app.',
    answeredBy: 'The measurement of pages answers it, once levels have exposure rules.',
  },
  'app-property': {
    name: 'Properties of the app',
    works: 'The app can write its own properties, which show and hide its frames.',
    fails: 'The switches for bylines and banners have no effect.',
    cure: REPORT,
  },
  'search-alias': {
    name: 'Search for levels',
    works: 'Confluence search knows the fields of the app.',
    fails: 'A search for pages by level fails. The lists of the app still work.',
    cure: 'Deploy the app again. If another app uses the same names, replace the prefix as the deployment guide says.',
  },
  'search-total': {
    name: 'Search reports totals',
    works: 'Confluence reports how many pages a search finds.',
    fails: 'A scan by search shows no percentage and no time left.',
  },
  'native-levels': {
    name: 'Atlassian’s own levels',
    works: 'This site has levels of Atlassian Guard. You can import and mirror them.',
    fails: 'This site has no levels of Atlassian Guard. The app uses only its own.',
    absent: 'Not on this site',
  },
  'data-policies': {
    name: 'No space is closed to the app',
    works: 'No data security policy closes a space to the app.',
    fails: 'A policy closes spaces to the app. Their pages aren’t scanned or mirrored.',
    cure: 'Allow the app in the data security policy in Atlassian Administration, if these pages need a level.',
  },
  'attachment-download': {
    name: 'Files of attachments',
    works: 'The app can download attached files. If you turn it on, their text is scanned.',
    fails: 'The app can’t download attached files. Pages with files are scanned in part, and say so.',
  },
  'personal-data-report': {
    name: 'Report of personal data',
    works: 'The app can ask Atlassian which accounts were closed.',
    fails: 'The data of closed accounts isn’t erased automatically. Site admins can erase it.',
    cure: 'Check that the app has the scope report:personal-data, and approve it.',
  },
  license: {
    name: 'License',
    works: 'The app has an active license.',
    fails: 'Everything can be read, and nothing can be changed. Nothing is deleted.',
    cure: 'The code “ended” means that the license is no longer active. The code “none” means that the site has no license. Check the subscription of the app in Atlassian Administration.',
    answeredBy: 'A scheduled trigger asks Atlassian for it. A site where the app is not sold has none.',
  },
  'byline-property': {
    name: 'Bylines show the level',
    works: 'The byline of a page shows its level.',
    fails: 'Bylines show their default text.',
    question: 'Open a page with a level. Does its byline show the level?',
  },
  'search-older-pages': {
    name: 'Search finds older pages',
    works: 'Search finds pages whose level was set before the app was last deployed.',
    fails: 'Search misses these pages until their level is written again.',
    cure: 'Start Update all pages in the settings.',
    question:
      'Search with a level in an advanced search. Does it find pages that already had this level before the last deployment?',
  },
  'action-form': {
    name: 'Forms of actions',
    works: 'The form of an action in a rule shows its stored inputs and its errors.',
    fails: 'The form shows an error and changes nothing.',
    cure: 'Use a web request with an API key in the rule instead.',
    question: 'Add an action of the app to a rule, save it and open it again. Does the form show your inputs?',
  },
  'agent-actions': {
    name: 'Agents only read and propose',
    works: 'Agents and MCP clients list only actions that read or propose.',
    fails: 'An agent can also set levels, as the person who uses it and with this person’s permissions.',
    question: 'Ask a Rovo agent which actions of the app it can use. Are they only actions that read or propose?',
  },

  'rule-editor-names': {
    name: 'Names in the rule editor',
    works: 'The rule editor has the names of triggers, conditions, branches and fields that the recipes use.',
    fails: 'The steps of the recipes have other names in your editor.',
    cure: READ_ON,
    question: 'Open a recipe and the rule editor. Does the editor have the names that the recipe uses?',
  },
  'rule-headers': {
    name: 'Headers and body of a web request',
    works: 'A rule sends the headers and the body as you entered them.',
    fails: 'A rule replaces the Content-Type. The app also accepts application/json.',
    question: 'Run a recipe. Does the audit log of the rule show a success?',
  },
  'rule-if-none-match': {
    name: 'Only pages without a level',
    works: 'The condition If-None-Match reaches the app.',
    fails: 'Pages that already have a level get the new one. The allowed levels of the key still apply.',
    cure: 'Limit the key to unclassified pages.',
    question: 'Run a recipe for pages without a level on a page that has one. Does the page keep its level?',
  },
  'rule-page-id': {
    name: 'The ID of the page',
    works: 'The smart value {{page.id}} is only the ID.',
    fails: 'The API refuses the request with 400 and changes nothing.',
    cure: READ_ON,
    question: 'Run a recipe for a changed page. Does the page get its level?',
  },
  'rule-branch-page-id': {
    name: 'The ID of the page in a branch',
    works: '{{page.id}} has a value inside the branch “For each CQL”.',
    fails: 'The API refuses the request with 400 and changes nothing.',
    cure: 'Use {{content.id}} instead.',
    question: 'Run a recipe with a branch. Do the pages get their level?',
  },
  'rule-label-condition': {
    name: 'A condition on a new label',
    works: 'A CQL condition finds a label that was just added.',
    fails: 'The rule takes the other branch.',
    cure: 'Use the label trigger of the recipe instead of the condition.',
    question: 'Add a label to a page with such a rule. Does the rule take the branch for this label?',
  },
  'rule-continues': {
    name: 'A rule continues after a refusal',
    works: 'A rule continues after a response with an error, so that its condition runs.',
    fails: 'The rule ends with the error, and its next steps don’t run.',
    cure: 'Check the audit log of the rule.',
    question: 'Run a recipe with a revoked key. Does the rule continue with its condition?',
  },
  'rule-response-values': {
    name: 'The response in a rule',
    works: 'The status of the response is {{webResponse.status}}.',
    fails: 'The condition on the status is never true.',
    cure: 'Use {{webhookResponse.status}} instead.',
    question: 'Run a recipe with a condition on the status. Is the condition true?',
  },
  'rule-smart-values': {
    name: 'The outputs of actions',
    works: 'Outputs have the names of the guide, for example {{getPageclassLevel.levelName}}.',
    fails: 'The smart value is empty.',
    cure: 'Use the names that the rule editor shows.',
    question: 'Add the action Get level to a rule. Does the editor show these names?',
  },
};

const NAMES: Readonly<Record<ProbeSection, string>> = {
  people: 'Acting as a person',
  rights: 'Rights of the app',
  storage: 'Storage',
  events: 'Events and schedules',
  web: 'API requests',
  frame: 'This page in your browser',
  exposure: 'Exposure',
  surfaces: 'Pages, search and Atlassian services',
  rules: 'Automation rules',
};

/** The first line of the page, and what follows from it. */
export const API_TEXTS: Readonly<Record<ApiOnSite | 'computed', readonly [line: string, note: string]>> = {
  works: ['The API works here.', 'The app acts as the creator of each key.'],
  'works-so-far': [
    'The API works here for the creators of the keys used so far.',
    'The answer for other people arrives once someone who isn’t a site admin opens the home page of the app.',
  ],
  'checks-permissions': [
    'The API works here for pages that the app can see.',
    'The app can’t act as each creator of a key, so it asks Confluence for their permissions. Pages that are closed to the app aren’t found, and redactions wait.',
  ],
  'contributors-only': [
    'The API works here only for people who develop the app, because the app isn’t shared.',
    'Share the app, and check again. Keys of other people get 422 CANNOT_ACT_AS_PERSON.',
  ],
  refused: [
    'The API doesn’t work here, because Confluence lets the app neither act as the creator of a key nor check their permissions.',
    'Requests for one page get 422 CANNOT_ACT_AS_PERSON, and lists are empty. The popup, the pages of the app and the actions work, because the person is present.',
  ],
  computed: [
    'The API works here for single pages, with computed permissions.',
    'Pages with an uncertain part get 422 CANNOT_ACT_AS_PERSON. Lists are empty, and jobs wait.',
  ],
  unknown: [
    'It isn’t known yet if the API works here.',
    'Check this site, and then set the level of a page with an API key.',
  ],
};

export const siteCheckTexts = {
  title: 'Site check',
  intro:
    'Shows what works on this site, and what the app does where something doesn’t. Check it after each deployment.',
  failed: 'We couldn’t load the site check',
  notUpdated: 'We couldn’t update the answers',
  check: 'Check this site',
  notStarted: 'We couldn’t start the check',
  print: 'Print',
  sections: NAMES,
  states: { works: 'Works', fails: 'Doesn’t work', 'not-tried': 'Not tried here' },
  summary: (works: number, fails: number, untried: number) =>
    `${works} work, ${fails === 1 ? '1 doesn’t' : `${fails} don’t`}, ${untried} not tried here`,
  sectionSummary: (fails: number, untried: number) =>
    [
      ...(fails > 0 ? [`${fails} ${fails === 1 ? 'doesn’t work' : 'don’t work'}`] : []),
      ...(untried > 0 ? [`${untried} not tried here`] : []),
    ].join(', ') || 'All work',
  columns: { probe: 'Probe', answer: 'Answer', meaning: 'Meaning' },
  problems: (count: number) => (count === 1 ? '1 probe needs your attention' : `${count} probes need your attention`),
  never: 'This site hasn’t been checked yet',
  neverBody:
    'The check takes about a minute. It reads a few pages as you and as the app, and writes rows that it deletes again. It changes no page, and stores no IDs of people or pages.',
  running: 'The check is running',
  runningBody: 'You can leave the page.',
  progress: (done: number, total: number) => `${done} of ${total} answers`,
  pending: 'Waiting for the answer',
  pendingNote: (count: number) =>
    `${count === 1 ? '1 answer needs' : `${count} answers need`} an event or a schedule, which can take up to a day. You can leave the page.`,
  lastCheck: (ago: string) => `Last check: ${ago}`,
  wait: (moment: string) =>
    `You can check again from ${moment}. A check uses calls to Confluence and storage that API requests need too, so ten minutes must pass between two checks.`,
  ofSite: (host: string) => `Site: ${host}`,
  printed: (moment: string) => `Printed: ${moment}`,
  version: (version: string) => `Version ${version}`,
  otherVersion: (version: string) => `Answered by version ${version}`,
  since: (moment: string) => `Since ${moment}`,
  ifItFails: (fails: string) => `If it doesn’t work: ${fails}`,
  nothingToDo: 'You don’t need to do anything.',
  notRecorded: 'We couldn’t save the answers',
  answeredBy: {
    check: '“Check this site” answers it.',
    work: 'The normal work of the app answers it.',
    web: 'The commands above answer it.',
    frame: '“Try this page” answers it.',
    person: 'Only you can see the answer.',
  } satisfies Record<ProbeSource, string>,
  computed: {
    title: 'Computed permissions',
    intro:
      'The app can compute what the creator of a key may do with one page, from roles, groups and restrictions. It reads them for each request, and gives no page if anything is uncertain. Lists and jobs don’t use it.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
    failed: (isOn: boolean) => `We couldn’t turn ${isOn ? 'on' : 'off'} computed permissions`,
    counts: (allowed: number, refused: number, since: string) =>
      `On since ${since}. Requests with a page: ${allowed}. Requests without one: ${refused}.`,
    confirmOn: 'Turn on computed permissions?',
    onBody:
      'The app first compares up to 20 pages with what you can see. If it computes more than Confluence lets you do, it stays off. From then on, the app decides for API requests what the creator of a key may see and change, because Confluence doesn’t answer.',
    confirmOff: 'Turn off computed permissions?',
    offBody: 'API requests for one page get 422 CANNOT_ACT_AS_PERSON again.',
  },
  web: {
    intro:
      'The browser can’t send these requests. Run four commands on your computer. They contain no key, and work for 15 minutes.',
    start: 'Show commands',
    renew: 'Create new commands',
    notStarted: 'We couldn’t create the commands',
    allAnswered: 'All commands are answered.',
    expired: 'The commands have expired. Create new ones.',
    until: (moment: string) => `The commands work until ${moment}. Answers appear here when the requests arrive.`,
    commands: { head: 'HEAD', options: 'OPTIONS', path: 'GET with an encoded path', 'not-modified': 'Status 304' },
    copy: (command: string) => `Copy command: ${command}`,
    label: (command: string) => `Command: ${command}`,
    isAnswered: (command: string) => `${command}: answered`,
    notArrivedYet: (command: string) => `${command}: not arrived yet`,
    didNotArrive: 'I ran all commands, and nothing more arrived',
  },
  frame: {
    intro:
      'Tries a download, the clipboard, the address, the theme and the security policy in your browser. It replaces the text in your clipboard.',
    start: 'Try this page',
    clipboardText: 'Page Classification: copying works.',
    fileName: 'site-check.json',
  },
  question: {
    yes: 'Yes',
    no: 'No',
    yesNamed: (question: string) => `Yes: ${question}`,
    noNamed: (question: string) => `No: ${question}`,
    remove: 'Remove answer',
    removeNamed: (name: string) => `Remove answer: ${name}`,
  },
} as const;
