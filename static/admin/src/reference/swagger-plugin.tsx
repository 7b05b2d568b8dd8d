import type { MouseEvent } from 'react';
import type { Part, Plugin, System } from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { texts } from '../texts';
import { ResponseView } from './response-view';
import type { Reference } from './read-reference';
import { CurlExamples } from './curl-examples';
import type { HttpRequest } from './http-request';
import { PortalTarget, type Portals } from './portals';
import type { SentRequest } from './send-request';
import { resolveSubtree } from './resolve-subtree';
import { HighlightCode, Empty, OperationSummary, OperationTag, RequestBodyText, type Tree } from './swagger-parts';
import { TextParameter } from './text-parameter';

/** Renders Swagger UI, and removes it when the user leaves the page. */
export const LAYOUT = 'Reference';
export const NO_LAYOUT = 'Nothing';

interface PluginOptions extends Reference {
  readonly portals: Portals;
  readonly send: (request: HttpRequest) => Promise<SentRequest>;
}

/**
 * Changes to Swagger UI: requests go through the resolver, each operation shows its curl examples, the app's own
 * component shows the response, Swagger UI never has the key, and its headings start below the heading of the page.
 */
export function createPlugin({ portals, send, ...reference }: PluginOptions): Plugin {
  return ({ getSystem }) => ({
    fn: { fetch: send, resolveSubtree },
    components: {
      [LAYOUT]: createLayout(
        reference,
        inSchemaContext(getSystem, () => Schemas, 0),
      ),
      [NO_LAYOUT]: Empty,
      Model: inSchemaContext(getSystem, () => getSystem().getComponent('OAS31Model'), 1),
      OperationTag,
      OperationSummary,
      HighlightCode,
      JsonSchema_string: TextParameter,
      TextArea: RequestBodyText,
      responses: createResponses(portals),
      authorizeOperationBtn: Empty,
      OperationServers: Empty,
    },
    wrapComponents: {
      parameters: (Original) => withExamples(Original, portals, reference),
      execute: (Original) => withFocusWhileSending(withWarning(Original)),
      clear: withFocusKept,
      TryItOutButton: withFocusKept,
    },
  });
}

type GetComponent = System['getComponent'];

/**
 * The context that a component needs to show schemas. Swagger UI creates it once for all instances and keeps the first
 * one, so schemas would no longer open after the user returns to the page.
 */
function inSchemaContext(getSystem: () => System, getPart: () => Part, defaultExpandedLevels: number): Part {
  let InContext: Part | undefined;
  return function InSchemaContext(props: object) {
    if (InContext === undefined) {
      const { fn, getComponent } = getSystem();
      const { getProperties, isExpandable } = fn.jsonSchema202012;
      const withContext = getComponent('withJSONSchema202012SystemContext') as unknown as WithContext;
      InContext = withContext(getPart(), { config: { defaultExpandedLevels }, fn: { getProperties, isExpandable } });
    }
    return <InContext {...props} />;
  };
}

type WithContext = (part: Part, overrides: { readonly config: object; readonly fn: object }) => Part;

function createLayout({ document: { info } }: Reference, SchemasInContext: Part) {
  return function Layout(props: { readonly getComponent: GetComponent }) {
    const Markdown = props.getComponent('Markdown', true);
    const Operations = props.getComponent('operations', true);
    return (
      <div className="reference">
        <section className="reference-section">
          <h2>
            {info.title} <span className="lozenge">{info.version}</span>
          </h2>
          <Markdown source={info.description} />
        </section>
        <Operations />
        <SchemasInContext {...props} />
      </div>
    );
  };
}

interface SchemasProps {
  readonly getComponent: GetComponent;
  readonly specActions: { requestResolvedSubtree(path: readonly string[]): void };
  readonly specSelectors: { selectSchemas(): Readonly<Record<string, object>> };
}

function Schemas({ getComponent, specActions, specSelectors }: SchemasProps) {
  const Schema = getComponent('JSONSchema202012');
  const resolve = (name: string) => specActions.requestResolvedSubtree(['components', 'schemas', name]);
  return (
    <section className="reference-section">
      <h2>{texts.reference.schemas}</h2>
      <p className="subtle">{texts.reference.schemasIntro}</p>
      {Object.entries(specSelectors.selectSchemas()).map(([name, schema]) => (
        <Schema key={name} name={name} schema={schema} onExpand={() => resolve(name)} />
      ))}
    </section>
  );
}

/**
 * The props of the component that shows the responses of an operation. It passes them on to the component for one
 * response.
 */
interface ResponsesProps {
  readonly path: string;
  readonly method: string;
  readonly responses: Tree;
  readonly request?: Tree;
  readonly tryItOutResponse?: Tree;
  readonly specPath: { push(name: string): unknown };
  readonly producesValue: string;
  readonly getComponent: GetComponent;
}

/** The latest response, then the documented ones. All problems have the same schema, which is shown once below. */
function createResponses(portals: Portals) {
  return function Responses(props: ResponsesProps) {
    const { path, method, responses, request, tryItOutResponse, specPath, producesValue, getComponent } = props;
    const Response = getComponent('response', true);
    const Markdown = getComponent('Markdown', true);
    return (
      <>
        <PortalTarget portals={portals}>
          <ResponseView
            operation={`${method.toUpperCase()} ${path}`}
            request={request?.toJS() as HttpRequest | undefined}
            sent={tryItOutResponse?.toJS() as SentRequest | undefined}
          />
        </PortalTarget>
        <section className="reference-part">
          <h4>{texts.reference.responses}</h4>
          <table className="responses">
            <thead>
              <tr>
                <th scope="col">{texts.reference.code}</th>
                <th scope="col">{texts.reference.description}</th>
              </tr>
            </thead>
            <tbody>
              {[...responses.entrySeq()].map(([code, response]) =>
                Number(code) < 400 ? (
                  <Response
                    key={code}
                    {...props}
                    code={code}
                    response={response}
                    specPath={specPath.push(code)}
                    contentType={producesValue}
                  />
                ) : (
                  <tr key={code}>
                    <td>{code}</td>
                    <td>
                      <Markdown source={response.get('description')} />
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </section>
      </>
    );
  };
}

function withExamples(Original: Part, portals: Portals, reference: Reference): Part {
  return function ParametersAfterExamples(props: { readonly pathMethod: readonly [string, string] }) {
    const [path, method] = props.pathMethod;
    return (
      <>
        <PortalTarget portals={portals}>
          <CurlExamples {...reference} path={path} method={method} />
        </PortalTarget>
        <Original {...props} />
      </>
    );
  };
}

/** A note before the button of a request that can change data. */
function withWarning(Original: Part): Part {
  return function ExecuteAfterWarning(props: { readonly method: string }) {
    return (
      <>
        {!['get', 'head', 'options'].includes(props.method) && (
          <p className="field-help">{texts.reference.changesPages}</p>
        )}
        <Original {...props} />
      </>
    );
  };
}

/** Wraps buttons that disappear when pressed. The first remaining button gets the focus. */
function withFocusKept(Original: Part): Part {
  const focusFirst = ({ currentTarget }: MouseEvent<HTMLElement>) =>
    currentTarget.parentElement?.querySelector('button')?.focus();
  return function FocusKept(props: object) {
    return (
      <div onClick={focusFirst}>
        <Original {...props} />
      </div>
    );
  };
}

/** A disabled button would lose the focus. This one stays enabled and ignores clicks until the response arrives. */
function withFocusWhileSending(Original: Part): Part {
  return function FocusedExecute({ disabled: isSending, ...props }: { readonly disabled: boolean }) {
    const ignore = (event: MouseEvent) => {
      if (isSending) event.stopPropagation();
    };
    return (
      <div aria-busy={isSending} onClickCapture={ignore}>
        <Original {...props} />
      </div>
    );
  };
}
