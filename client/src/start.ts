import type { Start } from '#shared/start.ts';

/** The data that the gateway embeds in the page, available before the first request. decisions.md §3, Pages */
export const start: Start = readStart();

function readStart(): Start {
  const text = document.getElementById('start')?.textContent;
  if (!text) throw new Error('The page has no start block');
  return JSON.parse(text) as Start;
}
