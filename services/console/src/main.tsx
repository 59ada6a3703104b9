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
if (!root) throw new Error('index.html has no element with the id root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
