import { view } from '@forge/bridge';
import { createRoot } from 'react-dom/client';
import './app.css';
import { App } from './app';
import { texts } from './texts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

document.title = texts.app;
// The theme has the sizes of all distances, so content would move when it arrives. Without a theme, the page still renders in
// the browser's own colors.
root.hidden = true;
void view.theme
  .enable()
  .catch(() => undefined)
  .finally(() => {
    root.hidden = false;
  });
createRoot(root).render(<App />);
