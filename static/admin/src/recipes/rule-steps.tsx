import { texts } from '../texts';
import { type RecipeDraft, type SendAction, spacesOf } from './recipe-draft';

interface RuleStepsProps {
  readonly draft: RecipeDraft;
  readonly sendings: readonly SendAction[];
}

/** The rule in the automation editor, from top to bottom. */
export function RuleSteps({ draft, sendings }: RuleStepsProps) {
  const { step, eachRule, atMost, noBlocksInBranch } = texts.recipes;
  const labels = sendings.map(({ label }) => label);
  const spaces = spacesOf(draft).map(({ name }) => name);
  const isOneRuleEach = draft.trigger === 'labeled' && draft.layout === 'rules' && labels.length > 1;
  const isInBlocks = draft.trigger === 'labeled' && draft.layout === 'blocks' && labels.length > 1;
  const isScheduled = draft.trigger === 'scheduled';
  const trigger =
    draft.trigger === 'labeled'
      ? isInBlocks
        ? step.labeledAny(labels)
        : step.labeled(isOneRuleEach ? step.ownLabel : (labels[0] ?? ''))
      : step[draft.trigger];
  return (
    <>
      {isOneRuleEach && <p>{eachRule(labels)}</p>}
      <ol className="recipe-steps">
        <li>{trigger}</li>
        <li>{spaces.length === 0 ? step.everywhere : step.spaces(spaces)}</li>
        {isScheduled && <li>{step.branch}</li>}
        {isInBlocks && (
          <li>
            {step.blocks}
            <ol>
              {labels.map((label) => (
                <li key={label}>{label}</li>
              ))}
            </ol>
          </li>
        )}
        {!isInBlocks && <li>{step.send}</li>}
        <li>{(isInBlocks ? step.handleInBlocks : step.handle)(expectedOf(draft))}</li>
        <li>{step.notify}</li>
      </ol>
      {isScheduled && (
        <>
          <p className="form-note">{atMost}</p>
          <p className="form-note">{noBlocksInBranch}</p>
        </>
      )}
    </>
  );
}

/** The responses that need no notification. */
function expectedOf({ classified }: RecipeDraft): string[] {
  return classified === 'keep' ? ['201', '412'] : ['201'];
}
