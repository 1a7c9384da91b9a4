import { useState } from 'react';
import { Badge, PremiumBadge } from '../src/ui/badge.tsx';
import { Button } from '../src/ui/button.tsx';
import { Card } from '../src/ui/card.tsx';
import { Checkbox } from '../src/ui/checkbox.tsx';
import { CopyRow } from '../src/ui/copy-row.tsx';
import { CheckIcon } from '../src/ui/icons/check-icon.tsx';
import { ClockIcon } from '../src/ui/icons/clock-icon.tsx';
import { ExtIcon } from '../src/ui/icons/ext-icon.tsx';
import { GiftIcon } from '../src/ui/icons/gift-icon.tsx';
import { LaptopIcon } from '../src/ui/icons/laptop-icon.tsx';
import { MailIcon } from '../src/ui/icons/mail-icon.tsx';
import { PhoneIcon } from '../src/ui/icons/phone-icon.tsx';
import { TrashIcon } from '../src/ui/icons/trash-icon.tsx';
import { ListRow, ListRowLink } from '../src/ui/list-row.tsx';
import { Meter } from '../src/ui/meter.tsx';
import { Picker, PickerNote, PickerRow } from '../src/ui/picker.tsx';
import { PlanCard, Unlimited } from '../src/ui/plan-card.tsx';
import { Steps } from '../src/ui/steps.tsx';
import { StickyBar } from '../src/ui/sticky-bar.tsx';
import { AddTile, Tile, Tiles } from '../src/ui/tile.tsx';
import { Section } from './section.tsx';

const copyTexts = { copyLabel: 'Copy', copiedLabel: 'Copied', refusedText: 'Copying is not allowed' };

export function Lists() {
  const [open, setOpen] = useState(true);
  const [city, setCity] = useState('Frankfurt');
  return (
    <>
      <Section title="Plan card" grid>
        <PlanCard
          name="Power User"
          facts={[
            { label: 'Price', value: '€9.99 / month' },
            { label: 'Next billing', value: '14 December 2025' },
          ]}
          action={<Button>Cancel subscription</Button>}
        />
        <PlanCard
          name="Binge"
          badge={
            <Badge tone="solid-beacon" icon={<ClockIcon />}>
              5 days of grace period left
            </Badge>
          }
          facts={[{ label: 'Expires on', value: <Unlimited label="Unlimited" /> }]}
          action={<Button variant="primary">Renew subscription</Button>}
        />
      </Section>
      <Section title="Rows and tiles">
        <Card flush aria-label="Rows">
          <ListRow
            icon={<MailIcon />}
            label="Email"
            title="a-very-long-mailbox-name.that-never-seems-to-end@department.university.example"
            action={<Button size="sm">Change email</Button>}
          />
          <div className="list-row list-row--top">
            <Checkbox className="grow" hint="Product news and offers, about once a month.">
              Newsletter notifications
            </Checkbox>
          </div>
          <ListRowLink
            href="#redeem"
            icon={<GiftIcon />}
            title="Redeem promocode"
            hint="Opens on our website"
            action={<ExtIcon size="sm" className="muted" />}
          />
        </Card>
        <div className="row gap-3">
          <span className="small soft num">Connected 2 out of 6</span>
          <Meter used={2} total={6} />
          <Meter used={6} total={6} />
          <Meter used={24} total={50} />
        </div>
        <Tiles label="Devices">
          <Tile
            icon={<LaptopIcon />}
            title="Anna’s MacBook Pro"
            hint="macOS · MacBookPro18,3"
            action={
              <Button variant="quiet" size="icon" aria-label="Unlink device: Anna’s MacBook Pro">
                <TrashIcon />
              </Button>
            }
          />
          <Tile
            icon={<PhoneIcon />}
            title="iPhone 15"
            hint="iOS"
            badge={
              <Badge tone="success" icon={<CheckIcon size="sm" />}>
                Connected
              </Badge>
            }
          />
          <AddTile label="Add new device" onClick={() => {}} />
        </Tiles>
      </Section>
      <Section title="Copy row, picker, steps" grid>
        <dl className="stack gap-2">
          <CopyRow {...copyTexts} label="Username" value="u7f3k9-r1" name="Copy username" />
          <CopyRow {...copyTexts} label="Password" value="mX4w-Qe82-tTz9" name="Copy password" />
        </dl>
        <Steps steps={['Open the app on your phone and scan the code.', 'Confirm in the app.']} />
        <Picker label="Choose a location">
          <PickerRow
            image="🇫🇷"
            title="France"
            detail="Low load"
            preselected
            tabStop={false}
            checked={city === 'France'}
            onClick={() => setCity('France')}
          />
          <PickerRow
            image="🇩🇪"
            title="Germany"
            name="Germany Select city Premium"
            meta="Select city"
            badge={<PremiumBadge>Premium</PremiumBadge>}
            expanded={open}
            tabStop={!open}
            onClick={() => setOpen(!open)}
          />
          {open &&
            ['Berlin', 'Frankfurt', 'Munich'].map((name) => (
              <PickerRow
                key={name}
                nested
                title={name}
                checked={city === name}
                tabStop={city === name}
                onClick={() => setCity(name)}
              />
            ))}
        </Picker>
        <Picker label="Nothing found">
          <PickerNote>Sorry, we do not have this country in our list.</PickerNote>
        </Picker>
      </Section>
      <Section title="Sticky bar">
        <StickyBar action={<Button variant="primary">Download config file</Button>}>
          <b>Germany, {city}</b>
        </StickyBar>
      </Section>
    </>
  );
}
