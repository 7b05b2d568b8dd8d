import { type ReactNode, useId } from 'react';

interface StepProps {
  readonly title: string;
  readonly children: ReactNode;
}

export function Step({ title, children }: StepProps) {
  const id = useId();
  return (
    <section className="recipe-step" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
