import Button from '@atlaskit/button/new';
import type { ReactNode } from 'react';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';

interface CannotRotateProps {
  readonly title: string;
  /** An alternative to rotation. */
  readonly action?: { readonly label: string; readonly onClick: () => void };
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Replaces the form. Explains why the key cannot be rotated, and what to do instead. */
export function CannotRotate({ title, action, onClose, children }: CannotRotateProps) {
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button appearance={action === undefined ? 'primary' : 'subtle'} onClick={onClose}>
            {texts.close}
          </Button>
          {action !== undefined && (
            <Button appearance="primary" onClick={action.onClick}>
              {action.label}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  );
}
