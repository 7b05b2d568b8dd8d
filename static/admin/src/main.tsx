import { view } from '@forge/bridge';
import { createRoot } from 'react-dom/client';
import './app.css';
import { App } from './app';
import { texts } from './texts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');

document.title = texts.app;
// Without the theme, the page still renders in the browser's own colors.
void view.theme.enable().catch(() => undefined);
createRoot(root).render(<App />);
