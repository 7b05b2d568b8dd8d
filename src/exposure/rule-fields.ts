import * as z from 'zod';

/** The fields of a rule in requests. Messages follow the field's name. */

export const ACCESS = ['allowed', 'forbidden'] as const;

const access = (who: string) =>
  z
    .enum(ACCESS, { error: `must be one of ${ACCESS.join(', ')}` })
    .meta({ description: `Whether ${who} may see the pages.` });

const COUNT = { error: 'must be a whole number from 1 to 1000000' };

export const ruleFields = {
  maxPeople: z
    .int(COUNT)
    .min(1, COUNT)
    .max(1_000_000, COUNT)
    .optional()
    .meta({ description: 'The maximum number of people with a license and guests. Omitted = any number.' }),
  guests: access('guests'),
  unlicensed: access('people who are logged in without a license for Confluence'),
  anonymous: access('anyone on the internet'),
  groupIds: z
    .array(z.string().min(1).max(100), { error: 'must be a list of ids of groups' })
    .min(1, { error: 'must not be empty' })
    .max(50, { error: 'must have at most 50 entries' })
    .optional()
    .meta({ description: 'Only members of these groups may see the pages. Omitted = any group.' }),
};
