/// <reference types="vite/client" />
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { AlertBox } from '../../../client/src/ui/alert-box.tsx';

const render = (props: Partial<Parameters<typeof AlertBox>[0]>) =>
  renderToStaticMarkup(<AlertBox title="T" {...props} />);

describe('AlertBox', () => {
  test('treats a description as long from 51 characters', () => {
    expect(render({ description: 'x'.repeat(50) })).not.toContain('is-long');
    expect(render({ description: 'x'.repeat(51) })).toContain('is-long');
  });

  test('shows title, text, action and footer in this order', () => {
    const text = render({ description: 'D', action: <a href="/x">A</a>, footer: 'F' }).replace(/<[^>]*>/g, '');
    expect(text).toBe('TDAF');
  });

  test('shows the icon of its tone, or none', () => {
    expect(render({ tone: 'success' })).toContain('glyph--ok');
    expect(render({ tone: 'error' })).toContain('glyph--danger');
    expect(render({})).not.toContain('<svg');
  });
});
