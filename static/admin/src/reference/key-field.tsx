import Button from '@atlaskit/button/new';
import { type RefObject, useState } from 'react';
import { texts } from '../texts';
import { Field } from '../ui/field';

interface KeyFieldProps {
  /** Only this element contains the key. React would write the value of a controlled input into an attribute. */
  readonly input: RefObject<HTMLInputElement>;
}

/** The key for “Try it out”. It is removed when the user leaves the page. */
export function KeyField({ input }: KeyFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const [isEmpty, setIsEmpty] = useState(true);
  const [isForgotten, setIsForgotten] = useState(false);
  const forget = () => {
    if (input.current === null) return;
    input.current.value = '';
    input.current.focus();
    setIsShown(false);
    setIsEmpty(true);
    setIsForgotten(true);
  };
  return (
    <div className="key-field">
      <Field label={texts.reference.key} help={texts.reference.keyHelp}>
        {({ id, 'aria-describedby': describedBy }) => (
          <div className="copy-line key-line">
            <input
              ref={input}
              id={id}
              className="code-input"
              type={isShown ? 'text' : 'password'}
              autoComplete="off"
              spellCheck={false}
              aria-describedby={describedBy}
              onChange={({ target }) => {
                setIsEmpty(target.value === '');
                setIsForgotten(false);
              }}
            />
            <Button isDisabled={isEmpty} onClick={() => setIsShown(!isShown)}>
              {isShown ? texts.reference.hideKey : texts.reference.showKey}
            </Button>
            <Button isDisabled={isEmpty} onClick={forget}>
              {texts.reference.forgetKey}
            </Button>
          </div>
        )}
      </Field>
      <p className="visually-hidden" role="status">
        {isForgotten ? texts.reference.keyForgotten : ''}
      </p>
    </div>
  );
}
