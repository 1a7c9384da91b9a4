import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CodeInput } from '../../../client/src/ui/code-input.tsx';

const field = page.getByRole('textbox', { name: 'Code' });

interface FormProps {
  initial?: string;
  error?: string;
  busy?: boolean;
  onComplete?: (code: string) => void;
}

function Form({ initial = '', error, busy, onComplete }: FormProps) {
  const [code, setCode] = useState(initial);
  return (
    <CodeInput
      label="Code"
      value={code}
      onChange={setCode}
      error={error}
      {...(busy && { busy })}
      {...(onComplete && { onComplete })}
    />
  );
}

async function paste(text: string) {
  await navigator.clipboard.writeText(text);
  await userEvent.paste();
}

test('a pasted email text leaves only its code', async () => {
  await render(<Form initial="12" />);
  await field.click();
  await paste('In 2026 your code is 987 654.');
  await expect.element(field).toHaveValue('987654');
});

test('a complete code is submitted once, and again after it was retyped', async () => {
  const onComplete = vi.fn();
  await render(<Form onComplete={onComplete} />);
  await field.click();
  await paste('987654');
  await paste('987654');
  expect(onComplete).toHaveBeenCalledTimes(1);
  await userEvent.keyboard('{Backspace}4');
  expect(onComplete.mock.calls).toEqual([['987654'], ['987654']]);
});

test('an error selects the code to be typed over, and describes the field', async () => {
  const { rerender } = await render(<Form initial="407182" />);
  await rerender(<Form initial="407182" error="Wrong code" />);
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription('Wrong code');
  await userEvent.keyboard('5');
  await expect.element(field).toHaveValue('5');
});

test('a code that is being checked cannot be changed', async () => {
  await render(<Form initial="407182" busy />);
  await field.click();
  await userEvent.keyboard('{Backspace}');
  await expect.element(field).toHaveValue('407182');
});
