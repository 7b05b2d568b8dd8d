import { texts } from '../texts';
import { Step } from './step';

/** Nothing of this was seen on a real site: an admin should know before they rely on it. */
export function Unverified() {
  const { unverified, unverifiedTitle } = texts.recipes;
  return (
    <Step title={unverifiedTitle}>
      <ul className="recipe-unverified">
        {unverified.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    </Step>
  );
}
