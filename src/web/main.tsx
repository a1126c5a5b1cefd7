import './lib/no-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadPages } from './app/load-pages.tsx';
import './styles.css';
import './spoken-word.css';
import './first-look.css';

preloadPages(location.pathname, document.documentElement.dataset.visitor === undefined);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
