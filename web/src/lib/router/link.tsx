import type { ComponentProps, MouseEvent } from 'react';
import { useNavigate } from './router.tsx';

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; replace?: boolean | undefined };

/** A plain press; with another button or a key held the browser opens a tab or a window of its own. */
const isPlain = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;

/** A link to a place of the site, followed without loading it anew. To where one is already, it adds nothing to the history. */
export const Link = ({ to, replace, onClick, ...rest }: LinkProps) => {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const { target, href } = event.currentTarget;
    if (event.defaultPrevented || !isPlain(event) || (target !== '' && target !== '_self')) return;
    event.preventDefault();
    navigate(to, { replace: replace ?? href === window.location.href });
  };
  return <a {...rest} href={to} onClick={follow} />;
};
