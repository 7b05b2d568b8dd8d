/**
 * What Forge puts into the frame before the app's own scripts: `__bridge`, in which the real @forge/bridge ends.
 * It stands inside the frame, so callbacks in payloads stay functions. What is not modelled is refused by name.
 */
(() => {
  const context = fetch('/site/bridge/context').then((response) => response.json());

  async function invoke({ functionKey, payload }) {
    const response = await fetch('/site/bridge/invoke', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ functionKey, payload }),
    });
    const body = await response.json();
    if (!response.ok) throw new Error(body.message);
    return body;
  }

  /** Tokens come as a style sheet of the same origin: the policy allows no inline styles. */
  async function enableTheming() {
    const { context: seen, theme } = await context;
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = '/site/theme.css';
    const loaded = new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = reject;
    });
    document.head.append(link);
    await loaded;
    document.documentElement.dataset.colorMode = seen.theme.colorMode;
    document.documentElement.dataset.theme = theme;
    return true;
  }

  /** To the shell, which shows it. */
  function tell(command, payload) {
    window.parent.postMessage({ command, payload }, window.location.origin);
    return true;
  }

  const commands = {
    invoke,
    enableTheming,
    getContext: async () => (await context).context,
    showFlag: ({ id, title, description, type }) => tell('showFlag', { id, title, description, type }),
    closeFlag: ({ id }) => tell('closeFlag', { id }),
  };

  globalThis.__bridge = {
    async callBridge(command, payload) {
      if (!Object.hasOwn(commands, command)) {
        const message = `The local host does not model the bridge command ${command}.`;
        console.error(message);
        throw new Error(message);
      }
      return commands[command](payload);
    },
  };
})();
