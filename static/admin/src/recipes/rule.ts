/** The kinds of rules with a recipe. */

export const TRIGGERS = ['published', 'labeled', 'scheduled'] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** How several labels become rules. */
export const LAYOUTS = ['rules', 'blocks'] as const;
export type Layout = (typeof LAYOUTS)[number];

/** How a rule treats pages that already have a level. */
export const TREATMENTS = ['keep', 'change'] as const;
export type Treatment = (typeof TREATMENTS)[number];
