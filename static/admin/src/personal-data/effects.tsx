import { texts } from '../texts';

/** The effects of an erasure. */
export function Effects() {
  return (
    <ul className="section-text">
      {texts.personalData.effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  );
}
