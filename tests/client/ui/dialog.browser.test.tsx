import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../../../client/src/ui/button.tsx';
import { Dialog } from '../../../client/src/ui/dialog.tsx';

interface PageProps {
  closable?: boolean;
  busy?: boolean;
  /** Whether the button that opened the dialog disappears meanwhile. */
  losesOpener?: boolean;
}

/** A page with a button that opens a dialog. */
function Page({ closable = true, busy = false, losesOpener = false }: PageProps) {
  const [open, setOpen] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>Devices</h1>
      {!(open && losesOpener) && <Button onClick={() => setOpen(true)}>Open</Button>}
      <Button>Behind</Button>
      {open && (
        <Dialog
          title="Unlink this device?"
          onClose={closable ? () => setOpen(false) : undefined}
          closeLabel="Close"
          busy={busy}
          actions={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button variant="danger">Unlink device</Button>
            </>
          }
        />
      )}
    </main>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Unlink this device?' });

test('focuses its title when it opens', async () => {
  await render(<Page />);
  await button('Open').click();
  await expect.element(dialog().getByRole('heading')).toHaveFocus();
});

test('keeps the focus inside', async () => {
  const screen = await render(<Page />);
  await button('Open').click();
  const behind = [...screen.container.querySelectorAll('button')].find(({ textContent }) => textContent === 'Behind');
  behind?.focus();
  await expect.element(dialog().getByRole('heading')).toHaveFocus();
  for (const name of ['Close', 'Cancel', 'Unlink device']) {
    await userEvent.keyboard('{Tab}');
    await expect.element(button(name)).toHaveFocus();
  }
});

test('closes on Esc and returns the focus to the button that opened it', async () => {
  await render(<Page />);
  await button('Open').click();
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button('Open')).toHaveFocus();
});

test('focuses the page title when the button that opened it is gone', async () => {
  await render(<Page losesOpener />);
  await button('Open').click();
  await button('Cancel').click();
  await expect.element(dialog()).not.toBeInTheDocument();
  // The button is back, but it is another element.
  await expect.element(page.getByRole('heading', { name: 'Devices' })).toHaveFocus();
});

test.each([
  ['without a close button', { closable: false }],
  ['while it is busy', { busy: true }],
])('ignores Esc %s, however often it is pressed', async (_, props) => {
  await render(<Page {...props} />);
  await button('Open').click();
  for (let times = 0; times < 3; times += 1) await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).toBeVisible();
  await expect.element(dialog()).toHaveAttribute('open');
});

test('a suspended dialog frees the page and keeps its content', async () => {
  const Suspended = ({ suspended }: { suspended: boolean }) => (
    <Dialog title="Change payment method" suspended={suspended}>
      <input aria-label="Name" />
    </Dialog>
  );
  const { rerender } = await render(<Suspended suspended={false} />);
  await page.getByRole('textbox', { name: 'Name' }).fill('Anna');
  await rerender(<Suspended suspended />);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await rerender(<Suspended suspended={false} />);
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Anna');
});
