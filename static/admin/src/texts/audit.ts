export const auditTexts = {
  audit: {
    title: 'Audit log',
    intro: '',
  },
} as const;
