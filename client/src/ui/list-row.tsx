import type { ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Glyph } from './glyph.tsx';
import './list-row.css';

interface Content {
  icon?: ReactNode;
  /** Muted line above the title. */
  label?: ReactNode;
  title: ReactNode;
  /** Muted line below the title. */
  hint?: ReactNode;
  /** A button or an icon at the right; a button goes below on narrow screens. */
  action?: ReactNode;
  className?: string | undefined;
}

function RowContent({ icon, label, title, hint, action }: Content) {
  return (
    <>
      {icon && <Glyph>{icon}</Glyph>}
      <div className="list-row__body">
        {label && <p className="small muted">{label}</p>}
        <p className="list-row__title">{title}</p>
        {hint && <p className="list-row__sub">{hint}</p>}
      </div>
      {action}
    </>
  );
}

/** Icon, one to three lines, and what can be done with them. */
export function ListRow(content: Content) {
  return (
    <div className={classNames('list-row list-row--stack', content.className)}>
      <RowContent {...content} />
    </div>
  );
}

type ListRowLinkProps<C extends ElementType> = Content & { as?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Content | 'as'
  >;

/** A row that is a link as a whole; `as` takes the router's link or `button`. */
export function ListRowLink<C extends ElementType = 'a'>(props: ListRowLinkProps<C>) {
  const { as, icon, label, title, hint, action, className, ...rest } = props;
  const Anchor: ElementType = as ?? 'a';
  return (
    <Anchor {...rest} className={classNames('list-row', className)}>
      <RowContent icon={icon} label={label} title={title} hint={hint} action={action} />
    </Anchor>
  );
}
