/** The pages and findings that a change concerns. The parts of a large site are added up. */
export interface ChangeCount {
  /** The pages with stored findings. */
  readonly pages: number;
  /** The pages whose open findings, their severities or the level that they require would differ. */
  readonly changed: number;
  readonly opening: number;
  readonly closing: number;
  readonly otherSeverity: number;
  /** The pages below their required level, before and after the change. */
  readonly below: number;
  readonly belowAfter: number;
}

export const NO_PAGES = { pages: 0, changed: 0, opening: 0, closing: 0, otherSeverity: 0, below: 0, belowAfter: 0 };

export function addCounts(one: ChangeCount, other: ChangeCount): ChangeCount {
  return {
    pages: one.pages + other.pages,
    changed: one.changed + other.changed,
    opening: one.opening + other.opening,
    closing: one.closing + other.closing,
    otherSeverity: one.otherSeverity + other.otherSeverity,
    below: one.below + other.below,
    belowAfter: one.belowAfter + other.belowAfter,
  };
}
