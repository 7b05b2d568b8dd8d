import { KeysPage } from './keys/keys-page';

/** The administration of the app: one page so far. */
export function App() {
  return (
    <main className="page">
      <KeysPage />
    </main>
  );
}
