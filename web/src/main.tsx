import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { allowLibraryStyles } from './app/style-nonce.ts';
import { onFirstInteraction } from './lib/first-interaction.ts';

allowLibraryStyles();
onFirstInteraction(() => {
  void import('./lib/service-worker.ts').then(({ prepareOffline }) => prepareOffline()).catch(() => {});
});
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
