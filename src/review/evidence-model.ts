/**
 * The shapes of evidence: one line for each page of a campaign, and a header with everything that a reader needs to judge the lines. No
 * line has a person: the audit log has the author of each answer.
 */

export const ANSWERS = ['still-right', 'changed', 'not-mine', 'open'] as const;
type EvidenceAnswer = (typeof ANSWERS)[number];

export interface EvidenceLine {
  readonly pageId: string;
  readonly spaceId: string;
  /** The level now, or with the answer. Omitted: none. */
  readonly levelId?: string | undefined;
  readonly levelName?: string | undefined;
  readonly answer: EvidenceAnswer;
  /** ISO 8601 in UTC. Omitted while the answer is `open`. */
  readonly answeredAt?: string | undefined;
  /** The verdict of exposure at the time of the answer. Omitted: not measured then. */
  readonly exposure?: 'over' | 'within' | 'unknown' | 'not-ruled' | undefined;
}

export interface EvidenceHeader {
  /** The host of the site, or its cloud id. */
  readonly site: string;
  readonly campaignId: string;
  readonly name: string;
  /** The filter of the campaign, as it was chosen. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The rules of review at the time of the export, by level id. */
  readonly rules: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  /** Omitted while the campaign is open. */
  readonly endedAt?: string | undefined;
  readonly exportedAt: string;
  readonly coverage: {
    readonly pages: number;
    readonly answered: number;
    /** Pages that none of the reviewers could see. Omitted: not measured. */
    readonly hiddenFromAllReviewers?: number | undefined;
    /** Answers less than a minute after another answer of the campaign, so that a reader can recognize a review in bulk. */
    readonly answeredWithinAMinute: number;
  };
  /** The facts that the app could not measure, each as one English sentence. */
  readonly notMeasured: readonly string[];
}
