import { Children, cloneElement, type HTMLAttributes, isValidElement, type ReactElement } from 'react';
import { cx } from './cx.ts';

type Attributes = HTMLAttributes<HTMLElement>;
type Handler = (event: unknown) => void;

const isHandler = (value: unknown): value is Handler => typeof value === 'function';

/** The child's attributes win, its handlers run first, and the classes of both apply. */
function mergeAttributes(given: Attributes, own: Attributes): Attributes {
  const handlers: Record<string, Handler> = {};
  for (const [name, handler] of Object.entries(given)) {
    const first: unknown = Reflect.get(own, name);
    if (!isHandler(handler) || !isHandler(first)) continue;
    handlers[name] = (event) => {
      first(event);
      handler(event);
    };
  }
  return { ...given, ...own, ...handlers, className: cx(given.className, own.className) };
}

/** Renders its one child with these attributes, such as a link with the classes of a button. */
export function Slot({ children, ...given }: Attributes) {
  const child = Children.only(children);
  if (!isValidElement<Attributes>(child)) throw new Error('Slot takes one element');
  const element: ReactElement<Attributes> = child;
  return cloneElement(element, mergeAttributes(given, element.props));
}
