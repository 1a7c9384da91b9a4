import type { WebDriver } from 'selenium-webdriver';

export interface BrowserOptions {
  /** The browser's own language, a BCP 47 tag. */
  readonly language?: string;
  /** A folder kept from an earlier browser: its cookies and storage are there again. */
  readonly profile?: string;
  /** Cookies and storage are refused, as a visitor may choose in the settings. */
  readonly blockStorage?: boolean;
}

export interface Browser {
  readonly driver: WebDriver;
  /** The folder with everything that outlives the browser. */
  readonly profile: string;
  /** Addresses of apps that pages have opened, such as skerry://pair. */
  listOpenedApps(): Promise<string[]>;
  /** The folder that downloads arrive in. */
  readonly downloads: string;
  /** Errors that the browser has printed since the last call. */
  takeErrors(): Promise<string[]>;
  /** The page's size in CSS px. */
  setSize(width: number, height: number): Promise<void>;
  /** Puts a text on the clipboard, as another program would. */
  copy(text: string): Promise<void>;
  /** Takes the network away; WebKit's pages are not notified, their requests fail. */
  setOffline(offline: boolean): Promise<void>;
  /** Ends the browser and keeps its profile. */
  close(): Promise<void>;
}
