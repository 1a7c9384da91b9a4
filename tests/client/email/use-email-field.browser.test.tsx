import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useEmailField } from '../../../client/src/email/use-email-field.ts';
import { EmailField } from '../../../client/src/ui/field.tsx';

function Form() {
  const { validate, error, input } = useEmailField(() => '');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        validate();
      }}
    >
      <EmailField label="Email" {...input} error={error} />
      <button type="submit">Continue</button>
    </form>
  );
}

const field = page.getByRole('textbox', { name: 'Email' });

beforeEach(async () => {
  await render(<Form />);
});

test('tabbing through an empty field shows no error, submitting it does', async () => {
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('enter.emailRequired');
  await expect.element(field).toHaveFocus();
});

test('a malformed address shows its error on blur, and typing clears it', async () => {
  await field.fill('anna@');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('enter.emailInvalid');
  await field.fill('anna@example.com');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
