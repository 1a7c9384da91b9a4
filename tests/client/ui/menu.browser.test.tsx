import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Menu, MenuItem } from '../../../client/src/ui/menu.tsx';

const button = page.getByRole('button', { name: 'Menu' });
const item = page.getByRole('link', { name: 'Help center' });

beforeEach(async () => {
  await render(
    <>
      <input aria-label="Before" />
      <Menu label="Menu" icon="…">
        <MenuItem icon="?" href="#help">
          Help center
        </MenuItem>
      </Menu>
      <input aria-label="After" />
    </>,
  );
  await page.getByRole('textbox', { name: 'Before' }).click();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
});

test('opens by keyboard, with its items next in the tab order', async () => {
  await userEvent.keyboard('{Tab}');
  await expect.element(item).toHaveFocus();
});

test('closes on Esc and focuses its button', async () => {
  await userEvent.keyboard('{Tab}{Escape}');
  await expect.element(item).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
});

test.each([
  ['forward', '{Tab}{Tab}'],
  ['back', '{Shift>}{Tab}{/Shift}'],
])('a menu closes when Tab leaves it: %s', async (_, keys) => {
  await userEvent.keyboard(keys);
  await expect.element(item).not.toBeInTheDocument();
});

test('closes on a click elsewhere', async () => {
  await page.getByRole('textbox', { name: 'After' }).click();
  await expect.element(item).not.toBeInTheDocument();
});
