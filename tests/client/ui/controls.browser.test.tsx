import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from '../../../client/src/ui/button.tsx';
import { CopyButton } from '../../../client/src/ui/copy-button.tsx';
import { Countdown } from '../../../client/src/ui/countdown.tsx';
import { Dialog } from '../../../client/src/ui/dialog.tsx';
import { Switch } from '../../../client/src/ui/switch.tsx';
import { type ToastItem, ToastQueue } from '../../../client/src/ui/toast.tsx';
import { Tooltip } from '../../../client/src/ui/tooltip.tsx';

describe('an inactive button with a tooltip', () => {
  const reason = 'Select a country first.';
  const button = page.getByRole('button', { name: 'Download' });
  const bubble = page.getByRole('tooltip', { name: reason });
  const onClick = vi.fn();

  beforeEach(async () => {
    onClick.mockClear();
    await render(
      <div style={{ padding: '100px' }}>
        <Tooltip text={reason}>
          {(id) => (
            <Button aria-disabled aria-describedby={id} onClick={onClick}>
              Download
            </Button>
          )}
        </Tooltip>
      </div>,
    );
  });

  test('stays in the tab order, gives its reason and does nothing', async () => {
    await userEvent.keyboard('{Tab}{Enter}');
    await expect.element(button).toHaveFocus();
    await expect.element(button).toHaveAccessibleDescription(reason);
    expect(onClick).not.toHaveBeenCalled();
  });

  test('shows the tooltip on focus and hides it on Esc', async () => {
    await userEvent.keyboard('{Tab}');
    await expect.element(bubble).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(bubble).not.toBeInTheDocument();
  });

  test('shows the tooltip on hover, and while the pointer is on it', async () => {
    await button.hover();
    await expect.element(bubble).toBeVisible();
    await bubble.hover();
    await expect.element(bubble).toBeVisible();
    await userEvent.unhover(bubble);
    await expect.element(bubble).not.toBeInTheDocument();
  });
});

describe('a switch', () => {
  const control = page.getByRole('switch', { name: 'Adblock' });

  function Setting({ disabledReason }: { disabledReason?: string }) {
    const [checked, setChecked] = useState(false);
    return <Switch label="Adblock" checked={checked} onChange={setChecked} disabledReason={disabledReason} />;
  }

  test('is toggled by Space', async () => {
    await render(<Setting />);
    await userEvent.keyboard('{Tab} ');
    await expect.element(control).toBeChecked();
  });

  test('that is disabled gives its reason and keeps its state', async () => {
    await render(<Setting disabledReason="Not with streaming" />);
    await userEvent.keyboard('{Tab} ');
    await expect.element(control).not.toBeChecked();
    await expect.element(control).toHaveAccessibleDescription('Not with streaming');
  });
});

describe('over time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function Toasts() {
    const [toasts, setToasts] = useState<readonly ToastItem[]>([
      { id: 1, tone: 'ok', content: 'Device was deleted' },
      { id: 2, tone: 'bad', content: 'Deletion failed' },
    ]);
    return (
      <ToastQueue
        toasts={toasts}
        closeLabel="Close"
        onDismiss={(id) => setToasts((shown) => shown.filter((toast) => toast.id !== id))}
      />
    );
  }
  const good = page.getByRole('status').filter({ hasText: 'Device was deleted' });
  const bad = page.getByRole('alert').filter({ hasText: 'Deletion failed' });

  test('toasts appear one at a time, each for four seconds', async () => {
    await render(<Toasts />);
    await vi.advanceTimersByTimeAsync(3_900);
    await expect.element(good).toBeVisible();
    await expect.element(bad).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(200);
    await expect.element(bad).toBeVisible();
  });

  test('a focused toast stays', async () => {
    await render(<Toasts />);
    await userEvent.keyboard('{Tab}');
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(good).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(bad).toBeVisible();
  });

  /** How often screen readers have been given the text. */
  function countAnnouncements(region: Element): () => number {
    let count = 0;
    new MutationObserver((records) => {
      for (const { addedNodes } of records) count += addedNodes.length;
    }).observe(region, { childList: true, subtree: true });
    return () => count;
  }

  test('a toast waits below a dialog, and is announced when the dialog closes', async () => {
    const covered = (
      <>
        <Dialog title="Add new device" />
        <Toasts />
      </>
    );
    const uncovered = (
      <>
        {null}
        <Toasts />
      </>
    );
    const { rerender } = await render(<Dialog title="Add new device" />);
    await rerender(covered);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(page.getByText('Device was deleted')).toBeInTheDocument();
    const announced = countAnnouncements(page.getByText('Device was deleted').element().closest('.toasts') as Element);
    await rerender(uncovered);
    await expect.element(good).toBeVisible();
    expect(announced()).toBe(1);
    await vi.advanceTimersByTimeAsync(3_900);
    await expect.element(good).toBeVisible();
    await rerender(covered);
    await vi.advanceTimersByTimeAsync(10_000);
    await rerender(uncovered);
    await expect.element(good).toBeVisible();
    await vi.advanceTimersByTimeAsync(200);
    await expect.element(bad).toBeVisible();
  });

  test('a toast waits until its tab is shown', async () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await render(<Toasts />);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect.element(good).toBeInTheDocument();
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(3_900);
    await expect.element(good).toBeVisible();
    await vi.advanceTimersByTimeAsync(200);
    await expect.element(bad).toBeVisible();
    hidden.mockRestore();
  });

  test.each(['{Escape}', '{Enter}'])('a toast closed by %s returns the focus', async (key) => {
    await render(
      <>
        <Button>Unlink</Button>
        <Toasts />
      </>,
    );
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(good.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(page.getByRole('button', { name: 'Unlink' })).toHaveFocus();
  });

  test('a countdown is announced only at its end', async () => {
    await render(<Countdown deadline={Date.now() + 59_000} endedText="You can resend now" />);
    const timer = page.getByRole('timer');
    await expect.element(timer).toHaveAttribute('aria-live', 'off');
    await vi.advanceTimersByTimeAsync(30_000);
    await expect.element(timer).toHaveTextContent('0:29');
    await expect.element(page.getByRole('status')).toBeEmptyDOMElement();
    await vi.advanceTimersByTimeAsync(30_000);
    await expect.element(timer).toHaveTextContent('0:00');
    await expect.element(page.getByRole('status')).toHaveTextContent('You can resend now');
  });

  test('a copy button copies its text and says so for 2.5 seconds', async () => {
    await render(
      <CopyButton text="u7f3k9-r1" label="Copy" copiedLabel="Copied" refusedText="Not allowed" name="Copy username" />,
    );
    await page.getByRole('button', { name: 'Copy username' }).click();
    await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('u7f3k9-r1');
    await vi.advanceTimersByTimeAsync(2_600);
    await expect.element(page.getByRole('button', { name: 'Copy username' })).toBeVisible();
  });

  test('a copy button shows and selects its text, with a notice, when the browser refuses to copy', async () => {
    const refusal = vi
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await render(<CopyButton text="u7f3k9-r1" label="Copy" copiedLabel="Copied" refusedText="Not allowed" />);
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect.element(page.getByRole('status').filter({ hasText: 'Not allowed' })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Copy' })).toHaveFocus();
    expect(getSelection()?.toString()).toBe('u7f3k9-r1');
    refusal.mockRestore();
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    await expect.element(page.getByText('Not allowed')).not.toBeInTheDocument();
  });
});
