import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Whether the upstream accepts connections, with a valid certificate. Sends no request: the upstream counts those. */
export function probeUpstream(baseUrl: string, timeoutMs: number, lookup: LookupFunction): Promise<boolean> {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'https:';
  // TLS has no addresses as server names.
  const servername = isIP(host) ? '' : host;
  return new Promise((resolve) => {
    const socket: Socket = secure
      ? connectTls({ host, port: Number(port || 443), servername, lookup })
      : connectPlain({ host, port: Number(port || 80), lookup });
    const finish = (up: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(up);
    };
    // Not the socket's own, which begins anew with the handshake.
    const timer = setTimeout(finish, timeoutMs, false);
    socket.once(secure ? 'secureConnect' : 'connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
