/** The API responses that a rule must distinguish. The texts explain each. */

export const ANSWERS = ['201', '400', '401', '403', '404', '409', '412', '422', '429', '5xx', 'other'] as const;
export type Answer = (typeof ANSWERS)[number];

export function answerOf(status: number): Answer {
  return ANSWERS.find((answer) => answer === String(status)) ?? (status >= 500 ? '5xx' : 'other');
}
