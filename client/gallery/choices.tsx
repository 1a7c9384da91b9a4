import { useState } from 'react';
import { Card } from '../src/ui/card.tsx';
import { Checkbox } from '../src/ui/checkbox.tsx';
import { GlobeIcon } from '../src/ui/icons/globe-icon.tsx';
import { RadioCards } from '../src/ui/radio-cards.tsx';
import { Segmented } from '../src/ui/segmented.tsx';
import { Select } from '../src/ui/select.tsx';
import { Switch } from '../src/ui/switch.tsx';
import { Tabs } from '../src/ui/tabs.tsx';
import { Section } from './section.tsx';

type Kind = 'desktop' | 'mobile' | 'router';

export function Choices() {
  const [reason, setReason] = useState<'price' | 'other' | null>('price');
  const [shield, setShield] = useState(true);
  const [adblock, setAdblock] = useState(false);
  const [kind, setKind] = useState<Kind>('desktop');
  const [list, setList] = useState<'countries' | 'streaming'>('streaming');
  return (
    <Section title="Check, radio, switch, tabs" grid>
      <div>
        <Checkbox defaultChecked hint="Product news and offers, about once a month.">
          Newsletter notifications
        </Checkbox>
        <Checkbox>Plain</Checkbox>
      </div>
      <RadioCards
        legend="Why do you leave?"
        choices={[
          { value: 'price', label: 'It’s too expensive' },
          { value: 'other', label: 'Other' },
        ]}
        value={reason}
        onChange={setReason}
      />
      <Card className="card--tightb" aria-label="Switches">
        <Switch label="Online Threat Shield" hint="On" checked={shield} onChange={setShield} />
        <Switch label="DNS Adblock" hint="Off" checked={adblock} onChange={setAdblock} />
        <Switch
          label="DNS Adblock for all"
          hint="Disabled"
          checked={false}
          onChange={() => {}}
          disabledReason="Feature doesn’t work with streaming mode"
        />
      </Card>
      <div className="stack gap-4">
        <Tabs
          label="Device type"
          tabs={[
            { id: 'desktop', label: 'Desktop' },
            { id: 'mobile', label: 'Mobile' },
            { id: 'router', label: 'Router' },
          ]}
          selected={kind}
          onSelect={setKind}
        >
          <p className="small soft mt-2">Content for {kind}</p>
        </Tabs>
        <Segmented
          label="List"
          choices={[
            { value: 'countries', label: 'Länderliste' },
            { value: 'streaming', label: 'Streaming-Dienste' },
          ]}
          value={list}
          onChange={setList}
        />
        <div className="row gap-4">
          <Select label="Language, short" icon={<GlobeIcon />} shown="UA" defaultValue="uk">
            <option value="en">English</option>
            <option value="uk">Українська</option>
          </Select>
          <Select label="Language" icon={<GlobeIcon />} defaultValue="de">
            <option value="en">English</option>
            <option value="de">Deutsch</option>
          </Select>
        </div>
      </div>
    </Section>
  );
}
