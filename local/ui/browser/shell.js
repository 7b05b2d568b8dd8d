/** The choices in the header, and the flags that the app shows. */
document.querySelector('.choice select').addEventListener('change', (event) => event.target.form.requestSubmit());

// The app changes the URL without a new page. A choice returns to the current URL.
for (const form of document.querySelectorAll('header form')) {
  form.addEventListener('submit', () => {
    form.action = `/site/choice?back=${encodeURIComponent(window.location.pathname)}`;
  });
}

const flags = document.getElementById('flags');
const FLAG_MS = 8_000;

window.addEventListener('message', ({ origin, data }) => {
  if (origin !== window.location.origin) return;
  // The URL of a page works with any space key. The page itself has the right one.
  if (data.command === 'openPage') window.open(`/site/spaces/OPEN/pages/${data.payload.contentId}`);
  // The app opens its own pages only, so it never leads to another site.
  if (data.command === 'openUrl' && data.payload.url.startsWith(`${window.location.origin}/`))
    window.open(data.payload.url);
  if (data.command === 'closeFlag') document.getElementById(`flag-${data.payload.id}`)?.remove();
  if (data.command !== 'showFlag') return;
  const { id, title, description } = data.payload;
  const flag = document.createElement('section');
  flag.id = `flag-${id}`;
  const heading = document.createElement('strong');
  heading.textContent = title;
  const text = document.createElement('p');
  text.textContent = description ?? '';
  flag.append(heading, text);
  flags.append(flag);
  setTimeout(() => flag.remove(), FLAG_MS);
});
