import { Disclosure } from '../ui/disclosure';

interface EffectsProps {
  readonly about: string;
  readonly effects: readonly string[];
}

/** The effects of a setting, in a disclosure. */
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
