import type { Answer } from '../recipes/answers';
import type { Layout, Treatment, Trigger } from '../recipes/rule';
import { plural } from './plural';

const notOneOf = (statuses: readonly string[]) =>
  statuses.map((status) => `{{webResponse.status}} does not equal ${status}`).join(', and ');

export const recipesTexts = {
  recipes: {
    title: 'Recipes',
    intro:
      'Make an automation rule of Confluence set the level of pages. Answer three questions, copy each field into the action “Send web request”, and try it on a page.',
    failed: 'What a recipe is made of could not be loaded',
    noLevels: 'There is no level to set',
    noLevelsBody: 'All levels are archived, or there are none. Create or restore one first.',
    toLevels: 'Go to the levels',

    whenStep: '1. When does the rule run?',
    trigger: 'Trigger',
    triggers: {
      published: 'A page is published',
      labelled: 'A label is added to a page',
      scheduled: 'On a schedule',
    } satisfies Record<Trigger, string>,
    triggerHelp: {
      published: 'Atlassian calls it “Page published”. Every new page gets the same level.',
      labelled: 'Atlassian has called it “Page labeled” and “Page or blog labeled”. Each label stands for a level.',
      scheduled: 'Atlassian calls it “Scheduled”. All pages that a query finds get the same level, at every run.',
    } satisfies Record<Trigger, string>,
    where: 'Where',
    everywhere: 'In all spaces',
    someSpaces: 'Only in these spaces',

    whatStep: '2. Which level do the pages get?',
    level: 'Level',
    chooseLevel: 'Choose a level',
    classified: 'Pages that have a level already',
    treatments: { keep: 'Leave them as they are', change: 'Give them this level' } satisfies Record<Treatment, string>,
    treatmentHelp: {
      keep: 'The rule sends a condition, and the API answers 412 for such a page.',
      change:
        'Whatever level they have. A key whose page access limit lists unclassified pages and the levels of the rule still keeps it from changing others.',
    } satisfies Record<Treatment, string>,
    pairs: 'Labels and their levels',
    pair: (position: number) => `Label ${position}`,
    label: 'Label',
    labelHelp: 'As Confluence shows it: lower case, no spaces.',
    addPair: 'Add a label',
    removePair: (label: string, position: number) => (label === '' ? `Remove label ${position}` : `Remove ${label}`),
    labelRemoved: 'Taking the label off a page again does not change its level.',
    layout: 'How several labels become rules',
    layouts: {
      rules: 'One rule for each label',
      blocks: 'One rule with an If/else block for each label',
    } satisfies Record<Layout, string>,
    layoutHelp: {
      rules: 'The label that was just added decides. Simplest to read in the audit log of the rule.',
      blocks:
        'The first block that fits decides, whichever label was just added: the blocks stand in the order of the levels, the most sensitive first.',
    } satisfies Record<Layout, string>,
    onlyLabel: 'Only pages with this label',
    onlyLabelHelp: 'Leave it empty for pages with any labels, or none.',
    everyPage: 'Without a label and without spaces the query finds every page of the site.',
    cql: 'The query (CQL) that finds the pages',
    copyCql: 'Copy the query',

    keyStep: '3. Which API key does it use?',
    key: 'Key',
    chooseKey: 'Choose a key',
    keyHelp: 'Those that fit best come first. A rule can change only pages that the creator of the key may edit.',
    keyOption: (name: string, creator: string, day: string) => `${name} (${creator}, until ${day})`,
    fits: 'Can do it',
    doesNotFit: 'Cannot do it',
    noKeys: 'No API key works at the moment',
    noneFits: 'No API key can do what the rule needs',
    noneFitsBody:
      'Create one: its settings are filled in for this rule. It needs Write for classification, and in a page access limit the levels of the rule and unclassified pages.',
    createKey: 'Create a key for this rule',
    keyFits: 'This key can do what the rule needs',
    keyFitsBody: 'Not more, and not for a short time only.',
    keyProblems: 'With this key the rule will be refused',
    keyWarnings: 'This key works, but',
    keyWarningsToo: 'Besides',
    fit: {
      scope: 'It cannot set levels: its classification scope must be Write.',
      manage: 'Its classification scope is Manage. Write is enough; a rule needs no more.',
      detection: 'It also has a detection scope, which the rule does not use.',
      anyLevel:
        'It has no page access limit: it can set every level, and change pages of every level. A limit to unclassified pages and the levels of the rule is enough.',
      levels: (names: readonly string[]) =>
        `Its page access limit does not list ${names.join(', ')}: 403 LEVEL_OUTSIDE_KEY_LIMIT.`,
      newPages:
        'Its page access limit does not list unclassified pages. A page that was just published has no level yet, so for this key it does not exist: 404 PAGE_NOT_FOUND.',
      noUnclassified:
        'Its page access limit does not list unclassified pages: pages that have no level yet are answered 404 PAGE_NOT_FOUND and stay without one.',
      anySpace: 'It works in all spaces. A space limit to those of the rule is enough.',
      someSpaces: 'It works only in some spaces: pages in all others are answered 404 PAGE_NOT_FOUND.',
      spaces: (names: readonly string[]) =>
        `Its space limit does not list ${names.join(', ')}: pages there are answered 404 PAGE_NOT_FOUND.`,
      moreSpaces: 'It also works in spaces that the rule is not for.',
      grace: (day: string) => `It is being replaced and stops working on ${day}. Use its successor.`,
      expires: (day: string) => `It works until ${day}. Replace it in the rule before that.`,
    },
    secret: 'API key',
    secretHelp:
      'The app does not know it: paste what you copied when the key was created. It stays in this page, until you leave it, and is never stored. Without it you can copy everything but the key.',

    fieldsStep: '4. Build the rule',
    incomplete: 'Not complete yet',
    goToMissing: 'Go to it',
    terms:
      'Automation is part of Confluence Premium and Enterprise. The names are those of Atlassian’s documentation. Atlassian has begun to call a rule a flow and its components steps.',
    steps: 'The rule, from top to bottom',
    step: {
      published: 'Trigger: “Page published”. It runs once for a page, not when the page is edited later.',
      labelled: (label: string) => `Trigger: “Page labeled”, with the label ${label}.`,
      labelledAny: (labels: readonly string[]) => `Trigger: “Page labeled”, with the labels ${labels.join(', ')}.`,
      scheduled: 'Trigger: “Scheduled”. How often is your choice.',
      everywhere: 'Scope: all spaces, so it is a rule of Global automation.',
      spaces: (names: readonly string[]) =>
        `Scope: ${names.join(', ')}. ${
          names.length === 1
            ? 'Make it in Space automation of this space, or limit a rule of Global automation to it.'
            : 'Limit a rule of Global automation to these spaces.'
        }`,
      branch:
        'Branch: “For each CQL (related entities)”, with the query of step 2. Everything after it stands inside the branch.',
      blocks:
        'Condition: an “If/else block” with one block for each label, in this order. In each, a “CQL condition” with the query shown for the label, and then “Send web request”.',
      send: 'Action: “Send web request”, filled in as below.',
      handle: (expected: readonly string[]) =>
        `Condition: one that compares smart values: ${notOneOf(expected)}. It is true when the level was not set as it should be.`,
      handleInBlocks: (expected: readonly string[]) =>
        `Condition, in each block after it: one that compares smart values: ${notOneOf(expected)}. It is true when the level was not set as it should be.`,
      ownLabel: 'of this rule',
      tell: 'Action after it: one that tells whoever looks after the rule, for example by e-mail, with {{webResponse.status}} and {{webResponse.body}}.',
    },
    eachRule: (labels: readonly string[]) =>
      `${plural(labels.length, 'rule', 'rules')}, one for each of ${labels.join(', ')}. They differ in the label and in “Custom data”.`,
    atMost:
      'A branch takes a limited number of pages at a time: Atlassian’s documentation says 1,000, in earlier editions 150. The query cannot leave out pages that have the level already, so the same pages come first at every run. Where more pages match, make several rules, by space or label.',
    noBlocksInBranch: 'Inside a branch there can be no If/else block; a condition can.',
    request: 'Fields of “Send web request”',
    url: 'Web request URL',
    method: 'HTTP method',
    header: (position: number, field: string) => `Headers (optional), ${position}: ${field}`,
    headerName: 'Name',
    headerValue: 'Value',
    hidden: 'Tick “Hidden” for this header, so that nobody can read the key in the rule.',
    noSecret: 'the API key: paste it in step 3 to copy it from here',
    masked: (keyId: string) => `pclsk_${keyId}_…`,
    bodyKind: 'Web request body',
    bodyKindValue: 'Custom data',
    bodyFor: (level: string) => `Custom data: sets ${level}`,
    bodyOfLabel: (label: string, level: string) => `Custom data for ${label}: sets ${level}`,
    conditionOfLabel: (label: string) => `CQL condition of the block for ${label}`,
    bodyHelp:
      'Automation puts the id of the page in the place of {{page.id}}. Put in nothing but ids: smart values are inserted as they are, and a title with a quotation mark would break the JSON.',
    wait: 'Option to tick',
    waitValue: "Delay execution of subsequent rule actions until we've received a response for this web request",
    waitHelp: 'Only then the rule knows the answer.',
    status: 'Answer to look at',
    copyNamed: (name: string) => `Copy: ${name}`,

    answersTitle: 'What the answers mean',
    answerNames: {
      '201': '201',
      '400': '400',
      '401': '401',
      '403': '403',
      '404': '404',
      '409': '409',
      '412': '412',
      '422': '422',
      '429': '429',
      '5xx': '500 to 599',
      other: 'Any other',
    } satisfies Record<Answer, string>,
    answerColumns: { status: 'Status', means: 'It means', todo: 'What to do' },
    answers: {
      '201': { means: 'The page has the level, also where it had it before.', todo: 'Nothing.' },
      '400': {
        means:
          'The body is not what the API expects: a field was copied in part, or {{page.id}} was not replaced or empty.',
        todo: 'Copy the fields again. The answer names the field that is wrong.',
      },
      '401': {
        means: 'The key is missing, wrong, revoked or expired, or its creator cannot use Confluence any more.',
        todo: 'Put a working key into the header x-api-key.',
      },
      '403': {
        means:
          'The key may not do it: its scope is below Write, the level is outside its page access limit, or its creator may not edit the page.',
        todo: 'Give the rule another key, or its creator the permission.',
      },
      '404': {
        means:
          'For this key there is no such page: it is outside the space limit, its level now is outside the page access limit, its creator cannot see it, or it is a blog post, a draft or in the trash.',
        todo: 'Look whether the page should be in reach. Where it should not, no action is needed.',
      },
      '409': {
        means: 'Others classified the page in the same moment. Nothing was written.',
        todo: 'Send it again.',
      },
      '412': {
        means: 'The page has a level already, and the rule leaves such pages as they are. Nothing was written.',
        todo: 'Nothing.',
      },
      '422': {
        means: 'The level or the sub-level is archived or does not exist.',
        todo: 'Choose another level, and copy “Custom data” again.',
      },
      '429': {
        means: 'Too many requests in a short time. Nothing was written.',
        todo: 'Send it again later, or for fewer pages at once.',
      },
      '5xx': {
        means: 'Confluence or the app did not answer as it should.',
        todo: 'Send it again: setting the same level twice is harmless.',
      },
      other: {
        means: 'The request was not sent as shown here: the method, a header or its size is another.',
        todo: 'Copy the fields again.',
      },
    } satisfies Record<Answer, { readonly means: string; readonly todo: string }>,

    tryStep: '5. Try it on a page',
    tryIntro:
      'Sends exactly what the rule would send, with the id of this page in the place of {{page.id}}. It is no rehearsal: the page gets the level.',
    page: 'Page',
    pageHelp: 'Its id, or its address as the browser shows it.',
    which: 'What is sent',
    whichOption: (label: string, level: string) => `${label}: ${level}`,
    send: 'Send exactly what the rule would send',
    confirm: {
      title: 'Really set the level of this page?',
      loading: 'Looking up the page',
      page: (title: string, pageId: string) => `${title} (page ${pageId})`,
      unknown: (pageId: string) =>
        `Page ${pageId}. Confluence does not show its title to you: it may not exist, or be hidden from you.`,
      becomes: (level: string) => `It gets the level ${level}.`,
      becomesIfNone: (level: string) => `If it has no level, it gets the level ${level}.`,
      now: (level: string) => `Now it has the level ${level}.`,
      nowKept: (level: string) => `Now it has the level ${level}, so the rule leaves it as it is: expect 412.`,
      nowNone: 'Now it has no level.',
      notSeen: (status: number) =>
        `With this key the level of the page cannot be read (${status}), so expect a refusal.`,
      real: 'This changes a real page, and is recorded in the audit log as done with this key.',
      body: 'What is sent',
      copyBody: 'Copy what is sent',
      submit: 'Set the level',
      failed: 'Nothing is known about the answer',
    },
    result: {
      title: (status: number, title: string) => (title === '' ? `Answer: ${status}` : `Answer: ${status} ${title}`),
      duration: (milliseconds: string) => `Answered in ${milliseconds} ms, without the way from Automation and back.`,
      body: 'Body of the answer',
      copyBody: 'Copy the body of the answer',
      success: 'The level is set',
      todo: (todo: string) => `What to do: ${todo}`,
    },

    missing: {
      level: 'Choose a level.',
      label: 'Enter a label.',
      spaces: 'Choose at least one space, or all spaces.',
      taken: (label: string) => `${label} stands above already: a label has one level.`,
      spacesInLabel: 'Labels have no spaces.',
      lowerCase: (lower: string) => `Confluence keeps labels in lower case: ${lower}`,
      character: (character: string) => `A label cannot hold ${character}`,
      longLabel: 'A label has at most 255 characters.',
      secret: 'Paste the API key: without it nothing can be sent.',
      notAKey: 'This is no whole API key. It begins with pclsk_ and has 72 characters.',
      otherKey: (name: string) => `This is another key: ${name}. Choose it above, or paste the one that is chosen.`,
      deadKey: (name: string) => `${name} was revoked or has expired: the API refuses it. Choose another key.`,
      page: 'Enter the id or the address of a page.',
      notAPage:
        'This holds no page id. In the address of a page the id follows /pages/; short addresses with /x/ hold none.',
    },

    unverifiedTitle: 'What was not verified on a real site',
    unverified: [
      'That the names of triggers, conditions, branches and fields in the automation editor today are those used here; they come from Atlassian’s documentation.',
      'That Automation sends the headers and the body as entered, and the edge in front of the app passes them on. One report says that a Content-Type of one’s own is ignored and application/json is sent: that would be the same.',
      'That the condition If-None-Match arrives at the app. Where it did not, pages that have a level would get the new one; the page access limit of the key holds in any case.',
      'That {{page.id}} is the bare id in “Custom data”. One report saw it with a comma behind it in an address; the API would answer 400.',
      'That {{page.id}} is filled inside the branch “For each CQL (related entities)”. If it is empty, the API answers 400; {{content.id}} is the other name to try.',
      'That an If/else block takes a CQL condition, and that the label that was just added is found by it at once.',
      'Whether a rule goes on after an answer other than 201, so that its condition is reached. In any case look at the audit log of the rule.',
      'That {{webResponse.status}} is the name of the answer in Confluence as it is in Jira; {{webhookResponse.status}} is the other name in use.',
      'Whether Automation sends a refused request again. Its documentation says that it retries after errors of its own; sending the same level again changes nothing.',
    ],
  },
} as const;
