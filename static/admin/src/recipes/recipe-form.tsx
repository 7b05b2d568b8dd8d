import { lazy, Suspense, useMemo, useState } from 'react';
import type { CreatedKey } from '../../../../src/admin/issue-key';
import type { ApiAnswer, ApiRequest } from '../../../../src/admin/send-api-request';
import { texts } from '../texts';
import { useFocusOnErrors } from '../ui/form';
import { ConfirmDialog } from './confirm-dialog';
import { FieldsStep } from './fields-step';
import type { Ingredients } from './ingredients';
import { isUsable, keyDraftFor, keyIdIn, needsOf, rankKeys } from './key-fit';
import { KeyStep } from './key-step';
import { pageIdIn } from '../page-address';
import { checkRecipe, NEW_RECIPE, type RecipeDraft, type RecipeErrors, sendingsOf } from './recipe-draft';
import { levelPath } from '../level-path';
import { TryStep } from './try-step';
import { Unverified } from './unverified';
import { apiRequestFor, webRequestFor } from './web-request';
import { WhatStep } from './what-step';
import { WhenStep } from './when-step';

const CreateDialog = lazy(() => import('../keys/create-dialog'));

/** What is about to be sent. */
interface Asked {
  readonly pageId: string;
  readonly levelName: string;
  readonly request: ApiRequest;
}

/** The steps. An error is said once its field was left, or when somebody wants to go on. */
export function RecipeForm({ ingredients }: { readonly ingredients: Ingredients }) {
  const { levels, baseUrl } = ingredients;
  const [keys, setKeys] = useState(ingredients.keys);
  const [draft, setDraft] = useState(NEW_RECIPE);
  const [keyId, setKeyId] = useState('');
  const [secret, setSecret] = useState('');
  const [page, setPage] = useState('');
  const [chosen, setChosen] = useState(0);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [attempt, setAttempt] = useState<RecipeErrors>({});
  const [asked, setAsked] = useState<Asked>();
  const [answer, setAnswer] = useState<ApiAnswer>();
  const [isCreating, setIsCreating] = useState(false);
  const fields = useFocusOnErrors<HTMLDivElement>(attempt);

  const recipeErrors = checkRecipe(draft);
  const isComplete = Object.keys(recipeErrors).length === 0;
  const found: RecipeErrors = {
    ...recipeErrors,
    ...checkSecret(secret, keyId, keys),
    ...checkPage(page),
  };
  const errors = Object.fromEntries(Object.entries(found).filter(([field]) => left.has(field)));
  const sendings = useMemo(() => sendingsOf(draft, levels), [draft, levels]);
  const sending = sendings[chosen] ?? sendings[0];
  const ranked = rankKeys(keys, needsOf(draft, levels), new Date());

  /** An answer belongs to what was sent: it goes when anything of that changes. */
  const renew =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setAnswer(undefined);
      set(value);
    };
  const change = renew((changes: Partial<RecipeDraft>) => setDraft({ ...draft, ...changes }));
  const leave = (field: string) => setLeft(new Set([...left, field]));
  /** Says everything that is wrong, and leads to the first of it. @returns whether nothing is */
  const insist = (wrong: RecipeErrors) => {
    setLeft(new Set([...left, ...Object.keys(wrong)]));
    setAttempt({ ...wrong });
    return Object.keys(wrong).length === 0;
  };
  const send = () => {
    const pageId = pageIdIn(page);
    if (!insist(found) || sending === undefined || pageId === undefined) return;
    setAnswer(undefined);
    setAsked({
      pageId,
      levelName: levelPath(sending.target, levels),
      request: apiRequestFor(webRequestFor(baseUrl, sending.target, draft.classified, secret), pageId),
    });
  };
  const paste = renew((value: string) => {
    setSecret(value);
    const pasted = keyIdIn(value);
    if (keyId === '' && ranked.some(({ key }) => key.keyId === pasted)) setKeyId(pasted ?? '');
  });
  const keep = ({ key, ...created }: CreatedKey) => {
    setKeys([...keys, created]);
    setKeyId(created.keyId);
    setSecret(key);
  };

  return (
    <div className="recipe" ref={fields}>
      <WhenStep draft={draft} errors={errors} onChange={change} />
      <WhatStep
        draft={draft}
        errors={errors}
        levels={levels}
        isQueryReady={found['label'] === undefined && found['spaces'] === undefined}
        onChange={change}
        onLeft={leave}
      />
      <KeyStep
        ranked={ranked}
        isNeedKnown={isComplete}
        accounts={ingredients.accounts}
        keyId={keyId}
        secret={secret}
        errors={errors}
        onChoose={setKeyId}
        onSecret={paste}
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
        choices={
          isComplete
            ? sendings.map(({ label, target }) => texts.recipes.whichOption(label, levelPath(target, levels)))
            : []
        }
        chosen={sending === sendings[chosen] ? chosen : 0}
        answer={answer}
        onPage={renew(setPage)}
        onChoose={renew(setChosen)}
        onLeft={leave}
        onSend={send}
      />
      <Unverified />
      {asked !== undefined && (
        <ConfirmDialog
          {...asked}
          classified={draft.classified}
          levels={levels}
          onAnswer={(value) => {
            setAnswer(value);
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      <Suspense fallback={null}>
        {isCreating && (
          <CreateDialog
            names={{ levels, spaces: new Map(), accounts: ingredients.accounts }}
            start={keyDraftFor(draft)}
            onCreated={keep}
            onClose={() => setIsCreating(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function checkSecret(secret: string, keyId: string, keys: Ingredients['keys']): RecipeErrors {
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
