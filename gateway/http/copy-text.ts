/** The same text without what it was cut from: a slice keeps all of that in memory, the whole Cookie header. */
export const copyText = (text: string): string => Buffer.from(text).toString();
