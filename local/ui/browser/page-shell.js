/**
 * The modules of the app on a page: their frames, and the answers to the bridge commands of those frames. Also loaded on
 * the pages that a module fills. The frames have the origin of the page here, and call `surfaceShell` directly.
 */
(() => {
  /** Confluence and not the app receives this event: a module announces the new text of a byline. */
  const PROPERTY_UPDATED = 'FORGE_CONTENT_PROPERTY_UPDATED';

  const VALIDATE = 'AUTOMATION_ACTION_VALIDATE_RULE_EVENT';

  /** By the iframe element. */
  const frames = new Map();
  let subscriptions = [];

  const surfaceOf = (element) => JSON.parse(element.dataset.surface);

  async function post(path, body) {
    const response = await fetch(`/site/bridge/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    return answer;
  }

  /**
   * Adds the frame of a module to an element.
   * @param surface a module as the server describes it
   * @param place what the frame is part of: `close`, `open` and `submit` if it has them, `escape` for the Escape key,
   *   `resize` for the height of the content, `claims` for what only the browser knows (selectedText, modal),
   *   `asksConsent` false if Confluence shows no question there
   */
  function mount(container, surface, place) {
    const element = document.createElement('iframe');
    const { claims = {} } = place;
    element.title = surface.title;
    const { frameSandbox, frameAllow } = document.documentElement.dataset;
    element.setAttribute('sandbox', frameSandbox);
    element.allow = frameAllow;
    frames.set(element, {
      token: surface.token,
      claims,
      theme: document.documentElement.dataset.theme,
      context: { ...surface.context, extension: { ...surface.context.extension, ...claims } },
      close: (payload) => place.close?.(payload) ?? false,
      open: () => place.open?.() ?? false,
      submit: (payload) => place.submit?.(payload) ?? false,
      askConsent: place.asksConsent === false ? undefined : () => askConsent(element),
      refresh: () => refreshBylines(() => true),
      openModal: (options) => openModal(element, surface, options),
      escape: () => place.escape?.(),
      pressed: () => pressedOutside(element),
      resize: (height) => {
        if (place.resize !== undefined) element.style.height = `${height}px`;
      },
      emit,
      on: (event, callback) => subscribe(element, event, callback),
      navigate,
      reload,
      address: surface.address,
    });
    element.src = surface.resources[surface.resource];
    container.append(element);
    return element;
  }

  /** Asks in place of the frame if the app may act for the person, and loads the frame again once it may. */
  function askConsent(element) {
    if (element.hidden) return;
    element.hidden = true;
    const question = document.createElement('p');
    question.className = 'consent';
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Allow access';
    question.append(`${element.title} needs your permission to act for you. `, button);
    button.addEventListener('click', async () => {
      await post('consent', {});
      question.remove();
      element.hidden = false;
      element.contentWindow.location.reload();
    });
    element.before(question);
  }

  function unmount(container) {
    for (const question of container.querySelectorAll('.consent')) question.remove();
    for (const element of container.querySelectorAll('iframe')) {
      frames.delete(element);
      subscriptions = subscriptions.filter((each) => each.element !== element);
      element.remove();
    }
  }

  const focusWhenLoaded = (element) => element.addEventListener('load', () => element.focus(), { once: true });

  // Events between the frames

  function subscribe(element, event, callback) {
    const subscription = { element, event, callback };
    subscriptions.push(subscription);
    // The rule was refused, so its forms show their problems.
    if (event === VALIDATE && document.querySelector('[data-validating]') !== null) {
      setTimeout(() => callback({ isValidating: true }));
    }
    return {
      unsubscribe: () => {
        subscriptions = subscriptions.filter((each) => each !== subscription);
      },
    };
  }

  /** Reaches every frame of the page, also the one that emits. */
  function emit(event, payload) {
    if (event === PROPERTY_UPDATED) propertyUpdated(payload);
    for (const { callback } of subscriptions.filter((each) => each.event === event)) {
      const copy = payload === undefined ? undefined : JSON.parse(JSON.stringify(payload));
      setTimeout(() => callback(copy));
    }
    return true;
  }

  // Byline

  const chips = [...document.querySelectorAll('[data-testid="byline-forge-app-button"]')];
  const popup = document.getElementById('byline-popup');
  let openChip;

  function showByline(chip, { title, tooltip, icon }) {
    if (typeof title === 'string') chip.querySelector('span').textContent = title;
    if (typeof tooltip === 'string') chip.title = tooltip;
    if (typeof icon === 'string' && icon.startsWith('data:image/')) chip.querySelector('img').src = icon;
  }

  function propertyUpdated(payload) {
    const { propertyKey, valueUpdate } = payload ?? {};
    for (const chip of chips) {
      if (surfaceOf(chip).contentPropertyKey === propertyKey) showByline(chip, valueUpdate ?? {});
    }
  }

  async function refreshBylines(isWanted) {
    const wanted = chips.filter((chip) => isWanted(surfaceOf(chip)));
    await Promise.all(
      wanted.map(async (chip) => showByline(chip, await post('byline', { token: surfaceOf(chip).token }))),
    );
    return true;
  }

  function openPopup(chip) {
    closePopup();
    const surface = surfaceOf(chip);
    const place = { close: closePopup, escape: closePopup, resize: true };
    openChip = chip;
    chip.setAttribute('aria-expanded', 'true');
    if (surface.viewportContainer === 'modal') {
      openDialog(surface, surface.viewportSize, { ...place, closed: closePopup });
      return;
    }
    popup.hidden = false;
    popup.dataset.size = surface.viewportSize;
    popup.setAttribute('aria-label', surface.title);
    focusWhenLoaded(mount(popup, surface, place));
  }

  function closePopup() {
    if (openChip === undefined) return false;
    const chip = openChip;
    openChip = undefined;
    chip.setAttribute('aria-expanded', 'false');
    const hadFocus = popup.contains(document.activeElement) || document.activeElement === document.body;
    unmount(popup);
    popup.hidden = true;
    if (hadFocus) chip.focus();
    // Confluence runs the function of such a byline again when its dialog has closed.
    void refreshBylines(({ token, isDynamic }) => isDynamic && token === surfaceOf(chip).token);
    return true;
  }

  for (const chip of chips) {
    chip.addEventListener('click', () => (openChip === chip ? closePopup() : openPopup(chip)));
  }

  // Dialogs

  /** @param place as for `mount`; `closed` runs when the dialog has closed, with the payload of `view.close` */
  function openDialog(surface, size, place) {
    const before = document.activeElement;
    const dialog = document.createElement('dialog');
    dialog.className = 'app-modal';
    dialog.dataset.size = typeof size === 'string' ? size : 'medium';
    if (typeof size === 'object') {
      dialog.style.width = size.width;
      dialog.style.height = size.height ?? '';
    }
    dialog.setAttribute('aria-label', surface.title);
    const heading = document.createElement('div');
    heading.className = 'modal-title';
    const title = document.createElement('strong');
    title.textContent = surface.title;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Close';
    heading.append(title, button);
    dialog.append(heading);
    document.body.append(dialog);
    let result;
    const close = (payload) => {
      result = payload;
      dialog.close();
      return true;
    };
    const { closesOnEscape = true, closesOnOverlay = true } = place;
    button.addEventListener('click', () => close());
    dialog.addEventListener('cancel', (event) => {
      if (!closesOnEscape) event.preventDefault();
    });
    dialog.addEventListener('pointerdown', (event) => {
      if (event.target === dialog && closesOnOverlay) close();
    });
    dialog.addEventListener('close', () => {
      unmount(dialog);
      dialog.remove();
      if (before?.isConnected) before.focus();
      place.closed?.(result);
    });
    dialog.showModal();
    const escape = () => {
      if (closesOnEscape) close();
    };
    focusWhenLoaded(mount(dialog, surface, { ...place, close, escape, resize: undefined }));
    return close;
  }

  /** The Modal of @forge/bridge: a resource of the app, with a context from the frame that opens it. */
  function openModal(opener, surface, { resource, onClose, size, context, closeOnEscape, closeOnOverlayClick, title }) {
    const wanted = resource ?? surface.resource;
    if (!Object.hasOwn(surface.resources, wanted)) {
      const message = `The manifest has no resource ${wanted}.`;
      console.error(message);
      throw new Error(message);
    }
    openDialog({ ...surface, resource: wanted, title: title === '' ? surface.title : title }, size, {
      claims: { modal: JSON.parse(JSON.stringify(context ?? {})) },
      closesOnEscape: closeOnEscape,
      closesOnOverlay: closeOnOverlayClick,
      // The frame that opened the modal may be closed by now.
      closed: (payload) => setTimeout(() => opener.isConnected && onClose?.(payload)),
    });
    return true;
  }

  // The forms of actions in a rule. Automation stores what a form submits.

  for (const form of document.querySelectorAll('.action-form')) {
    const surface = surfaceOf(form);
    mount(form, surface, {
      submit: async (inputs) => {
        await post('rule', { token: surface.token, inputs });
        return true;
      },
      resize: true,
    });
  }

  // A page that a module fills

  const appPage = document.getElementById('app-page');
  if (appPage !== null) mount(appPage, surfaceOf(appPage), { resize: true });

  // Banner

  const banner = document.getElementById('page-banner');
  if (banner !== null) {
    const show = (isShown) => () => {
      banner.hidden = !isShown;
      return true;
    };
    mount(banner, surfaceOf(banner), { close: show(false), open: show(true), resize: true });
  }

  // Macros

  // Confluence shows no question there (ECO-905).
  for (const macro of document.querySelectorAll('.macro')) {
    mount(macro, surfaceOf(macro), { resize: true, asksConsent: false });
  }

  for (const button of document.querySelectorAll('.edit-macro')) {
    button.addEventListener('click', () => {
      const surface = surfaceOf(button);
      const close = openDialog(surface, 'medium', {
        submit: async (payload) => {
          await post('macro', { token: surface.token, config: payload?.config });
          close();
          window.location.reload();
          return true;
        },
      });
    });
  }

  // ••• menu

  const actions = document.getElementById('page-actions');
  for (const button of actions?.querySelectorAll('button') ?? []) {
    button.addEventListener('click', () => {
      actions.open = false;
      actions.querySelector('summary').focus();
      const surface = surfaceOf(button);
      openDialog(surface, surface.viewportSize, {});
    });
  }
  actions?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !actions.open) return;
    actions.open = false;
    actions.querySelector('summary').focus();
  });

  // Selection menu

  const article = document.querySelector('article');
  const selectionMenu = document.getElementById('selection-menu');
  let selectedText = '';

  function closeSelectionMenu() {
    if (selectionMenu === null || selectionMenu.hidden) return false;
    const hadFocus = selectionMenu.contains(document.activeElement);
    unmount(selectionMenu);
    selectionMenu.hidden = true;
    selectionMenu.classList.remove('is-open');
    if (hadFocus) article.focus();
    return true;
  }

  const isSelectionOpen = () => selectionMenu?.classList.contains('is-open') === true;

  function followSelection() {
    if (isSelectionOpen()) return;
    const selection = document.getSelection();
    const range = selection?.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
    selectedText = selection?.toString().trim() ?? '';
    if (range === undefined || selectedText === '' || !article.contains(range.commonAncestorContainer)) {
      // The menu stays while it has the focus, so that a click on it finds it.
      if (!selectionMenu.contains(document.activeElement)) closeSelectionMenu();
      return;
    }
    selectionMenu.hidden = false;
    const { bottom } = range.getBoundingClientRect();
    const { top } = selectionMenu.offsetParent.getBoundingClientRect();
    selectionMenu.style.top = `${Math.round(bottom - top + 4)}px`;
  }

  if (selectionMenu !== null) {
    document.addEventListener('selectionchange', followSelection);
    // A press on a button would clear the selection.
    selectionMenu.addEventListener('pointerdown', (event) => event.preventDefault());
    selectionMenu.addEventListener('mousedown', (event) => event.preventDefault());
    for (const button of selectionMenu.querySelectorAll('button')) {
      button.addEventListener('click', () => {
        const surface = surfaceOf(button);
        unmount(selectionMenu);
        selectionMenu.classList.add('is-open');
        selectionMenu.dataset.size = surface.viewportSize;
        focusWhenLoaded(
          mount(selectionMenu, surface, {
            claims: { selectedText },
            close: closeSelectionMenu,
            escape: closeSelectionMenu,
            resize: true,
          }),
        );
      });
    }
  }

  // What closes the open parts

  /** @param target an element of the page, or the frame in which the press was */
  function pressedOutside(target) {
    if (target.closest('dialog') !== null) return;
    if (openChip !== undefined && !popup.contains(target) && !openChip.contains(target)) closePopup();
    if (actions?.open && !actions.contains(target)) actions.open = false;
    if (isSelectionOpen() && !selectionMenu.contains(target)) closeSelectionMenu();
  }
  document.addEventListener('pointerdown', ({ target }) => pressedOutside(target));
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || document.querySelector('dialog[open]') !== null) return;
    closePopup();
    closeSelectionMenu();
  });

  // Navigation

  /** The URL of a page works with any space key. The page itself has the right one. */
  const TARGETS = {
    contentView: ({ contentId }) => `/site/spaces/OPEN/pages/${contentId}`,
    contentEdit: ({ contentId }) => `/site/spaces/OPEN/pages/edit-v2/${contentId}`,
    spaceView: ({ spaceKey }) => `/site/spaces/${spaceKey}`,
  };

  function navigate({ url, target, type, ...rest }) {
    if (url === undefined && !Object.hasOwn(TARGETS, target)) {
      throw new Error(`The local host does not model going to ${target}, ${type}.`);
    }
    const address = new window.URL(url ?? TARGETS[target](rest), window.location.origin);
    if (!['http:', 'https:', 'mailto:'].includes(address.protocol)) {
      throw new Error(`The local host does not model going to a ${address.protocol} URL.`);
    }
    if (type === 'new-tab') window.open(address.href, '_blank', 'noopener');
    else window.location.assign(address.href);
    return true;
  }

  /** `router.reload()`: loads the page of the frame again. */
  function reload() {
    window.location.reload();
    return true;
  }

  window.surfaceShell = { frameOf: (element) => frames.get(element) };
})();
