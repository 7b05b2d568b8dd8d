import { texts } from '../texts';
import { CodeBlock } from '../ui/code-block';
import { Message } from '../ui/message';
import { toCurl } from './curl';
import type { HttpRequest } from './http-request';
import type { SentRequest } from './send-request';

interface AnswerProps {
  /** `POST /v1/page-level`. Makes the element IDs of operations unique. */
  readonly operation: string;
  readonly request: HttpRequest | undefined;
  readonly sent: SentRequest | undefined;
}

const milliseconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 });

/** The result of “Try it out”. The status line exists from the start, so that screen readers announce its changes. */
export function ResponseView({ operation, request, sent }: AnswerProps) {
  const isAnswered = sent !== undefined && !('failure' in sent);
  return (
    <section className={sent === undefined ? undefined : 'reference-part'}>
      {sent !== undefined && <h4>{texts.reference.answer}</h4>}
      <p role="status" className="answer-status">
        {isAnswered && texts.reference.status(sent.status, milliseconds.format(sent.durationMs))}
      </p>
      {sent !== undefined && 'failure' in sent && (
        <Message kind="error" title={texts.reference.notSent}>
          <p>{sent.failure}</p>
        </Message>
      )}
      {isAnswered && <Problem status={sent.status} text={sent.text} />}
      {isAnswered && (
        <>
          <h5>{texts.reference.body}</h5>
          {sent.text === '' ? (
            <p className="subtle">{texts.reference.noBody}</p>
          ) : (
            <CodeBlock
              label={texts.reference.bodyOf(operation)}
              text={indented(sent.text)}
              copied={sent.text}
              copyLabel={texts.reference.copyBodyOf(operation)}
            />
          )}
          <h5>{texts.reference.headers}</h5>
          <dl className="answer-headers">
            {Object.entries(sent.headers).map(([name, values]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{values.join(', ')}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {request !== undefined && sent !== undefined && (
        <>
          <h5>{texts.reference.sentRequest}</h5>
          <CodeBlock
            label={texts.reference.sentCurlOf(operation)}
            text={toCurl(request)}
            copyLabel={texts.reference.copySentCurlOf(operation)}
          />
        </>
      )}
    </section>
  );
}

/** The title and detail of an error. */
function Problem({ status, text }: { readonly status: number; readonly text: string }) {
  const problem = status < 400 ? undefined : (parsed(text) as { title?: unknown; detail?: unknown } | undefined);
  if (typeof problem?.title !== 'string') return null;
  return (
    <Message kind="error" title={problem.title}>
      {typeof problem.detail === 'string' && <p>{problem.detail}</p>}
    </Message>
  );
}

function indented(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
