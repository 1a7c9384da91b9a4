import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ResendButton } from '../../../client/src/email/resend-button.tsx';
import { clearResendDeadlines, startResendCountdown } from '../../../client/src/email/resend-deadline.ts';

const button = page.getByRole('button', { name: 'Resend' });

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  startResendCountdown('anna@shop.example');
  await render(<ResendButton countdown="anna@shop.example" send={() => Promise.resolve(true)} problem={null} />);
});

afterEach(() => {
  vi.useRealTimers();
  clearResendDeadlines();
});

test('the button waits for 59 seconds', async () => {
  await vi.advanceTimersByTimeAsync(58_000);
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await vi.advanceTimersByTimeAsync(1_100);
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true');
});

test('a clock that is set back does not make the button wait longer', async () => {
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(1_100);
  await expect.element(button).not.toHaveAttribute('aria-disabled', 'true');
});
