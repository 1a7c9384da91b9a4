import { useState } from 'react';
import { CodeInput } from '../src/ui/code-input.tsx';
import { EmailField, TextField } from '../src/ui/field.tsx';
import { Section } from './section.tsx';

export function Fields() {
  const [code, setCode] = useState('407');
  return (
    <Section title="Fields" grid>
      <EmailField label="Default" placeholder="name@example.com" hint="Hint text" />
      <TextField label="Focus" className="is-focus" defaultValue="anna@example.com" />
      <EmailField label="Error" defaultValue="anna@" error="Email is invalid" />
      <TextField label="Disabled" disabled defaultValue="Router 1" />
      <TextField label="Read-only" readOnly defaultValue="Router 1" />
      <div className="field">
        <span className="field__label">Code, typing</span>
        <CodeInput label="Code, typing" value={code} onChange={setCode} />
      </div>
      <div className="field">
        <span className="field__label">Code, error</span>
        <CodeInput label="Code, error" value="407182" onChange={() => {}} error="Wrong code" />
      </div>
      <div className="field">
        <span className="field__label">Code, checking</span>
        <CodeInput label="Code, checking" value="407182" onChange={() => {}} busy busyLabel="Checking the code…" />
      </div>
    </Section>
  );
}
