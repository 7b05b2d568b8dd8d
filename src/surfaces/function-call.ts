import * as z from 'zod';
import { confluenceId } from '../platform/confluence-id';
import { ANONYMOUS } from '../platform/resolver';

/**
 * The call of a function without a frame: the text of the byline, and the export of macros. Forge documents one form of
 * the arguments, and apps observe others, so each fact is read from every place that is known to have it.
 */
export interface FunctionCall {
  readonly installationId: string | undefined;
  /** Undefined: no user is logged in. */
  readonly accountId: string | undefined;
  readonly content: { readonly id: string; readonly type: string } | undefined;
  readonly space: { readonly id?: string | undefined; readonly key?: string | undefined };
  /** The configuration of a macro. */
  readonly config: unknown;
  /** For example `de-DE`. */
  readonly locale: string | undefined;
}

const text = z.string().min(1).max(1_000).optional().catch(undefined);

const place = z
  .object({
    content: z.object({ id: confluenceId, type: z.string().optional() }).optional().catch(undefined),
    contentId: confluenceId.optional().catch(undefined),
    space: z.object({ id: confluenceId.optional(), key: text }).optional().catch(undefined),
    spaceKey: text,
    config: z.unknown().optional(),
  })
  .optional()
  .catch(undefined);

const argument = z
  .object({
    extension: place,
    extensionPayload: z.object({ config: z.unknown().optional() }).optional().catch(undefined),
    context: z.looseObject({ extension: place, locale: text }).optional().catch(undefined),
  })
  .catch({});

const environment = z
  .object({
    installContext: text,
    principal: z.object({ accountId: text }).optional().catch(undefined),
  })
  .catch({ installContext: undefined });

/** Never throws. Only the second argument says who calls. */
export function readFunctionCall(payload: unknown, context: unknown): FunctionCall {
  const { extension, extensionPayload, context: inner } = argument.parse(payload);
  const places = [extension, inner?.extension, place.parse(inner)];
  const first = <T>(pick: (one: NonNullable<z.infer<typeof place>>) => T | undefined): T | undefined => {
    for (const one of places) {
      const found = one === undefined ? undefined : pick(one);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const contentId = first(({ content, contentId: only }) => content?.id ?? only);
  const { installContext, principal } = environment.parse(context);
  const accountId = principal?.accountId;
  return {
    installationId: installContext,
    accountId: accountId === ANONYMOUS ? undefined : accountId,
    content:
      contentId === undefined ? undefined : { id: contentId, type: first(({ content }) => content?.type) ?? 'page' },
    space: { id: first(({ space }) => space?.id), key: first(({ space, spaceKey }) => space?.key ?? spaceKey) },
    config: extensionPayload?.config ?? first(({ config }) => config),
    locale: inner?.locale,
  };
}
