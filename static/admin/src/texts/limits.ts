import type { QuotasView } from '../../../../src/admin/site/quotas';

const number = (count: number) => count.toLocaleString();

export const limitsTexts = {
  limits: {
    title: 'Limits',
    intro:
      'The vendor of the app sets the maximum of each limit. Set a lower limit if API keys or background work use too much of the site.',
    failed: 'We couldn’t load the limits',
    edit: 'Edit',
    editNamed: 'Edit the limits',
    caption: 'The limits of the site',
    limit: 'Limit',
    applied: 'Applies',
    maximum: 'Maximum',
    noLimit: 'No limit',
    number,
    names: {
      key: 'Requests of each API key, per minute',
      'key-write': 'Changes of each API key or person, per minute',
      site: 'Requests of all API keys, per minute',
      host: 'Points for Confluence, per hour',
    } satisfies Record<QuotasView['quotas'][number]['name'], string>,
    dialog: {
      title: 'Edit the limits',
      intro: 'A limit applies at once. People and background work share the points for Confluence.',
      range: (min: number, max: number) => `${number(min)} to ${number(max)}. Leave empty for the maximum.`,
      saved: 'Limits saved',
      conflict: 'Another admin changed the limits',
    },
  },
} as const;
