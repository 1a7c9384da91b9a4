import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Tabs } from '../../../client/src/ui/tabs.tsx';

const tab = (name: string) => page.getByRole('tab', { name });

function Devices() {
  const [kind, setKind] = useState('desktop');
  return (
    <Tabs
      label="Device type"
      tabs={[
        { id: 'desktop', label: 'Desktop' },
        { id: 'mobile', label: 'Mobile' },
        { id: 'router', label: 'Router' },
      ]}
      selected={kind}
      onSelect={setKind}
    >
      <input aria-label={`Name of the ${kind}`} />
    </Tabs>
  );
}

beforeEach(async () => {
  await render(<Devices />);
  await tab('Desktop').click();
});

test.each([
  ['the right arrow', '{ArrowRight}', 'Mobile'],
  ['the left arrow, around the end,', '{ArrowLeft}', 'Router'],
  ['the right arrow, around the end,', '{End}{ArrowRight}', 'Desktop'],
  ['Home', '{ArrowRight}{Home}', 'Desktop'],
  ['End', '{End}', 'Router'],
])('%s moves the focus and selects', async (_, keys, name) => {
  await userEvent.keyboard(keys);
  await expect.element(tab(name)).toHaveFocus();
  await expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('tabpanel', { name })).toBeVisible();
});

test('the tabs are one tab stop, and the panel comes next', async () => {
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('textbox', { name: 'Name of the desktop' })).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(tab('Desktop')).toHaveFocus();
});
