/** The API responses that a rule must distinguish. The texts explain each. */

export const RESPONSE_KINDS = [
  '201',
  '400',
  '401',
  '402',
  '403',
  '404',
  '409',
  '412',
  '422',
  '429',
  '5xx',
  'other',
] as const;
export type ResponseKind = (typeof RESPONSE_KINDS)[number];

export function responseKindOf(status: number): ResponseKind {
  return RESPONSE_KINDS.find((answer) => answer === String(status)) ?? (status >= 500 ? '5xx' : 'other');
}
