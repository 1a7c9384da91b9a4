import { beforeEach, expect, test, vi } from 'vitest';

let page: EventTarget;
let root: EventTarget;
let browserWindow: EventTarget;
let now = 0;
let isUnhurriedPress: () => boolean;
let noteShown: () => void;

beforeEach(async () => {
  page = new EventTarget();
  root = new EventTarget();
  browserWindow = new EventTarget();
  vi.stubGlobal('addEventListener', browserWindow.addEventListener.bind(browserWindow));
  now = 0;
  vi.stubGlobal('document', Object.assign(page, { documentElement: root }));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.resetModules();
  ({ isUnhurriedPress, noteShown } = await import('../../../client/src/session/press-guard.ts'));
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

/** An event that happens now. */
const eventOf = (type: string, pointerType?: string): Event =>
  Object.defineProperty(Object.assign(new Event(type), { pointerType }), 'timeStamp', { value: now });

function happen(type: string, at: number): void {
  now = at;
  page.dispatchEvent(eventOf(type));
}

const press = (at: number): boolean => {
  happen('click', at);
  return isUnhurriedPress();
};
const pressAll = (...times: number[]): boolean[] => times.map(press);

test('the third press within 1.2 seconds is none', () => {
  expect(pressAll(5000, 5600, 6200, 6801)).toEqual([true, true, false, true]);
});

test('as long as presses follow each other fast, all are none', () => {
  expect(pressAll(5000, 5200, 5400, 5600, 5800, 6000)).toEqual([true, true, false, false, false, false]);
  expect(press(7300)).toBe(true);
});

test('a press that the page was busy for counts when it happened', () => {
  pressAll(5000, 5200);
  happen('click', 5400);
  now = 9000;
  expect(isUnhurriedPress()).toBe(false);
});

test('a press on a label is one press, though its control gets one, too', () => {
  expect(pressAll(5000, 5000, 5600)).toEqual([true, true, true]);
});

test('opening the page and making it visible each count as a press', () => {
  expect(pressAll(400, 1000)).toEqual([true, false]);
  expect(press(5000)).toBe(true);
  happen('visibilitychange', 9000);
  expect(pressAll(9340, 9840)).toEqual([false, false]);
});

test('a press in the first 0.7 seconds of the page or a question is none', () => {
  happen('visibilitychange', 5000);
  expect(press(5700)).toBe(false);
  expect(press(8000)).toBe(true);
  now = 10_000;
  noteShown();
  expect(press(10_700)).toBe(false);
  expect(press(10_701)).toBe(true);
});

/** The mouse, a finger or a pen enters the page, or leaves it. */
function cross(type: 'pointerenter' | 'pointerleave', pointerType: string, at: number): void {
  now = at;
  root.dispatchEvent(eventOf(type, pointerType));
}
const enter = (pointerType: string, at: number) => cross('pointerenter', pointerType, at);

function focusPage(at: number): void {
  now = at;
  browserWindow.dispatchEvent(eventOf('focus'));
}

/** The whole press, which takes 80 ms. */
function pressWith(pointerType: string, at: number): boolean {
  now = at;
  page.dispatchEvent(eventOf('pointerdown', pointerType));
  return press(at + 80);
}

test('a press in the first 0.7 seconds after the mouse has entered the page is ignored', () => {
  enter('mouse', 5000);
  expect(press(5700)).toBe(false);
  expect(press(5701)).toBe(true);
});

test('the mouse enters again only after it has left', () => {
  enter('mouse', 5000);
  enter('mouse', 9000);
  expect(press(9001)).toBe(true);
  cross('pointerleave', 'touch', 12_000);
  enter('mouse', 12_001);
  expect(press(12_002)).toBe(true);
  cross('pointerleave', 'mouse', 15_000);
  enter('mouse', 15_001);
  expect(press(15_002)).toBe(false);
});

test('a press that the page was busy for is compared with when the mouse entered', () => {
  now = 5000;
  const entered = eventOf('pointerenter', 'mouse');
  now = 6500;
  const pressed = eventOf('click');
  now = 7000;
  root.dispatchEvent(entered);
  page.dispatchEvent(pressed);
  expect(isUnhurriedPress()).toBe(true);
});

test('a finger and most pens enter the page when they press', () => {
  for (const [pointerType, at] of [
    ['touch', 9000],
    ['pen', 12_000],
  ] as const) {
    enter(pointerType, at);
    expect(pressWith(pointerType, at + 1)).toBe(true);
  }
});

test('a press with a finger or a pen in the first 0.7 seconds after the page has got the focus is ignored', () => {
  for (const [pointerType, at] of [
    ['touch', 9000],
    ['pen', 12_000],
  ] as const) {
    focusPage(at);
    expect(pressWith(pointerType, at + 700)).toBe(false);
    expect(pressWith(pointerType, at + 1500)).toBe(true);
  }
});

test('a page that gets the focus from the press itself takes it, and so it does with the mouse', () => {
  now = 5000;
  page.dispatchEvent(eventOf('pointerdown', 'touch'));
  focusPage(5040);
  expect(press(5080)).toBe(true);
  focusPage(9000);
  expect(pressWith('mouse', 9100)).toBe(true);
});
