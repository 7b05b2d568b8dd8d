/** Names of guides are those of their files in docs. */
export const helpTexts = {
  help: {
    title: 'Help',
    intro: 'Guides for this version of the app.',
    guide: 'Guide',
    guideIntro: 'A guide for this version of the app.',
    all: 'All guides',
    notFound: 'We couldn’t open this guide',
    notFoundBody: 'It may have another name in this version of the app. Choose it from the list of all guides.',
    groups: [
      {
        title: 'Start',
        guides: [
          ['first-week', 'My first week'],
          ['who-sees-what', 'Who sees what'],
          ['glossary', 'Glossary'],
        ],
      },
      {
        title: 'Levels',
        guides: [
          ['pages', 'Pages'],
          ['levels-and-settings', 'Levels and settings'],
          ['spaces', 'Spaces and their admins'],
          ['on-pages', 'What people see on pages'],
          ['home', 'Waiting for me'],
          ['macros', 'Macros'],
          ['native-levels', 'Atlassian’s own levels'],
        ],
      },
      {
        title: 'Findings',
        guides: [
          ['detection', 'Detection'],
          ['detection-explained', 'How detection works'],
          ['detection-reference', 'All detectors'],
          ['secret-formats', 'Formats of secrets'],
          ['alerts', 'Alerts'],
        ],
      },
      {
        title: 'API and automation',
        guides: [
          ['api', 'REST API'],
          ['access', 'API keys'],
          ['scopes', 'Scopes'],
          ['leaked-keys', 'Leaked keys'],
          ['automation', 'Automation rules'],
          ['actions', 'Actions'],
          ['rovo', 'Rovo and agents'],
          ['scripts', 'Scripts'],
          ['lists-and-feed', 'Lists, feed and audit log'],
          ['jobs', 'Jobs'],
          ['search', 'Search'],
          ['errors', 'Errors'],
          ['limits', 'Limits'],
        ],
      },
      {
        title: 'Operation',
        guides: [
          ['overview', 'Overview'],
          ['site-check', 'Site check'],
          ['migration', 'Import and export'],
          ['privacy', 'Personal data'],
          ['stored-data', 'Stored data'],
          ['security', 'Security'],
          ['operations', 'Operations'],
          ['lifecycle', 'Installation, updates, removal'],
        ],
      },
    ],
  },
} as const;
