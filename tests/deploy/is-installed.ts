import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps servers in sbin, which is not on everybody's path. */
export const withSbin = `${process.env.PATH}:/usr/sbin:/sbin`;

/** Whether this machine has a program that a test runs if it can. */
export const isInstalled = (program: string): boolean =>
  withSbin.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
