/** The settings of a space, for its admins. */
export function SpaceSettings() {
  return <h1>Classification</h1>;
}
