/** The form of an action in a rule. */
export function ActionForm() {
  return <h1>Classification</h1>;
}
