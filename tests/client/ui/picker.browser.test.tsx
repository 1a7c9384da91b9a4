import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Picker, PickerRow } from '../../../client/src/ui/picker.tsx';

const cities = ['Berlin', 'Frankfurt', 'Munich'];

/** France, Germany with three cities, Greece; Frankfurt is chosen unless it is filtered out. */
function Locations() {
  const [open, setOpen] = useState(true);
  const [city, setCity] = useState('Frankfurt');
  const [filtered, setFiltered] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setFiltered(true)}>
        Filter
      </button>
      <Picker label="Locations">
        <PickerRow title="France" tabStop={filtered} checked={city === 'France'} onClick={() => setCity('France')} />
        {!filtered && <PickerRow title="Germany" expanded={open} tabStop={!open} onClick={() => setOpen(!open)} />}
        {!filtered &&
          open &&
          cities.map((name) => (
            <PickerRow
              key={name}
              nested
              title={name}
              checked={city === name}
              tabStop={city === name}
              onClick={() => setCity(name)}
            />
          ))}
        <PickerRow title="Greece" tabStop={false} checked={city === 'Greece'} onClick={() => setCity('Greece')} />
      </Picker>
      <input aria-label="After" />
    </>
  );
}

const row = (name: string) => page.getByRole('radio', { name });
const group = page.getByRole('button', { name: 'Germany' });
const after = page.getByRole('textbox', { name: 'After' });

/** Moves the focus into the picker by Tab. */
async function enter() {
  await render(<Locations />);
  page.getByRole('button', { name: 'Filter' }).element().focus();
  await userEvent.keyboard('{Tab}');
}

test('Tab reaches the chosen row', async () => {
  await enter();
  await expect.element(row('Frankfurt')).toHaveFocus();
});

test('the picker is one tab stop, and Tab returns to the row that had the focus', async () => {
  await enter();
  await userEvent.keyboard('{ArrowDown}{Tab}');
  await expect.element(after).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(row('Munich')).toHaveFocus();
});

test.each([
  ['down', '{ArrowDown}', 'Munich'],
  ['up', '{ArrowUp}', 'Berlin'],
  ['to the first row', '{Home}', 'France'],
  ['to the last row', '{End}', 'Greece'],
  ['by letters', 'mu', 'Munich'],
])('keys move the focus %s', async (_, keys, name) => {
  await enter();
  await userEvent.keyboard(keys);
  await expect.element(row(name)).toHaveFocus();
});

test('a repeated letter moves from match to match', async () => {
  await enter();
  await userEvent.keyboard('g');
  await expect.element(row('Greece')).toHaveFocus();
  // Longer than the time in which letters form one prefix.
  await new Promise((resolve) => setTimeout(resolve, 700));
  await userEvent.keyboard('g');
  await expect.element(group).toHaveFocus();
});

test('Left closes a group and Right opens it', async () => {
  await enter();
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(group).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(row('Berlin')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(row('Berlin')).toBeVisible();
});

test('when the row that had the focus disappears, Tab reaches the default row again', async () => {
  await enter();
  await userEvent.keyboard('{ArrowDown}');
  await page.getByRole('button', { name: 'Filter' }).click();
  await expect.element(row('Munich')).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(row('France')).toHaveFocus();
});
