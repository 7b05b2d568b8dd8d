interface KeyLinkProps {
  readonly label: string;
  readonly keyId: string;
  readonly onShow: (keyId: string) => void;
}

/** From a key to the one that took its place, or whose place it took. They have one name, so it is the id that tells. */
export function KeyLink({ label, keyId, onShow }: KeyLinkProps) {
  return (
    <span className="line key-link">
      {label}{' '}
      <button type="button" className="link" onClick={() => onShow(keyId)}>
        <code>pclsk_{keyId}_…</code>
      </button>
    </span>
  );
}
