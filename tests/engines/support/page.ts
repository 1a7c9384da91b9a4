import { Button, By, Key, type Origin, type WebDriver, type WebElement } from 'selenium-webdriver';
import { expect } from 'vitest';
import type { Browser } from './browser.ts';

export type Kind = 'button' | 'link' | 'field' | 'option' | 'heading' | 'tab' | 'menu';

const selectors: Readonly<Record<Kind, string>> = {
  button: 'button, [role=button], summary',
  link: 'a[href]',
  field: 'input, textarea, select',
  option: 'input[type=radio], input[type=checkbox]',
  heading: 'h1, h2, h3',
  tab: '[role=tab]',
  menu: 'select',
};

/** Finds the shown elements of a kind by their name, in the open dialog if there is one. Runs in the page. */
function findByName(selector: string, name: string | RegExpSource): Element[] {
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labelled = labels.map((id) => clean(document.getElementById(id)?.textContent)).join(' ');
    const byLabel = [...((element as HTMLInputElement).labels ?? [])].map((label) => clean(label.innerText)).join(' ');
    const pictures = [...element.querySelectorAll('[aria-label], img[alt]')]
      .map((picture) => picture.getAttribute('aria-label') ?? picture.getAttribute('alt'))
      .join(' ');
    return (
      labelled ||
      clean(element.getAttribute('aria-label')) ||
      byLabel ||
      clean((element as HTMLElement).innerText) ||
      clean(pictures)
    );
  };
  const matches = (text: string) => (typeof name === 'string' ? text === name : new RegExp(name.source).test(text));
  return [...scope.querySelectorAll(selector)].filter(
    (element) =>
      (element.checkVisibility({ visibilityProperty: true }) || element.matches('.visually-hidden')) &&
      matches(nameOf(element)),
  );
}

/**
 * Where a control is, if a press in its middle reaches it; otherwise why not. Runs in the page: drivers press a spot
 * without looking what is there, and WebKit's refuses a field that is not on the screen yet.
 */
function locatePressable(element: Element): string {
  if ((element as HTMLInputElement).disabled || element.getAttribute('aria-disabled') === 'true') return 'disabled';
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return element.contains(hit) ? `at ${x} ${y} ${width} ${height}` : `below ${hit?.outerHTML.slice(0, 80)}`;
}

interface RegExpSource {
  readonly source: string;
}

export type Page = ReturnType<typeof openPage>;

/** What a person does with a page, and what they see. Everything waits until it can be done or seen. */
export function openPage(driver: WebDriver, origin: string) {
  const run = <Result>(script: string | ((...args: never[]) => Result), ...args: unknown[]): Promise<Result> =>
    driver.executeScript(script as string, ...args) as Promise<Result>;

  const find = async (kind: Kind, name: string | RegExp): Promise<WebElement> => {
    let found: WebElement | undefined;
    const wanted = typeof name === 'string' ? name : { source: name.source };
    await expect
      .poll(
        async () => {
          [found] = await run<WebElement[]>(findByName as never, selectors[kind], wanted).catch(() => []);
          return found !== undefined;
        },
        { message: `${kind} ${name}` },
      )
      .toBe(true);
    return found as WebElement;
  };

  /** Finds a control and waits until it can be pressed: enabled, at rest, and below nothing. */
  const findPressable = async (kind: Kind, name: string | RegExp): Promise<WebElement> => {
    let target: WebElement | undefined;
    let last = '';
    await expect
      .poll(
        async () => {
          const element = await find(kind, name);
          const before = last;
          try {
            const isHidden = await run<boolean>('return arguments[0].matches(".visually-hidden")', element);
            target = isHidden ? await run<WebElement>('return arguments[0].closest("label")', element) : element;
            last = await run<string>(locatePressable as never, target);
          } catch (error) {
            // The page has replaced the control since.
            last = String(error);
          }
          return last === before ? last : `moved from ${before} to ${last}`;
        },
        { message: `${kind} ${name} can be pressed` },
      )
      .toMatch(/^at /);
    return target as WebElement;
  };

  const press = (...keys: string[]) => {
    const actions = driver.actions();
    for (const key of keys) actions.sendKeys(key);
    return actions.perform();
  };

  return {
    driver,
    origin,
    run,
    find,

    /** Opens an address in this tab; ends when its document is there. */
    async goto(path: string): Promise<void> {
      await run('window.isOldDocument = true').catch(() => undefined);
      await driver.get(new URL(path, origin).href);
      await expect
        .poll(() =>
          // A new process of the browser starts with an empty document.
          run<boolean>(
            'return !window.isOldDocument && location.protocol !== "about:" && document.readyState !== "loading"',
          ).catch(() => false),
        )
        .toBe(true);
    },

    /** Presses a control with the pointer, as soon as it can be pressed. */
    async click(kind: Kind, name: string | RegExp): Promise<void> {
      await (await findPressable(kind, name)).click();
    },

    /** The same after a pause, as someone who reads first: what charges, deletes or ends something ignores haste. */
    async clickDeliberately(kind: Kind, name: string | RegExp): Promise<void> {
      const target = await findPressable(kind, name);
      await driver.sleep(1300);
      await target.click();
    },

    /** Replaces what is in a field by typing. */
    async fill(name: string | RegExp, text: string): Promise<void> {
      const field = await findPressable('field', name);
      await field.clear();
      await field.sendKeys(text);
    },

    /** Presses keys one after the other, wherever the focus is. */
    press,

    /** Types into whatever has the focus. */
    type: (text: string) => press(...text),

    /** Pastes a text where the focus is, from the clipboard. */
    async paste(browser: Browser, text: string): Promise<void> {
      await browser.copy(text);
      await driver.actions().keyDown(Key.CONTROL).sendKeys('v').keyUp(Key.CONTROL).perform();
    },

    /** Presses Tab until the control has the focus. */
    async tabTo(kind: Kind, name: string | RegExp): Promise<void> {
      const element = await find(kind, name);
      for (let presses = 0; presses < 60; presses += 1) {
        if (await run<boolean>('return arguments[0] === document.activeElement', element)) return;
        await press(Key.TAB);
      }
      throw new Error(`60 presses of Tab do not reach ${kind} ${name}`);
    },

    /** Taps a spot without an element under test, such as the middle of a frame. */
    clickAt: (element: WebElement) =>
      driver
        .actions()
        .move({ origin: element as unknown as Origin })
        .press(Button.LEFT)
        .release(Button.LEFT)
        .perform(),

    /** The text that can be seen. */
    text: () => run<string>('return document.body?.innerText.replace(/\\s+/g, " ") ?? ""').catch(() => ''),

    /** Empty while a section loads: it has its heading already, above its skeleton. */
    heading: () =>
      run<string>('return document.querySelector("body:not(:has(main > .skeleton)) h1")?.innerText ?? ""').catch(
        () => '',
      ),

    /** The path and query of the address. */
    path: () => run<string>('return location.pathname + location.search + location.hash').catch(() => ''),

    title: () => driver.getTitle(),

    /** The text or name of the element with the focus. */
    focused: () =>
      run<string>(`
        const element = document.activeElement;
        const label = element?.labels?.[0]?.innerText;
        return (element?.getAttribute('aria-label') || label || element?.innerText || element?.tagName || '').trim();
      `),

    /** Waits until a text can be seen. */
    async sees(text: string | RegExp): Promise<void> {
      const poll = expect.poll(() => this.text());
      await (typeof text === 'string' ? poll.toContain(text) : poll.toMatch(text));
    },

    async seesNot(text: string): Promise<void> {
      await expect.poll(() => this.text()).not.toContain(text);
    },

    async isAt(path: string | RegExp): Promise<void> {
      const poll = expect.poll(() => this.path());
      await (typeof path === 'string' ? poll.toBe(path) : poll.toMatch(path));
    },

    /** Waits until the screen with this first heading is there. */
    async shows(heading: string): Promise<void> {
      await expect.poll(() => this.heading()).toBe(heading);
    },

    /** Waits until a dialog with this title is open, or none is. */
    async showsDialog(title: string | null): Promise<void> {
      const read = () =>
        run<string | null>('return document.querySelector("dialog:modal :is(h1, h2)")?.innerText ?? null');
      await expect.poll(read).toBe(title);
    },

    /** Waits until a control has the focus. */
    async focuses(kind: Kind, name: string | RegExp): Promise<void> {
      await expect
        .poll(async () => run<boolean>('return arguments[0] === document.activeElement', await find(kind, name)), {
          message: `focus on ${kind} ${name}`,
        })
        .toBe(true);
    },

    async select(name: string | RegExp, option: string): Promise<void> {
      const menu = await find('menu', name);
      await run(
        `const [menu, value] = arguments;
         Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(menu, value);
         menu.dispatchEvent(new Event('change', { bubbles: true }));`,
        menu,
        option,
      );
    },

    /** Opens a second tab on the same browser and runs the steps there. */
    async inNewTab<Result>(steps: () => Promise<Result>): Promise<Result> {
      const first = await driver.getWindowHandle();
      await driver.switchTo().newWindow('tab');
      const result = await steps();
      await driver.close();
      await driver.switchTo().window(first);
      return result;
    },

    frame: (selector: string) => driver.findElement(By.css(selector)),
  };
}
