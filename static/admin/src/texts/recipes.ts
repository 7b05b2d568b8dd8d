import type { ActionRecipe } from '../recipes/action-recipes';
import type { ResponseKind } from '../recipes/response-kinds';
import type { Layout, Treatment, Trigger } from '../recipes/rule';
import { plural } from './plural';

const notOneOf = (statuses: readonly string[]) =>
  statuses.map((status) => `{{webResponse.status}} does not equal ${status}`).join(', and ');

/** How a rule reaches the app. */
type Way = 'actions' | 'web-request';

export const recipesTexts = {
  recipes: {
    title: 'Recipes',
    intro:
      'Set page levels with an automation rule. Use the actions of the app in Confluence, or a web request from anywhere else.',
    way: 'Build the rule with',
    ways: { actions: 'Actions of the app', 'web-request': 'Send web request' } satisfies Record<Way, string>,
    wayHelp: {
      actions:
        'For rules in Confluence. No API key. The rule acts as the user of its connection, and can use findings in conditions.',
      'web-request':
        'For rules in Jira and for other systems, or to limit a rule to certain levels and spaces. Needs an API key, which expires.',
    } satisfies Record<Way, string>,
    actions: {
      trigger: (name: string) => `Choose the trigger: “${name}”`,
      add: (name: string) => `Add: “${name}”`,
      noLevel: 'Choose a level above',
      rules: {
        findings: {
          title: 'A page with sensitive data is published',
          intro: 'The rule checks each new page. If the page has open findings, its level is raised.',
          note: 'The app scans a page shortly after it is published, and the check waits for this scan for up to 30 seconds. If the scan takes longer, the rule finds nothing: its output scan is then never or outdated, not current. Add the daily rule below for these pages.',
        },
        published: {
          title: 'Every new page gets a level',
          intro: 'Pages that already have this level or a more sensitive one keep it.',
          note: '',
        },
        scheduled: {
          title: 'Pages of the last day are checked once a day',
          intro: 'The rule raises the level of changed pages that have open findings.',
          note: 'A branch processes a limited number of pages: 1,000, or 150 in older versions.',
        },
      } satisfies Record<ActionRecipe, { title: string; intro: string; note: string }>,
      connectionTitle: 'Who the rule acts as',
      connection:
        'When you add the first action, Automation asks you to connect a user and to allow the app to act for them. The rule can only see and change pages that this user can. An error in a step ends the rule. Its audit log shows the reason.',
    },
    failed: 'We couldn’t load the recipe',
    noLevels: 'No levels to set',
    noLevelsBody: 'To build a rule, first create or restore a level.',
    toLevels: 'Go to levels',

    whenStep: '1. When does the rule run?',
    trigger: 'Trigger',
    triggers: {
      published: 'A page is published',
      labeled: 'A label is added to a page',
      scheduled: 'On a schedule',
    } satisfies Record<Trigger, string>,
    triggerHelp: {
      published: 'In Automation: “Page published”. Every new page gets the same level.',
      labeled: 'In Automation: “Page labeled” or “Page or blog labeled”. Each label sets a level.',
      scheduled: 'In Automation: “Scheduled”. On every run, all pages that match a query get the same level.',
    } satisfies Record<Trigger, string>,
    where: 'Spaces',
    everywhere: 'All spaces',
    someSpaces: 'Specific spaces',

    whatStep: '2. Which level should pages get?',
    level: 'Level',
    chooseLevel: 'Choose a level',
    classified: 'Pages that already have a level',
    treatments: { keep: 'Keep their level', change: 'Change their level' } satisfies Record<Treatment, string>,
    treatmentHelp: {
      keep: 'The rule sends a condition, and the API returns 412 for these pages.',
      change:
        'Pages with any level change. To protect other levels, use a key whose allowed levels are unclassified pages and the levels of this rule.',
    } satisfies Record<Treatment, string>,
    pairs: 'Labels and levels',
    pair: (position: number) => `Label ${position}`,
    label: 'Label',
    labelHelp: 'Lowercase, without spaces.',
    addPair: 'Add label',
    removePair: (label: string, position: number) => (label === '' ? `Remove label ${position}` : `Remove ${label}`),
    labelRemoved: 'Removing the label from a page later doesn’t change its level.',
    layout: 'Rules for multiple labels',
    layouts: {
      rules: 'One rule per label',
      blocks: 'One rule with an If/else block per label',
    } satisfies Record<Layout, string>,
    layoutHelp: {
      rules: 'The label that was just added sets the level. The rule’s audit log is easiest to read.',
      blocks:
        'The first matching block sets the level, whichever label was just added. Blocks are in order of sensitivity, most sensitive first.',
    } satisfies Record<Layout, string>,
    onlyLabel: 'Only pages with this label',
    onlyLabelHelp: 'Leave empty to include pages with any label or none.',
    everyPage: 'Without a label or spaces, the query matches every page on the site.',
    cql: 'CQL query for the pages',
    copyCql: 'Copy query',

    keyStep: '3. Which API key should the rule use?',
    key: 'Key',
    chooseKey: 'Choose a key',
    keyHelp: 'Best matches first. A rule can only change pages that the creator of the key can edit.',
    keyOption: (name: string, creator: string, day: string) => `${name} (${creator}, until ${day})`,
    fits: 'Suitable',
    doesNotFit: 'Not suitable',
    noKeys: 'No active API keys',
    noneFits: 'No suitable API key',
    noneFitsBody:
      'Create a key with settings for this rule. It needs the Write classification scope, and as allowed levels unclassified pages and the levels of the rule.',
    createKey: 'Create key for this rule',
    keyFits: 'This key is a good match',
    keyFitsBody: 'It has the access the rule needs and no more, and it doesn’t expire soon.',
    keyProblems: 'Requests with this key will be rejected',
    keyWarnings: 'This key works, but has issues',
    keyWarningsToo: 'Other issues',
    fit: {
      scope: 'It can’t set levels. Its classification scope must be Write.',
      manage: 'Its classification scope is Manage. The rule only needs Write.',
      detection: 'It has a detection scope that the rule doesn’t need.',
      anyLevel:
        'All levels are allowed, so it can set each of them on all pages. Allow only unclassified pages and the levels of the rule.',
      levels: (names: readonly string[]) => `Its allowed levels don’t include ${names.join(', ')}.`,
      newPages:
        'Its allowed levels don’t include unclassified pages. New pages have no level yet, so this key can’t access them.',
      noUnclassified:
        'Its allowed levels don’t include unclassified pages. This key can’t access pages without a level.',
      anySpace: 'It works in all spaces. Limit it to the spaces of the rule.',
      someSpaces: 'It only works in some spaces. It can’t access pages in other spaces.',
      spaces: (names: readonly string[]) =>
        `Its space limit doesn’t include ${names.join(', ')}. It can’t access pages there.`,
      moreSpaces: 'It also works in spaces that the rule doesn’t use.',
      grace: (day: string) => `It was rotated and stops working on ${day}. Use the new key.`,
      expires: (day: string) => `It expires on ${day}. Replace it in the rule before then.`,
    },
    secret: 'API key',
    secretHelp:
      'Paste the key you copied when you created it. The app doesn’t store it, and it’s removed when you leave this page. Without it, you can copy everything except the key.',

    fieldsStep: '4. Build the rule',
    incomplete: 'Finish the earlier steps first',
    goToMissing: 'Go to field',
    terms:
      'Automation requires Confluence Premium or Enterprise. Names here follow Atlassian’s documentation. You may see “flow” instead of “rule”, and “step” instead of “component”.',
    steps: 'The rule, from top to bottom',
    step: {
      published: 'Trigger: “Page published”. It runs once for each page, not on later edits.',
      labeled: (label: string) => `Trigger: “Page labeled”, with the label ${label}.`,
      labeledAny: (labels: readonly string[]) => `Trigger: “Page labeled”, with the labels ${labels.join(', ')}.`,
      scheduled: 'Trigger: “Scheduled”. Choose how often it runs.',
      everywhere: 'Scope: all spaces. Create the rule in Global automation.',
      spaces: (names: readonly string[]) =>
        `Scope: ${names.join(', ')}. ${
          names.length === 1
            ? 'Create the rule in Space automation, or in Global automation limited to this space.'
            : 'Create the rule in Global automation, limited to these spaces.'
        }`,
      branch:
        'Branch: “For each CQL (related entities)”, with the query from step 2. Add everything after it inside the branch.',
      blocks:
        'Condition: an “If/else block” with one block per label, in this order. In each block, add a “CQL condition” with the query for the label, then “Send web request”.',
      send: 'Action: “Send web request”, with the fields below.',
      handle: (expected: readonly string[]) =>
        `Condition: compare smart values: ${notOneOf(expected)}. It’s true if the level wasn’t set as expected.`,
      handleInBlocks: (expected: readonly string[]) =>
        `Condition, next in each block: compare smart values: ${notOneOf(expected)}. It’s true if the level wasn’t set as expected.`,
      ownLabel: 'for this rule',
      notify:
        'Action: notify the owner of the rule, for example by email, with {{webResponse.status}} and {{webResponse.body}}.',
    },
    eachRule: (labels: readonly string[]) =>
      `${plural(labels.length, 'rule', 'rules')}, one for each label: ${labels.join(', ')}. They differ in the label and in “Custom data”.`,
    atMost:
      'A branch processes a limited number of pages: 1,000 according to Atlassian’s documentation, or 150 in older versions. The query can’t skip pages that already have the level, so every run starts with the same pages. If more pages match, create several rules, by space or by label.',
    noBlocksInBranch: 'A branch can’t contain an If/else block, but it can contain a condition.',
    request: 'Fields for “Send web request”',
    url: 'Web request URL',
    method: 'HTTP method',
    header: (position: number, field: string) => `Headers (optional), ${position}: ${field}`,
    headerName: 'Name',
    headerValue: 'Value',
    hidden: 'Select “Hidden” for this header so that the key can’t be read in the rule.',
    noSecret: 'the API key. To copy it here, paste it in step 3',
    masked: (keyId: string) => `pclsk_${keyId}_…`,
    bodyKind: 'Web request body',
    bodyKindValue: 'Custom data',
    bodyFor: (level: string) => `Custom data: sets ${level}`,
    bodyOfLabel: (label: string, level: string) => `Custom data for ${label}: sets ${level}`,
    conditionOfLabel: (label: string) => `CQL condition of the block for ${label}`,
    bodyHelp:
      'Automation replaces {{page.id}} with the page ID. Only use smart values for IDs: they’re inserted unchanged, so a title with a quotation mark would break the JSON.',
    wait: 'Option to select',
    waitValue: "Delay execution of subsequent rule actions until we've received a response for this web request",
    waitHelp: 'Required so that the rule can check the response.',
    status: 'Response status',
    copyNamed: (name: string) => `Copy: ${name}`,

    responsesTitle: 'What responses mean',
    responseNames: {
      '201': '201',
      '400': '400',
      '401': '401',
      '402': '402',
      '403': '403',
      '404': '404',
      '409': '409',
      '412': '412',
      '422': '422',
      '429': '429',
      '5xx': '500 to 599',
      other: 'Any other',
    } satisfies Record<ResponseKind, string>,
    responseColumns: { status: 'Status', means: 'Meaning', todo: 'What to do' },
    responses: {
      '201': { means: 'The page has the level. It may have had it before.', todo: 'Nothing.' },
      '400': {
        means: 'The body isn’t valid. A field wasn’t copied completely, or {{page.id}} was empty or not replaced.',
        todo: 'Copy the fields again. The response names the invalid field.',
      },
      '401': {
        means: 'The key is missing, wrong, revoked or expired, or its creator can no longer use Confluence.',
        todo: 'Add an active key to the x-api-key header.',
      },
      '402': {
        means: 'The license of the app has ended. The level didn’t change.',
        todo: 'Renew the license of the app.',
      },
      '403': {
        means:
          'The key doesn’t have permission. Its scope is below Write, the level isn’t one of its allowed levels, or its creator can’t edit the page.',
        todo: 'Use another key, or give the creator of the key permission.',
      },
      '404': {
        means:
          'The key can’t access the page. The page or its current level is outside the limits of the key, the creator of the key can’t view it, or it’s a draft or in the trash.',
        todo: 'If the key should have access, check the page and the limits. Otherwise, do nothing.',
      },
      '409': {
        means: 'Someone else changed the level of the page at the same time. Nothing changed.',
        todo: 'Send the request again.',
      },
      '412': {
        means: 'The page already has a level, and the rule keeps it. Nothing changed.',
        todo: 'Nothing.',
      },
      '422': {
        means: 'The level or sub-level is archived or doesn’t exist.',
        todo: 'Choose another level, then copy “Custom data” again.',
      },
      '429': {
        means: 'Too many requests in a short time. Nothing changed.',
        todo: 'Send the request again later, or for fewer pages at a time.',
      },
      '5xx': {
        means: 'Confluence or the app had a problem.',
        todo: 'Send the request again. Setting the same level twice is safe.',
      },
      other: {
        means: 'The request wasn’t sent as shown here. Its method, a header or its size is different.',
        todo: 'Copy the fields again.',
      },
    } satisfies Record<ResponseKind, { readonly means: string; readonly todo: string }>,

    tryStep: '5. Test it on a page',
    tryIntro:
      'Send the same request as the rule, with the ID of this page instead of {{page.id}}. This sets the level of the page.',
    page: 'Page',
    pageHelp: 'Page ID or URL',
    which: 'Request',
    whichOption: (label: string, level: string) => `${label}: ${level}`,
    send: 'Send test request',
    confirm: {
      title: 'Set the level of this page?',
      loading: 'Loading page',
      page: (title: string, pageId: string) => `${title} (page ${pageId})`,
      unknown: (pageId: string) => `Page ${pageId}. You can’t view this page, or it doesn’t exist.`,
      becomes: (level: string) => `New level: ${level}.`,
      becomesIfNone: (level: string) => `New level, if the page has none: ${level}.`,
      now: (level: string) => `Current level: ${level}.`,
      nowKept: (level: string) => `Current level: ${level}. The rule keeps it, so expect 412.`,
      nowNone: 'Current level: none.',
      levelUnreadable: (status: number) =>
        `This key can’t read the level of the page (${status}), so expect the request to be rejected.`,
      real: 'This changes a real page. The audit log records it with this key.',
      body: 'Request body',
      copyBody: 'Copy request body',
      submit: 'Set level',
      failed: 'We couldn’t get a response',
    },
    result: {
      title: (status: number, title: string) => (title === '' ? `Response: ${status}` : `Response: ${status} ${title}`),
      duration: (milliseconds: string) => `Response time: ${milliseconds} ms, not including Automation.`,
      body: 'Response body',
      copyBody: 'Copy response body',
      success: 'Level set',
      todo: (todo: string) => `What to do: ${todo}`,
    },

    missing: {
      level: 'Choose a level.',
      label: 'Enter a label.',
      spaces: 'Select at least one space, or all spaces.',
      taken: (label: string) => `${label} is already in the list. A label can only set one level.`,
      spacesInLabel: 'Labels can’t contain spaces.',
      lowerCase: (lower: string) => `Labels are lowercase. Use ${lower}`,
      character: (character: string) => `Labels can’t contain ${character}`,
      longLabel: 'Labels can have up to 255 characters.',
      secret: 'To send the request, paste the API key.',
      notAKey: 'This isn’t a complete API key. Keys start with pclsk_ and have 72 characters.',
      otherKey: (name: string) => `This is a different key: ${name}. Choose it above, or paste the selected key.`,
      deadKey: (name: string) => `${name} was revoked or has expired. Choose another key.`,
      page: 'Enter a page ID or page URL.',
      notAPage:
        'This URL doesn’t contain a page ID. Use a URL with /pages/ and a number. Short URLs with /x/ don’t work.',
    },
  },
} as const;
