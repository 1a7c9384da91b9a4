import { readdir, readFile } from 'node:fs/promises';

/** CPU time of a process, all its threads and its children so far, in microseconds. */
export async function readCpuMicroseconds(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const own = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0');
      return Number(text.split(' ')[0]) / 1_000;
    }),
  );
  const children = await Promise.all((await readChildren(pid)).map(readCpuMicroseconds));
  return [...own, ...children].reduce((sum, part) => sum + part, 0);
}

/** Resident memory of a process and its children, in megabytes. */
export async function readMemoryMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  const children = await Promise.all((await readChildren(pid)).map(readMemoryMegabytes));
  return children.reduce((sum, part) => sum + part, own);
}

async function readChildren(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
}
