import { texts } from '../texts';
import { CodeBlock } from '../ui/code-block';
import type { Reference } from './read-reference';
import { toCurl } from './curl';
import { exampleRequests } from './example-requests';

interface CurlExamplesProps extends Reference {
  readonly path: string;
  readonly method: string;
}

/** The examples of an operation as shell commands. */
export function CurlExamples({ document, baseUrl, path, method }: CurlExamplesProps) {
  const examples = exampleRequests(document, baseUrl, path, method);
  const operation = `${method.toUpperCase()} ${path}`;
  return (
    <section className="reference-part">
      <h4>{texts.reference.example(examples.length)}</h4>
      {examples.map(({ title, request }) => {
        const name = title === undefined ? operation : `${operation}, ${title}`;
        return (
          <div key={name}>
            {title !== undefined && <p className="subtle">{title}</p>}
            <CodeBlock
              label={texts.reference.curlOf(name)}
              text={toCurl(request)}
              copyLabel={texts.reference.copyCurlOf(name)}
            />
          </div>
        );
      })}
    </section>
  );
}
