import { AlertBox } from '../src/ui/alert-box.tsx';
import { Badge, PremiumBadge } from '../src/ui/badge.tsx';
import { Banner, BannerBar } from '../src/ui/banner.tsx';
import { Button } from '../src/ui/button.tsx';
import { Card } from '../src/ui/card.tsx';
import { DiscountBanner } from '../src/ui/discount-banner.tsx';
import { EmptyState, ErrorState } from '../src/ui/empty-state.tsx';
import { CheckIcon } from '../src/ui/icons/check-icon.tsx';
import { ClockIcon } from '../src/ui/icons/clock-icon.tsx';
import { DevicesIcon } from '../src/ui/icons/devices-icon.tsx';
import { OfflineIcon } from '../src/ui/icons/offline-icon.tsx';
import { Skeleton, SkeletonBox } from '../src/ui/skeleton.tsx';
import { Toast } from '../src/ui/toast.tsx';
import { Tooltip } from '../src/ui/tooltip.tsx';
import { Section } from './section.tsx';

export function Messages() {
  return (
    <>
      <Section title="Badges">
        <div className="row row--wrap gap-2">
          <Badge>OpenWRT</Badge>
          <PremiumBadge>Premium</PremiumBadge>
          <Badge tone="accent">3 more invites available</Badge>
          <Badge tone="beacon">Payment issue</Badge>
          <Badge tone="solid-beacon" icon={<ClockIcon />}>
            5 days of grace period left
          </Badge>
          <Badge tone="success" icon={<CheckIcon />}>
            90%
          </Badge>
          <Badge tone="danger">Failed</Badge>
        </div>
      </Section>
      <Section title="Banners" grid>
        <Banner tone="info" title="Information">
          Good to know, no action needed.
        </Banner>
        <Banner tone="warning" title="Attention">
          PayPal support ends on December 28
        </Banner>
        <Banner tone="danger" title="Payment issue">
          Something went wrong during billing.
        </Banner>
        <Banner tone="success" title="Done">
          You’ve used all 5 invites
        </Banner>
        <DiscountBanner percent="20%" title="Off your first payment" action={<Button size="sm">Upgrade plan</Button>} />
        <BannerBar icon={<OfflineIcon size="sm" />}>
          You’re offline. We’ll try again when the connection is back.
        </BannerBar>
      </Section>
      <Section title="Toasts, tooltip, skeleton" grid>
        <div className="stack gap-2">
          <Toast tone="ok" closeLabel="Close" onClose={() => {}}>
            Email has been changed successfully
          </Toast>
          <Toast tone="bad" closeLabel="Close" onClose={() => {}}>
            Device deletion failed. Please try again
          </Toast>
        </div>
        <div className="gallery__tip">
          <Tooltip text="Please select the country you want to connect to.">
            {(id) => (
              <Button variant="primary" aria-disabled aria-describedby={id}>
                Download config file
              </Button>
            )}
          </Tooltip>
        </div>
        <Skeleton label="Loading…">
          <div className="stack gap-3">
            <SkeletonBox shape="h" width={45} />
            <SkeletonBox />
            <SkeletonBox width={80} />
            <SkeletonBox shape="btn" />
          </div>
        </Skeleton>
      </Section>
      <Section title="Loading, empty, error and retry" grid>
        <Card flush aria-label="Empty">
          <EmptyState
            icon={<DevicesIcon />}
            title="No devices yet"
            action={<Button variant="primary">Add new device</Button>}
          >
            Add your computer, phone or router.
          </EmptyState>
        </Card>
        <Card flush aria-label="Error">
          <ErrorState title="We couldn’t load your profile" action={<Button>Try again</Button>}>
            You’re still signed in.
          </ErrorState>
        </Card>
        <AlertBox
          tone="success"
          level={2}
          title="Payment successful"
          description="Your subscription is active on all your devices."
          action={
            <Button variant="primary" block>
              Go to profile
            </Button>
          }
          footer="The footer says what else there is."
        />
        <AlertBox
          tone="error"
          level={2}
          title="Something went wrong"
          description="This page stopped working. Trying again usually helps; if it doesn’t, send us the report number."
          action={
            <Button variant="primary" block>
              Try again
            </Button>
          }
        />
      </Section>
    </>
  );
}
