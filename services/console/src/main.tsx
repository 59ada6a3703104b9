import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { reloadWhenOutdated } from './app/reload-when-outdated';
import { showTheme } from './app/theme';
import './app/theme.css';
import './app/app.css';

showTheme();
reloadWhenOutdated();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to be drawn in.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
