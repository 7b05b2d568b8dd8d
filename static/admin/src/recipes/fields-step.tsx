import Button from '@atlaskit/button/new';
import { Fragment } from 'react';
import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { CodeBlock } from '../ui/code-block';
import { Message } from '../ui/message';
import { RESPONSE_KINDS } from './response-kinds';
import { CopyLine, CopyLines } from './copy-lines';
import { cqlFor } from './cql';
import { keyIdIn } from './key-fit';
import type { RecipeDraft, SendAction } from './recipe-draft';
import { RuleSteps } from './rule-steps';
import { Step } from './step';
import { levelPath } from '../level-path';
import { webRequestFor } from './web-request';
import { Table } from '../ui/table';

interface FieldsStepProps {
  readonly draft: RecipeDraft;
  /** Empty: the draft is incomplete. */
  readonly sendings: readonly SendAction[];
  readonly levels: readonly Level[];
  readonly baseUrl: string;
  /** '': not pasted yet. */
  readonly secret: string;
  /** The errors of earlier steps. */
  readonly missing: readonly string[];
  readonly onGoToMissing: () => void;
}

export function FieldsStep({ draft, sendings, levels, baseUrl, secret, missing, onGoToMissing }: FieldsStepProps) {
  const { recipes } = texts;
  const [first] = sendings;
  if (missing.length > 0 || first === undefined) {
    return (
      <Step title={recipes.fieldsStep}>
        <Message kind="information" title={recipes.incomplete}>
          <ul>
            {[...new Set(missing)].map((entry) => (
              <li key={entry}>{entry}</li>
            ))}
          </ul>
          <Button onClick={onGoToMissing}>{recipes.goToMissing}</Button>
        </Message>
      </Step>
    );
  }
  const { url, method, headers } = webRequestFor(baseUrl, first.target, draft.classified, secret);
  const keyId = keyIdIn(secret);
  return (
    <Step title={recipes.fieldsStep}>
      <p className="form-note">{recipes.terms}</p>
      <h3>{recipes.steps}</h3>
      <RuleSteps draft={draft} sendings={sendings} />

      <h3>{recipes.request}</h3>
      <CopyLines>
        <CopyLine name={recipes.url} text={url} />
        <CopyLine name={recipes.method} text={method} hasCopy={false} />
        {headers.map(({ name, value, isSecret }, index) => (
          <Fragment key={name}>
            <CopyLine name={recipes.header(index + 1, recipes.headerName)} text={name} isHalf />
            {isSecret ? (
              <CopyLine
                name={recipes.header(index + 1, recipes.headerValue)}
                text={keyId === undefined ? recipes.noSecret : recipes.masked(keyId)}
                copied={value}
                hasCopy={keyId !== undefined}
                isHalf
              >
                <p className="field-help">{recipes.hidden}</p>
              </CopyLine>
            ) : (
              <CopyLine name={recipes.header(index + 1, recipes.headerValue)} text={value} isHalf />
            )}
          </Fragment>
        ))}
        <CopyLine name={recipes.bodyKind} text={recipes.bodyKindValue} hasCopy={false} />
      </CopyLines>
      {sendings.map((sending) => (
        <BodyFields
          key={sending.label}
          sending={sending}
          body={webRequestFor(baseUrl, sending.target, draft.classified, secret).body}
          levelName={levelPath(sending.target, levels)}
          hasCondition={draft.trigger === 'labeled' && draft.layout === 'blocks' && sendings.length > 1}
        />
      ))}
      <p className="form-note">{recipes.bodyHelp}</p>
      <CopyLines>
        <CopyLine name={recipes.wait} text={recipes.waitValue} hasCopy={false}>
          <p className="field-help">{recipes.waitHelp}</p>
        </CopyLine>
        <CopyLine name={recipes.status} text="{{webResponse.status}}" />
      </CopyLines>

      <h3>{recipes.responsesTitle}</h3>
      <AnswerTable />
    </Step>
  );
}

interface BodyFieldsProps {
  readonly sending: SendAction;
  readonly body: string;
  readonly levelName: string;
  readonly hasCondition: boolean;
}

function BodyFields({ sending: { label }, body, levelName, hasCondition }: BodyFieldsProps) {
  const { recipes } = texts;
  const name = label === '' ? recipes.bodyFor(levelName) : recipes.bodyOfLabel(label, levelName);
  return (
    <div className="recipe-body">
      {hasCondition && (
        <CopyLines>
          <CopyLine name={recipes.conditionOfLabel(label)} text={cqlFor({ label, spaceKeys: [] })} />
        </CopyLines>
      )}
      <p className="recipe-label">{name}</p>
      <CodeBlock key={body} label={name} text={body} copyLabel={recipes.copyNamed(name)} />
    </div>
  );
}

function AnswerTable() {
  const { responseColumns, responses, responsesTitle, responseNames } = texts.recipes;
  return (
    <Table caption={responsesTitle} headings={[responseColumns.status, responseColumns.means, responseColumns.todo]}>
      {RESPONSE_KINDS.map((answer) => (
        <tr key={answer}>
          <th scope="row">{responseNames[answer]}</th>
          <td data-label={responseColumns.means}>{responses[answer].means}</td>
          <td data-label={responseColumns.todo}>{responses[answer].todo}</td>
        </tr>
      ))}
    </Table>
  );
}
