import { Children, isValidElement, type ReactElement, type ReactNode, use } from 'react';
import { matchPath, type RouteParams } from './route-path.ts';
import { RouteContext, useLocation } from './router.tsx';

interface RouteProps {
  /** Without one, the route stands around those inside it. */
  readonly path?: string;
  /** The place of `/` itself. */
  readonly index?: boolean;
  readonly element: ReactNode;
  readonly children?: ReactNode;
}

/** Says to `Routes` what stands at an address; renders nothing by itself. */
export const Route = (_props: RouteProps): ReactNode => null;

interface Match {
  readonly params: RouteParams;
  /** From the outermost layout to the page. */
  readonly elements: readonly ReactNode[];
}

const isRoute = (child: ReactNode): child is ReactElement<RouteProps> =>
  isValidElement(child) && child.type === Route;

const find = (routes: ReactNode, pathname: string, isOwn: (pattern: string) => boolean): Match | null => {
  for (const route of Children.toArray(routes)) {
    if (!isRoute(route)) continue;
    const { path, index, element, children } = route.props;
    if (children !== undefined) {
      const inner = find(children, pathname, isOwn);
      if (inner !== null) return { ...inner, elements: [element, ...inner.elements] };
      continue;
    }
    const pattern = index ? '' : (path ?? '*');
    const params = isOwn(pattern) ? matchPath(pattern, pathname) : null;
    if (params !== null) return { params, elements: [element] };
  }
  return null;
};

/** Shows the first route that the address is one of; `*` counts only where no other does. */
export const Routes = ({ children }: { children: ReactNode }) => {
  const { pathname } = useLocation();
  const match =
    find(children, pathname, (pattern) => pattern !== '*') ??
    find(children, pathname, (pattern) => pattern === '*');
  if (match === null) return null;
  const { params, elements } = match;
  let shown: ReactNode = null;
  for (const element of elements.toReversed())
    shown = <RouteContext value={{ params, outlet: shown }}>{element}</RouteContext>;
  return shown;
};

/** Where a layout puts the page it stands around. */
export const Outlet = (): ReactNode => use(RouteContext).outlet;
