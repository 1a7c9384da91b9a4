import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Glyph } from './glyph.tsx';
import './list-row.css';

interface Content {
  icon?: ReactNode;
  /** A muted line above the title. */
  label?: ReactNode;
  title: ReactNode;
  /** A muted line below the title. */
  hint?: ReactNode;
  /** A button or an icon at the right; a button moves below on narrow screens. */
  action?: ReactNode;
  className?: string | undefined;
}

function RowContent({ icon, label, title, hint, action }: Content) {
  return (
    <>
      {icon && <Glyph>{icon}</Glyph>}
      <ListRowBody>
        {label && <p className="small muted">{label}</p>}
        <p className="list-row__title">{title}</p>
        {hint && <p className="list-row__sub">{hint}</p>}
      </ListRowBody>
      {action}
    </>
  );
}

interface ListRowFrameProps {
  /** Moves the action below the text on phones. */
  stack?: boolean;
  /** Aligns the parts at the top instead of the middle. */
  top?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A row with custom content. */
export const ListRowFrame = ({ stack, top, className, children }: ListRowFrameProps) => (
  <div className={classNames('list-row', stack && 'list-row--stack', top && 'list-row--top', className)}>
    {children}
  </div>
);

/** The text part of a custom row. */
export const ListRowBody = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={classNames('list-row__body', className)}>{children}</div>
);

/** Icon, one to three lines, and an action. */
export function ListRow(content: Content) {
  return (
    <ListRowFrame stack className={content.className}>
      <RowContent {...content} />
    </ListRowFrame>
  );
}

type ListRowLinkProps<C extends ElementType> = Content & { as?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Content | 'as'
  >;

/** A row that is one link. Pass the router's `Link` or `button` as `as`. */
export function ListRowLink<C extends ElementType = 'a'>(props: ListRowLinkProps<C>) {
  const { as, icon, label, title, hint, action, className, ...rest } = props;
  const Anchor: ElementType = as ?? 'a';
  return (
    <Anchor {...rest} className={classNames('list-row', className)}>
      <RowContent icon={icon} label={label} title={title} hint={hint} action={action} />
    </Anchor>
  );
}
