import * as z from 'zod';
import type { Answer } from './simulated-site';

const pageShape = z.object({
  id: z.string(),
  status: z.string(),
  title: z.string(),
  spaceId: z.string(),
  parentId: z.string().nullish(),
  authorId: z.string(),
  ownerId: z.string().optional(),
  createdAt: z.string(),
  version: z
    .object({ number: z.number(), message: z.string(), createdAt: z.string(), authorId: z.string() })
    .optional(),
  body: z.record(z.string(), z.object({ representation: z.string(), value: z.string() })),
  operations: z.object({ results: z.array(z.object({ operation: z.string(), targetType: z.string() })) }).optional(),
  labels: z.object({ results: z.array(z.object({ name: z.string() })) }).optional(),
});
export type PageAnswer = z.infer<typeof pageShape>;

const listShape = z.object({
  results: z.array(z.looseObject({ id: z.string().optional(), number: z.number().optional() })),
  _links: z.object({ next: z.string().optional(), base: z.string().optional() }),
});

const v2Error = z.object({
  errors: z
    .array(z.strictObject({ status: z.number(), code: z.string(), title: z.string(), detail: z.null() }))
    .length(1),
});
const v1Error = z.object({
  statusCode: z.number(),
  message: z.string(),
  data: z.object({ successful: z.literal(false) }),
});

export const pageOf = (answer: Answer): PageAnswer => pageShape.parse(answer.json);
export const listOf = (answer: Answer) => listShape.parse(answer.json);
export const idsOf = (answer: Answer): string[] => listOf(answer).results.flatMap((one) => one.id ?? []);
export const idOf = (answer: Answer): string =>
  z
    .object({ id: z.union([z.string(), z.number()]) })
    .parse(answer.json)
    .id.toString();

/** `status title` of a v2 error. */
export function v2ErrorOf(answer: Answer): string {
  const [error] = v2Error.parse(answer.json).errors;
  if (error?.status !== answer.status) throw new Error('The status in the body is not the status of the answer.');
  return `${answer.status} ${error.title}`;
}

/** `status message` of a v1 error. */
export function v1ErrorOf(answer: Answer): string {
  const error = v1Error.parse(answer.json);
  if (error.statusCode !== answer.status) throw new Error('The status in the body is not the status of the answer.');
  return `${answer.status} ${error.message}`;
}

/** The members that every page update needs. */
export function updateOf(page: PageAnswer, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id: page.id,
    status: 'current',
    title: page.title,
    body: { representation: 'storage', value: '<p>changed</p>' },
    version: { number: (page.version?.number ?? 0) + 1 },
    ...changes,
  };
}
