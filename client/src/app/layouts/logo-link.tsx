import { start } from '../../start.ts';
import { Logo } from '../../ui/logo.tsx';

/** Lighthouse and product name; the name's last word is lighter, as in the design. */
export function LogoLink({ href }: { href: string }) {
  const [, first = start.productName, last] = /^(.+) (\S+)$/.exec(start.productName) ?? [];
  return (
    <a className="logo" href={href}>
      <Logo />
      <span>
        {first}
        {last && <span className="logo__vpn"> {last}</span>}
      </span>
    </a>
  );
}
