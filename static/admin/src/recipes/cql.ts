/** Confluence Query Language. Source: https://developer.atlassian.com/cloud/confluence/cql-fields/ */

export interface PageQuery {
  /** '': pages with any labels or none. */
  readonly label: string;
  /** Empty: all spaces. */
  readonly spaceKeys: readonly string[];
}

export function cqlFor({ label, spaceKeys }: PageQuery): string {
  const [only, ...more] = spaceKeys.map(quote);
  return [
    'type = page',
    ...(label === '' ? [] : [`label = ${quote(label)}`]),
    ...(only === undefined ? [] : [more.length === 0 ? `space = ${only}` : `space in (${[only, ...more].join(', ')})`]),
  ].join(' and ');
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
