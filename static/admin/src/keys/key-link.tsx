interface KeyLinkProps {
  readonly label: string;
  readonly keyId: string;
  readonly onShow: (keyId: string) => void;
}

/** A link to the previous or next key of a rotation. Shows the ID, because both keys have the same name. */
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
