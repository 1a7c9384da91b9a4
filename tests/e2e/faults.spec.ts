import { type Call, type CallName, calls } from '#shared/calls.ts';
import { fallbackSteps } from './fault-fallbacks.ts';
import { accountFaultSteps } from './fault-steps-account.ts';
import { billingFaultSteps } from './fault-steps-billing.ts';
import { devicesFaultSteps } from './fault-steps-devices.ts';
import { breakCall, cellsOf } from './support/break-call.ts';
import { createFaultPictures, expectDesigned, expectSettled } from './support/fault-state.ts';
import { expect, test } from './support/test.ts';

const faultSteps = [...accountFaultSteps, ...billingFaultSteps, ...devicesFaultSteps];

test.use({ expectedConsole: [[/status of [45]\d\d/, /ERR_/, /launch 'skerry/], { scope: 'test' }] });
// Each test walks a dozen failures, some with pages of their own.
test.describe.configure({ timeout: 180_000 });

test('every call that the client makes is in the tables', () => {
  const walked = new Set([...faultSteps, ...fallbackSteps].map(({ call }) => `${call.method} ${call.path}`));
  const sent = (Object.entries(calls) as [CallName, Call][]).filter(
    // The gateway itself exchanges permanent tokens, which are in the addresses of pages.
    ([name, { access, redirects }]) => access !== 'gateway' && !redirects && name !== 'signInWithPermanentToken',
  );
  expect(sent.filter(([, { method, path }]) => !walked.has(`${method} ${path}`)).map(([name]) => name)).toEqual([]);
});

for (const step of faultSteps) {
  const cells = cellsOf(step);
  const walked = cells.filter(({ fault }) => step.ends?.[fault] === undefined);

  test(`${step.name}: every failure is explained, keeps the input, and the next step works`, async ({
    page,
    context,
    stack,
  }) => {
    const broken = await breakCall(page, step);
    const picture = createFaultPictures(step.name);
    let kept: unknown;
    let opened = false;
    for (const cell of walked) {
      const { fault, name } = cell;
      await test.step(name, async () => {
        if (opened) await step.settle?.(page);
        if (opened || step.isRead) broken.set(cell);
        const before = broken.count();
        if (!opened) {
          await step.open(page, stack);
          kept = await step.kept?.(page);
          broken.set(cell);
        }
        if (fault === 'offline') {
          await context.setOffline(true);
          await step.act(page, stack);
          await expect(step.says(page)).toBeVisible();
          await picture(page, fault);
          broken.set({ fault: 'failing', body: null });
          await context.setOffline(false);
          // The page may repeat the call by itself, one task after the event.
          await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
        } else {
          if (opened || !step.isRead) await step.act(page, stack);
          await expect.poll(broken.count).toBeGreaterThan(before);
          if (fault === 'slow') {
            await expect(step.busy(page)).toBeVisible();
            await picture(page, fault);
            broken.release();
            await expect(step.done(page)).toBeVisible();
            return expectDesigned(page);
          }
          await expect(step.says(page)).toBeVisible();
        }
        opened = true;
        await expectSettled(page);
        await expectDesigned(page);
        await picture(page, fault);
        expect(await step.kept?.(page)).toEqual(kept);
      });
    }
  });

  for (const cell of cells) {
    const ended = step.ends?.[cell.fault];
    if (!ended) continue;
    test(`${step.name}: ${cell.name} ends the step, and the page shows what comes next`, async ({ page, stack }) => {
      const broken = await breakCall(page, step);
      if (step.isRead) broken.set(cell);
      await step.open(page, stack);
      broken.set(cell);
      if (!step.isRead) await step.act(page, stack);
      await expect.poll(broken.count).toBeGreaterThan(0);
      await expect(ended(page)).toBeVisible();
      await expectDesigned(page);
      await createFaultPictures(step.name)(page, cell.fault);
    });
  }
}

for (const step of fallbackSteps) {
  test(`${step.name}: whatever it fails with, the rest of the page works`, async ({ page, context, stack }) => {
    const broken = await breakCall(page, step);
    const picture = createFaultPictures(step.name);
    await step.prepare(page, stack);
    for (const cell of cellsOf(step)) {
      const { fault, name } = cell;
      if (step.never?.includes(fault)) continue;
      await test.step(name, async () => {
        broken.set(cell);
        const before = broken.count();
        await step.open?.(page, stack);
        await context.setOffline(fault === 'offline');
        await step.act?.(page, fault);
        if (fault !== 'offline') await expect.poll(broken.count).toBeGreaterThan(before);
        if (fault === 'slow' && step.busy) {
          await expect(step.busy(page)).toBeVisible();
          broken.release();
          await expect(step.done(page)).toBeVisible();
        } else await step.expectFallback(page, fault);
        await context.setOffline(false);
        await expectSettled(page);
        await expectDesigned(page);
        await picture(page, fault);
        broken.release();
      });
    }
  });
}
