import { connect, type Socket } from 'node:net';
import { error as webDriverErrors } from 'selenium-webdriver';
import type { Command, Executor } from 'selenium-webdriver/lib/command.js';

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** Selenium's command names and those of Firefox's Marionette socket, which takes the same parameters. */
const marionetteNames: Readonly<Record<string, string>> = {
  get: 'WebDriver:Navigate',
  getCurrentUrl: 'WebDriver:GetCurrentURL',
  goBack: 'WebDriver:Back',
  goForward: 'WebDriver:Forward',
  refresh: 'WebDriver:Refresh',
  getTitle: 'WebDriver:GetTitle',
  executeScript: 'WebDriver:ExecuteScript',
  executeAsyncScript: 'WebDriver:ExecuteAsyncScript',
  findElement: 'WebDriver:FindElement',
  findElements: 'WebDriver:FindElements',
  getElementProperty: 'WebDriver:GetElementProperty',
  clickElement: 'WebDriver:ElementClick',
  clearElement: 'WebDriver:ElementClear',
  sendKeysToElement: 'WebDriver:ElementSendKeys',
  actions: 'WebDriver:PerformActions',
  clearActions: 'WebDriver:ReleaseActions',
  switchToFrame: 'WebDriver:SwitchToFrame',
  switchToWindow: 'WebDriver:SwitchToWindow',
  newWindow: 'WebDriver:NewWindow',
  getCurrentWindowHandle: 'WebDriver:GetWindowHandle',
  getWindowHandles: 'WebDriver:GetWindowHandles',
  close: 'WebDriver:CloseWindow',
  setWindowRect: 'WebDriver:SetWindowRect',
  screenshot: 'WebDriver:TakeScreenshot',
  setTimeout: 'WebDriver:SetTimeouts',
  getCookies: 'WebDriver:GetCookies',
  addCookie: 'WebDriver:AddCookie',
  deleteCookie: 'WebDriver:DeleteCookie',
  deleteAllCookies: 'WebDriver:DeleteAllCookies',
  getAccessibleName: 'WebDriver:GetComputedLabel',
  getAriaRole: 'WebDriver:GetComputedRole',
  setContext: 'Marionette:SetContext',
  newSession: 'WebDriver:NewSession',
  quit: 'Marionette:Quit',
};

type Response = readonly [type: 1, id: number, error: { error: string; message: string } | null, result: unknown];

/** Sends Selenium commands to Firefox's Marionette socket, because geckodriver is not an installable package. */
export class MarionetteExecutor implements Executor {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (response: Response) => void>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('close', () => {
      for (const [id, settle] of this.#waiting)
        settle([1, id, { error: 'no such window', message: 'Firefox closed the connection' }, null]);
    });
  }

  static async connect(port: number): Promise<MarionetteExecutor> {
    const socket = connect(port, '127.0.0.1');
    // The browser introduces itself with its first message.
    await new Promise<void>((resolve, reject) => {
      socket.once('data', () => resolve());
      socket.once('error', reject);
    });
    socket.on('error', () => undefined);
    return new MarionetteExecutor(socket);
  }

  async execute(command: Command): Promise<unknown> {
    const { id, sessionId: _, ...parameters } = command.getParameters() as Record<string, unknown>;
    const name = command.getName();
    const element = (id as Record<string, string> | null | undefined)?.[elementKey];
    if (name === 'switchToFrame') return this.send(name, element ? { element } : { id });
    return this.send(name, element ? { ...parameters, id: element } : parameters);
  }

  async send(name: string, parameters: object): Promise<unknown> {
    const marionetteName = marionetteNames[name];
    if (!marionetteName) throw new Error(`add the WebDriver command ${name} to marionetteNames`);
    this.#lastId += 1;
    const id = this.#lastId;
    const response = new Promise<Response>((resolve) => this.#waiting.set(id, resolve));
    const body = JSON.stringify([0, id, marionetteName, parameters]);
    this.#socket.write(`${Buffer.byteLength(body)}:${body}`);
    const [, , error, result] = await response;
    if (error) webDriverErrors.throwDecodedError({ ...error, stacktrace: '' } as never);
    return result !== null && typeof result === 'object' && 'value' in result ? result.value : result;
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      if (colon === -1) return;
      const end = colon + 1 + Number(this.#received.subarray(0, colon).toString());
      if (this.#received.length < end) return;
      const response = JSON.parse(this.#received.subarray(colon + 1, end).toString()) as Response;
      this.#received = this.#received.subarray(end);
      this.#waiting.get(response[1])?.(response);
      this.#waiting.delete(response[1]);
    }
  }
}
