/** The gateway's own route, not an upstream call. decisions.md §3, routes */
export const sessionUrl = '/session';

/** Of calls, and of the responses that tell which session the browser has. */
export const sessionTagHeader = 'session-tag';
