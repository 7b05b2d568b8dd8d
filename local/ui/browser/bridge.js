/**
 * Forge's script in the frame before the app's own scripts: `__bridge`, which the real @forge/bridge calls.
 * It runs inside the frame, so callbacks in payloads stay functions. Commands without a model are refused by name.
 */
(() => {
  /** The page shell's part of a frame on a page (page-shell.js). Undefined in the admin area. */
  const place = window.parent.surfaceShell?.frameOf(window.frameElement);
  if (place === undefined && window.location.pathname.startsWith('/site/frame/')) {
    throw new Error('This is the frame of a module on a page. Open the page instead.');
  }
  const context =
    place === undefined
      ? fetch('/site/bridge/context').then((response) => response.json())
      : Promise.resolve({ context: place.context, theme: place.theme });

  async function invoke({ functionKey, payload }) {
    const response = await fetch('/site/bridge/invoke', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        functionKey,
        payload,
        ...(place === undefined ? {} : { frame: { token: place.token, ...place.claims } }),
      }),
    });
    const body = await response.json();
    // The frame is replaced, so nothing waits for this call.
    const isConsentNeeded = response.headers.has('X-Consent-Needed');
    if (isConsentNeeded && place?.askConsent !== undefined) return new Promise(place.askConsent);
    if (!response.ok || isConsentNeeded) throw new Error(body.message);
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

  /**
   * An object like that of the package history 4, over the address of the shell: what comes after the module's own
   * address is the path. Shell and frame have the same origin here, so the frame may reach for it.
   */
  function createHistory(base = '/site/admin') {
    const shell = window.parent;
    if (shell.document.documentElement.dataset.frameHistory === 'off') {
      throw new Error('This module has no history on this site.');
    }
    const placeNow = () => ({
      pathname: shell.location.pathname.slice(base.length) || '/',
      search: shell.location.search,
      hash: shell.location.hash,
      state: undefined,
    });
    const listeners = new Set();
    const history = {
      action: 'POP',
      location: placeNow(),
      createHref: ({ pathname = '', search = '', hash = '' }) => base + pathname + search + hash,
      push: (path) => go('pushState', 'PUSH', path),
      replace: (path) => go('replaceState', 'REPLACE', path),
      go: (steps) => shell.history.go(steps),
      goBack: () => shell.history.back(),
      goForward: () => shell.history.forward(),
      listen(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    function notifyAll(action) {
      history.action = action;
      history.location = placeNow();
      for (const listener of listeners) listener(history.location, action);
    }
    function go(method, action, path) {
      const target = typeof path === 'string' ? path : history.createHref(path).slice(base.length);
      shell.history[method](null, '', base + (target === '/' ? '' : target));
      notifyAll(action);
    }
    shell.addEventListener('popstate', () => notifyAll('POP'));
    return history;
  }

  /** The router targets that the app uses. */
  function navigate({ url, target, contentId, type }) {
    if (url !== undefined && type === 'new-tab') return tell('openUrl', { url });
    if (target !== 'contentView' || type !== 'new-tab')
      throw new Error(`The local host does not model going to ${target}, ${type}.`);
    tell('openPage', { contentId });
  }

  /** A request of the frame to Confluence, as the person. */
  async function fetchProduct({ product, restPath, fetchRequestInit: { method = 'GET' } = {} }) {
    if (product !== 'confluence' || method !== 'GET')
      throw new Error(`The local host does not model ${method} to ${product}.`);
    const response = await fetch('/site/bridge/confluence', {
      method: 'POST',
      body: JSON.stringify({ path: restPath }),
    });
    return { status: response.status, statusText: '', headers: {}, body: await response.text() };
  }

  const commands = {
    invoke,
    enableTheming,
    createHistory: () => createHistory(),
    navigate,
    // On a real site, the frame has an origin of its own.
    getContext: async () => {
      const { context: known } = await context;
      // Documented for pages of the site; a site without a history for this module has no address either.
      const isPage = place === undefined && window.parent.document.documentElement.dataset.frameHistory !== 'off';
      const extension = isPage ? { ...known.extension, location: window.parent.location.href } : known.extension;
      return { ...known, extension, siteUrl: window.location.origin };
    },
    showFlag: ({ id, title, description, type }) => tell('showFlag', { id, title, description, type }),
    closeFlag: ({ id }) => tell('closeFlag', { id }),
    fetchProduct,
  };

  /** The commands of a frame on a page. Only a module that is a page itself has an address, and so a history. */
  const placeCommands = place && {
    invoke,
    enableTheming,
    getContext: commands.getContext,
    showFlag: commands.showFlag,
    closeFlag: commands.closeFlag,
    navigate: place.navigate,
    reload: place.reload,
    close: place.close,
    open: place.open,
    refresh: place.refresh,
    submit: place.submit,
    openModal: place.openModal,
    emit: ({ event, payload }) => place.emit(event, payload),
    on: ({ event, callback }) => place.on(event, callback),
    fetchProduct,
    isRovoEnabled: () => false,
    ...(place.address === undefined ? {} : { createHistory: () => createHistory(place.address) }),
  };
  const known = placeCommands ?? commands;

  if (place !== undefined) {
    document.addEventListener('pointerdown', place.pressed);
    document.addEventListener('keydown', ({ key, defaultPrevented }) => {
      // A dialog of the app closes first.
      if (key === 'Escape' && !defaultPrevented && document.querySelector('dialog[open]') === null) place.escape();
    });
    const { documentElement } = document;
    new window.ResizeObserver(() => place.resize(Math.ceil(documentElement.getBoundingClientRect().height))).observe(
      documentElement,
    );
  }

  globalThis.__bridge = {
    async callBridge(command, payload) {
      if (!Object.hasOwn(known, command)) {
        const message = `The local host does not model the bridge command ${command}.`;
        console.error(message);
        throw new Error(message);
      }
      return known[command](payload);
    },
  };
})();
