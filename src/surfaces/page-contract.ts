import type { Level } from '../classification/model';

/** Parts of a page that several frames show. */

/** The name of a level or a sub-level in a list; archived or removed levels keep their last known name. */
export interface LevelName {
  readonly name: string;
  readonly color: Level['color'];
}

/** A page that the viewer can see. */
export interface ShownPage {
  readonly pageId: string;
  readonly title: string;
  /** The level with its sub-level. null = the page has none. */
  readonly level: LevelName | null;
  /** When the page was classified: ISO 8601. */
  readonly classifiedAt?: string;
}

/** Why a frame shows no content of its page. */
export type NoPage =
  /** Classification is off in the space of the page. */
  | { readonly state: 'off' }
  /** Content that has no level, or a blog post where the operation is for pages only. */
  | { readonly state: 'not-a-page' }
  /** The page does not exist, or this person cannot see it. */
  | { readonly state: 'hidden' };

/** A level as people read it. */
export interface ShownLevel {
  readonly levelId: string;
  readonly name: string;
  readonly color: Level['color'];
  readonly description: string;
  readonly guideline: string;
  readonly subLevel?: { readonly subLevelId: string; readonly name: string; readonly description: string };
}

/** A proposal changes nothing until the person confirms it. */
export interface ShownProposal {
  /** Needed to confirm or dismiss it. No answer to an agent has it. */
  readonly proposalId: string;
  readonly level: ShownLevel;
  /** In the words of the agent. */
  readonly reason?: string;
  /** ISO 8601 */
  readonly expiresAt: string;
  readonly allowed: boolean;
}

/** An open campaign that asks a person to review a page. */
export interface ShownCampaign {
  readonly name: string;
  /** The day (UTC) until which people should answer: ISO 8601. */
  readonly answerBy: string;
}
