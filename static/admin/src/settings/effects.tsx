import { Disclosure } from '../ui/disclosure';

interface EffectsProps {
  readonly about: string;
  readonly effects: readonly string[];
}

/** What a setting does and what it does not, for those who ask. */
export function Effects({ about, effects }: EffectsProps) {
  return (
    <Disclosure summary={about}>
      <ul className="section-text">
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </Disclosure>
  );
}
