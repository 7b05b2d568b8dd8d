import { lazy, Suspense, useMemo, useState } from 'react';
import type { CreatedKey } from '../../../../src/admin/keys/issue-key';
import type { ApiAnswer, ApiRequest } from '../../../../src/admin/keys/send-api-request';
import { texts } from '../texts';
import { useFocusOnErrors } from '../ui/form';
import { SetLevelDialog } from './set-level-dialog';
import { FieldsStep } from './fields-step';
import type { RecipeData } from './recipe-data';
import { isUsable, keyDraftFor, keyIdIn, needsOf, rankKeys } from './key-fit';
import { KeyStep } from './key-step';
import { pageIdIn } from '../page-address';
import { checkRecipe, NEW_RECIPE, type RecipeDraft, type RecipeErrors, sendActionsOf } from './recipe-draft';
import { levelPath } from '../level-path';
import { TryStep } from './try-step';
import { apiRequestFor, webRequestFor } from './web-request';
import { CreatedKeyDialog } from '../keys/created-key-dialog';
import { WhatStep } from './what-step';
import { WhenStep } from './when-step';

const CreateDialog = lazy(() => import('../keys/create-dialog'));

/** The request that the user must confirm. */
interface PendingRequest {
  readonly pageId: string;
  readonly levelName: string;
  readonly request: ApiRequest;
}

/** The steps of a recipe. */
export function RecipeForm({ data }: { readonly data: RecipeData }) {
  const { levels, baseUrl, accounts } = data;
  const recipe = useRecipe(data);
  const { draft, keyId, secret, page, chosen, found, recipeErrors, sendings, sending, ranked, answer } = recipe;
  const { fields, errors, leave, insist } = useShownErrors(found);
  const [asked, setAsked] = useState<PendingRequest>();
  const [isCreating, setIsCreating] = useState(false);
  const isComplete = Object.keys(recipeErrors).length === 0;
  const send = () => {
    if (!insist(found)) return;
    recipe.setAnswer(undefined);
    setAsked(testRequest(recipe, data));
  };
  return (
    <div className="recipe" ref={fields}>
      <WhenStep draft={draft} errors={errors} onChange={recipe.change} />
      <WhatStep
        draft={draft}
        errors={errors}
        levels={levels}
        isQueryReady={found['label'] === undefined && found['spaces'] === undefined}
        onChange={recipe.change}
        onFieldBlur={leave}
      />
      <KeyStep
        ranked={ranked}
        isNeedKnown={isComplete}
        accounts={accounts}
        keyId={keyId}
        secret={secret}
        errors={errors}
        onChoose={recipe.setKeyId}
        onSecret={recipe.paste}
        onLeft={leave}
        onCreate={() => setIsCreating(true)}
      />
      <FieldsStep
        draft={draft}
        sendings={sendings}
        levels={levels}
        baseUrl={baseUrl}
        secret={found['secret'] === undefined ? secret : ''}
        missing={Object.values(recipeErrors)}
        onGoToMissing={() => insist(recipeErrors)}
      />
      <TryStep
        page={page}
        errors={errors}
        choices={isComplete ? choicesOf(sendings, levels) : []}
        chosen={sending === sendings[chosen] ? chosen : 0}
        answer={answer}
        onPage={recipe.setPage}
        onChoose={recipe.setChosen}
        onLeft={leave}
        onSend={send}
      />
      {asked !== undefined && (
        <SetLevelDialog
          {...asked}
          classified={draft.classified}
          levels={levels}
          onAnswer={(value) => {
            recipe.setAnswer(value);
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {isCreating && <NewKey data={data} draft={draft} onCreated={recipe.keep} onClose={() => setIsCreating(false)} />}
    </div>
  );
}

function testRequest(
  { draft, secret, page, sending }: ReturnType<typeof useRecipe>,
  { levels, baseUrl }: RecipeData,
): PendingRequest | undefined {
  const pageId = pageIdIn(page);
  if (sending === undefined || pageId === undefined) return undefined;
  const request = webRequestFor(baseUrl, sending.target, draft.classified, secret);
  return { pageId, levelName: levelPath(sending.target, levels), request: apiRequestFor(request, pageId) };
}

interface NewKeyProps {
  readonly data: RecipeData;
  readonly draft: RecipeDraft;
  readonly onCreated: (created: CreatedKey) => void;
  readonly onClose: () => void;
}

/** Creates a key with the settings that the recipe needs. */
function NewKey({ data: { levels, accounts }, draft, onCreated, onClose }: NewKeyProps) {
  const [created, setCreated] = useState<CreatedKey>();
  if (created !== undefined) return <CreatedKeyDialog created={created} onClose={onClose} />;
  return (
    <Suspense fallback={null}>
      <CreateDialog
        names={{ levels, spaces: new Map(), accounts }}
        start={keyDraftFor(draft)}
        onCreated={(value) => {
          setCreated(value);
          onCreated(value);
        }}
        onClose={onClose}
      />
    </Suspense>
  );
}

/** The state of the recipe, the key and the test page. */
function useRecipe(data: RecipeData) {
  const { levels } = data;
  const [keys, setKeys] = useState(data.keys);
  const [draft, setDraft] = useState(NEW_RECIPE);
  const [keyId, setKeyId] = useState('');
  const [secret, setSecret] = useState('');
  const [page, setPage] = useState('');
  const [chosen, setChosen] = useState(0);
  const [answer, setAnswer] = useState<ApiAnswer>();

  const recipeErrors = checkRecipe(draft);
  const found: RecipeErrors = { ...recipeErrors, ...checkSecret(secret, keyId, keys), ...checkPage(page) };
  const sendings = useMemo(() => sendActionsOf(draft, levels), [draft, levels]);
  const ranked = rankKeys(keys, needsOf(draft, levels), new Date());

  /** Clears the response to a test, because it belongs to the request that was sent. */
  const renew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setAnswer(undefined);
      set(value);
    };
  return {
    draft,
    change: renew((changes: Partial<RecipeDraft>) => setDraft({ ...draft, ...changes })),
    keyId,
    setKeyId,
    secret,
    /** Also chooses the key, if none is chosen. */
    paste: renew((value: string) => {
      setSecret(value);
      const pasted = keyIdIn(value);
      if (keyId === '' && ranked.some(({ key }) => key.keyId === pasted)) setKeyId(pasted ?? '');
    }),
    /** Uses a key that was just created. */
    keep: ({ key, ...created }: CreatedKey) => {
      setKeys([...keys, created]);
      setKeyId(created.keyId);
      setSecret(key);
    },
    page,
    setPage: renew(setPage),
    chosen,
    setChosen: renew(setChosen),
    answer,
    setAnswer,
    recipeErrors,
    found,
    sendings,
    sending: sendings[chosen] ?? sendings[0],
    ranked,
  };
}

/** Shows the error of a field after the user leaves it, or tries to continue. */
function useShownErrors(found: RecipeErrors) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState<RecipeErrors>({});
  const fields = useFocusOnErrors<HTMLDivElement>(attempt);
  return {
    fields,
    errors: Object.fromEntries(Object.entries(found).filter(([field]) => left.has(field))),
    leave: (field: string) => setLeft(new Set([...left, field])),
    /** Shows all errors, and focuses the first one. @returns true without errors */
    insist: (wrong: RecipeErrors) => {
      setLeft(new Set([...left, ...Object.keys(wrong)]));
      setAttempt({ ...wrong });
      return Object.keys(wrong).length === 0;
    },
  };
}

function choicesOf(sendings: ReturnType<typeof sendActionsOf>, levels: RecipeData['levels']): string[] {
  return sendings.map(({ label, target }) => texts.recipes.whichOption(label, levelPath(target, levels)));
}

function checkSecret(secret: string, keyId: string, keys: RecipeData['keys']): RecipeErrors {
  const { missing } = texts.recipes;
  if (secret === '') return { secret: missing.secret };
  const pasted = keyIdIn(secret);
  if (pasted === undefined) return { secret: missing.notAKey };
  const key = keys.find((each) => each.keyId === pasted);
  if (key !== undefined && !isUsable(key)) return { secret: missing.deadKey(key.name) };
  if (keyId === '' || keyId === pasted) return {};
  return { secret: missing.otherKey(key?.name ?? texts.recipes.masked(pasted)) };
}

function checkPage(page: string): RecipeErrors {
  const { missing } = texts.recipes;
  if (page.trim() === '') return { page: missing.page };
  return pageIdIn(page) === undefined ? { page: missing.notAPage } : {};
}
