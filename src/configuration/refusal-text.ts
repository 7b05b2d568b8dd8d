/** How the doors report a refused change, with one entry for each reason. */
export type RefusalText<Code extends string = string, Problem extends string = string> = {
  /** The problem of the REST API. */
  readonly problem: Problem;
  /** A sentence for the user: what is wrong, and what to do. */
  readonly detail: string;
  /** Replaces `detail` in the REST API, for example to refer to an operation. null = the detail of the problem itself. */
  readonly apiDetail?: string | null | ((where: readonly string[]) => string);
  /** The members of a request to the REST API that can be at fault. Default: those of the problem. */
  readonly members?: readonly string[];
} & (
  | {
      /** The code of the admin area. */
      readonly code: Code;
    }
  | {
      /** The field of the admin area that is invalid, with its error. */
      readonly field: string;
      readonly message: string;
    }
);

/** `CHANGED`: the configuration does not meet the condition of the caller, or other writes came first. */
export type RefusalTexts<
  Reason extends string = string,
  Code extends string = string,
  Problem extends string = string,
> = Readonly<Record<Reason | 'CHANGED', RefusalText<Code, Problem>>>;
