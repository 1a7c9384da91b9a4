import { Button, ButtonLink } from '../src/ui/button.tsx';
import { CopyButton } from '../src/ui/copy-button.tsx';
import { CloseIcon } from '../src/ui/icons/close-icon.tsx';
import { TextLink } from '../src/ui/text-link.tsx';
import { Section } from './section.tsx';

export function Actions() {
  return (
    <>
      <Section title="Buttons">
        <div className="row row--wrap gap-3">
          <Button variant="primary">Default</Button>
          <Button variant="primary" className="is-hover">
            Hover
          </Button>
          <Button variant="primary" className="is-focus">
            Focus
          </Button>
          <Button variant="primary" aria-disabled>
            Disabled
          </Button>
          <Button variant="primary" loading>
            Saving…
          </Button>
        </div>
        <div className="row row--wrap gap-3">
          <Button>Secondary</Button>
          <Button className="is-hover">Hover</Button>
          <Button className="is-focus">Focus</Button>
          <Button aria-disabled>Disabled</Button>
          <Button done>Copied</Button>
        </div>
        <div className="row row--wrap gap-3">
          <Button variant="ghost">Ghost</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger">Delete account</Button>
          <Button variant="ghost-danger">Delete account</Button>
          <Button size="sm">Small, 44 px</Button>
          <Button variant="quiet" size="icon" aria-label="Close">
            <CloseIcon />
          </Button>
          <CopyButton text="gallery" label="Copy" copiedLabel="Copied" refusedText="Copying is not allowed" />
        </div>
      </Section>
      <Section title="Links">
        <div className="row row--wrap gap-6">
          <p>
            A sentence with <TextLink href="#link">a link</TextLink> and{' '}
            <TextLink quiet href="#quiet">
              a quiet one
            </TextLink>
            .
          </p>
          <TextLink block href="#block">
            Alone, 44 px
          </TextLink>
          <ButtonLink href="#button">As a button</ButtonLink>
        </div>
      </Section>
    </>
  );
}
