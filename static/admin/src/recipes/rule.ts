/** The kinds of rules for which there is a recipe. */

export const TRIGGERS = ['published', 'labelled', 'scheduled'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** How several labels become rules. */
export const LAYOUTS = ['rules', 'blocks'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** What becomes of a page that has a level already. */
export const TREATMENTS = ['keep', 'change'] as const;
export type Treatment = (typeof TREATMENTS)[number];
