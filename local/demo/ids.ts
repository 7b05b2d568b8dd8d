/** Ids of the demo site. They stay the same after each reset. */
export const DEMO_SPACES = { ENG: '98306', HR: '98307', OPEN: '98308' } as const;

export const DEMO_PAGES = {
  engHome: '164001',
  architecture: '164002',
  architectureEvents: '164003',
  architectureStorage: '164004',
  runbooks: '164005',
  runbookDatabase: '164006',
  runbookPayments: '164007',
  runbookOnCall: '164008',
  incidents: '164009',
  incidentCheckout: '164010',
  incidentMailing: '164011',
  releaseNotes: '164012',
  testData: '164013',
  changeFreeze: '164014',
  /** View restricted to admin and editor, so neither the app nor the other admin sees it. */
  engRestricted: '164015',
  /** Below the restricted page, so restricted by inheritance. */
  engRestrictedChild: '164016',
  /** Never published; only its author, the editor, sees it. */
  engDraft: '164017',
  archived: '164018',
  hrHome: '164031',
  onboarding: '164032',
  onboardingChecklist: '164033',
  payroll: '164034',
  payrollCorrections: '164035',
  leavePolicy: '164036',
  recruiting: '164037',
  candidateNotes: '164038',
  /** View restricted to the second admin alone. */
  hrRestricted: '164039',
  /** Below the restricted page, so restricted by inheritance. */
  hrRestrictedChild: '164040',
  openHome: '164051',
  welcome: '164052',
  officeGuide: '164053',
  travelPolicy: '164054',
  securityBasics: '164055',
  supplierList: '164056',
  glossary: '164057',
  trashed: '164058',
  /** A blog post, which is not a page. */
  blogPost: '164059',
} as const;
