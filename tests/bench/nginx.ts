import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * One worker with keep-alive connections to the upstream, responses buffered in memory, no log.
 * @returns the arguments of the command
 */
export async function configureNginx(folder: string, port: number, upstreamPort: number): Promise<string[]> {
  await mkdir(join(folder, 'nginx'));
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/nginx/${name};`)
    .join(' ');
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `worker_processes 1; daemon off; pid ${folder}/nginx/pid; error_log /dev/null;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000000; proxy_max_temp_file_size 0; ${temp}
  upstream api { server 127.0.0.1:${upstreamPort}; keepalive 512; keepalive_requests 1000000000; }
  server { listen 127.0.0.1:${port};
    location / { proxy_pass http://api; proxy_http_version 1.1; proxy_set_header Connection ""; } }
}`,
  );
  return ['-p', folder, '-c', file];
}
