/** The answers of the API that a rule must tell apart; each is explained in the texts. */

export const ANSWERS = ['201', '400', '401', '403', '404', '409', '412', '422', '429', '5xx', 'other'] as const;
export type Answer = (typeof ANSWERS)[number];

export function answerOf(status: number): Answer {
  return ANSWERS.find((answer) => answer === String(status)) ?? (status >= 500 ? '5xx' : 'other');
}
