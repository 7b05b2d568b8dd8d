import { view } from '@forge/bridge';
import { createRoot } from 'react-dom/client';
import './app.css';
import { App } from './app';
import { texts } from './texts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

document.title = texts.app;
// Without the theme the page is still there, in the browser's own colours.
void view.theme.enable().catch(() => undefined);
createRoot(root).render(<App />);
