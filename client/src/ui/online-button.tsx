import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';
import { useOnline } from './use-online.ts';

interface OnlineButtonProps extends ComponentProps<typeof Button> {
  /** Why the button is inactive offline. */
  offlineText: string;
}

/** A button that needs the network: offline it is inactive and gives the reason. */
export function OnlineButton({ offlineText, ...button }: OnlineButtonProps) {
  const offline = !useOnline();
  return (
    <Tooltip text={offline ? offlineText : null}>
      {(description) => (
        <Button {...button} {...(offline && { 'aria-disabled': true, 'aria-describedby': description })} />
      )}
    </Tooltip>
  );
}
