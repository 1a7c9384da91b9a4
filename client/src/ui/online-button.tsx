import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';
import { useOnline } from './use-online.ts';

interface OnlineButtonProps extends ComponentProps<typeof Button> {
  /** Why it cannot be used without a network. */
  offlineText: string;
}

/** A button that needs the network: without one it stays where it is and says why it does nothing. */
export function OnlineButton({ offlineText, ...button }: OnlineButtonProps) {
  if (useOnline()) return <Button {...button} />;
  return (
    <Tooltip text={offlineText}>
      {(description) => <Button {...button} aria-disabled aria-describedby={description} />}
    </Tooltip>
  );
}
