export const bannerTexts = {
  label: (level: string) => `Classification: ${level}`,
  contact: (contact: string) => `Questions? Contact ${contact}`,
  dismiss: 'Dismiss',
} as const;
