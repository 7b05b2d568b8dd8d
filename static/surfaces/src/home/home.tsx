/** The page in the Apps menu: what waits for this person. */
export function Home() {
  return <h1>Classification</h1>;
}
