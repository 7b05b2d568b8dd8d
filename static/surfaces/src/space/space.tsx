/** The page of a space: its pages by level. */
export function SpaceHome() {
  return <h1>Classification</h1>;
}
