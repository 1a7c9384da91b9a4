import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../src/theme/theme.css';
import { Actions } from './actions.tsx';
import { Choices } from './choices.tsx';
import { Fields } from './fields.tsx';
import { Lists } from './lists.tsx';
import { Messages } from './messages.tsx';
import { Overlays } from './overlays.tsx';
import './gallery.css';

const theme = new URLSearchParams(location.search).get('theme');
if (theme) document.documentElement.dataset.theme = theme;

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
createRoot(root).render(
  <StrictMode>
    <main className="gallery">
      <h1 className="h1">Components and states</h1>
      <Actions />
      <Fields />
      <Choices />
      <Messages />
      <Lists />
      <Overlays />
    </main>
  </StrictMode>,
);
