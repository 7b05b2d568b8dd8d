import * as z from 'zod';

/** The action on one of several pages, in bulk requests and jobs. */

const PAGE_ACTIONS = ['set', 'clear', 'reset'] as const;

export type PageAction = (typeof PAGE_ACTIONS)[number];

export const pageAction = z
  .enum(PAGE_ACTIONS, { error: `must be one of ${PAGE_ACTIONS.join(', ')}` })
  .default('set')
  .meta({
    description:
      '`set`: sets the level, as `POST /v1/page-level` does. `clear`: as `DELETE /v1/page-level/by-page/{pageId}` does. `reset`: as `POST /v1/page-level/by-page/{pageId}/reset` does, with a justification.',
  });

const tag = z
  .string()
  .regex(/^(?:\*|"[\x21\x23-\x7e]{1,100}")$/, { error: 'must be an ETag in quotes, or *' })
  .meta({ maxLength: 102 })
  .optional();

/** If-Match of one page among several. */
export const pageIfMatch = tag.meta({
  description: 'Changes the page only if this is the current ETag of its level. `*` = only if the page has a level.',
});

/** If-None-Match of one page among several. */
export const pageIfNoneMatch = tag.meta({
  description:
    'Changes the page only if this is not the current ETag of its level. `*` = only if the page has no level.',
});

interface ActionFields {
  readonly action: PageAction;
  readonly levelId?: string | undefined;
  readonly subLevelId?: string | undefined;
  readonly justification?: string | undefined;
}

interface MisplacedField {
  readonly field: string;
  readonly message: string;
  readonly input: string | undefined;
}

/** The members that cannot be combined with an action, and the error of each. */
export function misplacedFields({ action, ...fields }: ActionFields): readonly MisplacedField[] {
  if (action === 'set') return [];
  const withoutLevel = `must be omitted with the action ${action}`;
  const misplaced: readonly MisplacedField[] = [
    { field: 'levelId', message: withoutLevel, input: fields.levelId },
    { field: 'subLevelId', message: withoutLevel, input: fields.subLevelId },
    {
      field: 'justification',
      message: 'must be omitted with the action clear. Use the action reset to send one',
      input: action === 'clear' ? fields.justification : undefined,
    },
  ];
  return misplaced.filter(({ input }) => input !== undefined);
}

/** For a refinement. Reports a missing member that only some actions require like any other missing member. */
export function requiredField(name: string) {
  return {
    path: [name],
    params: { isMissing: true },
    when: ({ value }: { readonly value: unknown }) => typeof value === 'object' && value !== null,
  };
}
