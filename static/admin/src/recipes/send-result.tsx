import type { ApiAnswer } from '../../../../src/admin/keys/send-api-request';
import { texts } from '../texts';
import { CodeBlock } from '../ui/code-block';
import { Message } from '../ui/message';
import { responseKindOf } from './response-kinds';

const milliseconds = new Intl.NumberFormat();

/** The response of the API, and what it means for a rule. */
export function SendResult({ answer }: { readonly answer: ApiAnswer | undefined }) {
  return (
    <>
      <div role="status">{answer !== undefined && <Meaning answer={answer} />}</div>
      {answer !== undefined && (
        <>
          <p className="recipe-label">{texts.recipes.result.body}</p>
          <CodeBlock
            key={answer.body}
            label={texts.recipes.result.body}
            text={answer.body}
            copyLabel={texts.recipes.result.copyBody}
          />
        </>
      )}
    </>
  );
}

function Meaning({ answer }: { readonly answer: ApiAnswer }) {
  const { result, responses } = texts.recipes;
  const { means, todo } = responses[responseKindOf(answer.status)];
  const isSet = answer.status === 201;
  const problem = isSet ? {} : problemIn(answer.body);
  return (
    <Message
      kind={isSet ? 'information' : 'warning'}
      title={result.title(answer.status, isSet ? result.success : (problem.title ?? ''))}
    >
      {problem.detail !== undefined && <p>{problem.detail}</p>}
      <p>{means}</p>
      <p>{result.todo(todo)}</p>
      <p>{result.duration(milliseconds.format(answer.durationMs))}</p>
    </Message>
  );
}

/** The API's own error text, from problem details (RFC 9457). */
function problemIn(body: string): { readonly title?: string; readonly detail?: string } {
  try {
    return JSON.parse(body) as { readonly title?: string; readonly detail?: string };
  } catch {
    return {};
  }
}
