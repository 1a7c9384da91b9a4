import { useRef, useState } from 'react';
import { Button } from '../src/ui/button.tsx';
import { Countdown } from '../src/ui/countdown.tsx';
import { Dialog } from '../src/ui/dialog.tsx';
import { HelpIcon } from '../src/ui/icons/help-icon.tsx';
import { MenuIcon } from '../src/ui/icons/menu-icon.tsx';
import { SignOutIcon } from '../src/ui/icons/sign-out-icon.tsx';
import { Menu, MenuItem } from '../src/ui/menu.tsx';
import { QrFrame } from '../src/ui/qr-frame.tsx';
import { Spinner } from '../src/ui/spinner.tsx';
import { type ToastItem, ToastQueue } from '../src/ui/toast.tsx';
import { Section } from './section.tsx';

export function Overlays() {
  const [open, setOpen] = useState<'question' | 'forced' | null>(null);
  const [toasts, setToasts] = useState<readonly ToastItem[]>([]);
  const [deadline] = useState(() => Date.now() + 59_000);
  const lastId = useRef(0);
  const addToast = (tone: ToastItem['tone'], content: string) => {
    lastId.current += 1;
    setToasts([...toasts, { id: lastId.current, tone, content }]);
  };
  return (
    <>
      <Section title="Dialog, menu, toasts">
        <div className="row row--wrap gap-3">
          <Button onClick={() => setOpen('question')}>Open a dialog</Button>
          <Button onClick={() => setOpen('forced')}>Open one without a close button</Button>
          <Button onClick={() => addToast('ok', 'Device was deleted')}>Good toast</Button>
          <Button onClick={() => addToast('bad', 'Device deletion failed. Please try again')}>Bad toast</Button>
          <Menu label="Menu" icon={<MenuIcon />}>
            <MenuItem href="#help" icon={<HelpIcon />}>
              Help center
            </MenuItem>
            <MenuItem as="button" icon={<SignOutIcon />}>
              Log out
            </MenuItem>
          </Menu>
        </div>
      </Section>
      <Section title="Time and codes">
        <div className="row row--wrap gap-6">
          <Spinner />
          <Spinner label="Loading…" />
          <p>
            Resend email <Countdown deadline={deadline} endedText="You can resend now" />
          </p>
          <QrFrame label="Code to pair a device">
            <svg viewBox="0 0 29 29" aria-hidden="true">
              <path fill="#fff" d="M0 0h29v29H0z" />
              <path d="M4 4h7v7H4zM18 4h7v7h-7zM4 18h7v7H4zM14 14h4v4h-4zM21 20h3v4h-3z" fill="currentColor" />
            </svg>
          </QrFrame>
        </div>
      </Section>
      {open === 'question' && (
        <Dialog
          title="Unlink this device?"
          onClose={() => setOpen(null)}
          closeLabel="Close"
          actions={
            <>
              <Button onClick={() => setOpen(null)}>Cancel</Button>
              <Button variant="danger" onClick={() => setOpen(null)}>
                Unlink device
              </Button>
            </>
          }
        >
          <p className="soft">It will be signed out of Skerry VPN. You can add it again at any time.</p>
        </Dialog>
      )}
      {open === 'forced' && (
        <Dialog
          title="Wait a minute..."
          fillActions
          actions={
            <>
              <Button onClick={() => setOpen(null)}>Try other credentials</Button>
              <Button variant="primary" onClick={() => setOpen(null)}>
                Restore account
              </Button>
            </>
          }
        >
          <p className="soft">This account was deleted, but it can be restored.</p>
        </Dialog>
      )}
      <ToastQueue
        toasts={toasts}
        closeLabel="Close"
        onDismiss={(id) => setToasts(toasts.filter((toast) => toast.id !== id))}
      />
    </>
  );
}
