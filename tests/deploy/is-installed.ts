import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian installs servers in sbin, which may not be on the PATH. */
export const withSbin = `${process.env.PATH}:/usr/sbin:/sbin`;

/** Whether an optional program of a test is installed. */
export const isInstalled = (program: string): boolean =>
  withSbin.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
