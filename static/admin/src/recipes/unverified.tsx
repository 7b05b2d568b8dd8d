import { texts } from '../texts';
import { Step } from './step';

/** Assumptions that were not verified on a real site. Admins should know them. */
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
