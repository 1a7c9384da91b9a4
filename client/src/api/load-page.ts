import { type ComponentType, lazy } from 'react';
import { loadPart } from './load-part.ts';

/** A page whose code is fetched when it is first shown; what fails, after one reload, reaches the crash page. */
export const loadPage = <Props>(name: string, load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadPart(name, load) }));
