/** What all elements have: a place on the page, and listeners. */
export function createElementBase(elementType, root) {
  const listeners = new Map();
  const base = {
    root,
    emit(event, detail = {}) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener({ elementType, ...detail });
    },
    hears: (event) => (listeners.get(event)?.size ?? 0) > 0,
    api: {
      on(event, listener) {
        if (!listeners.has(event)) listeners.set(event, new Set());
        listeners.get(event).add(listener);
        return base.api;
      },
      off(event, listener) {
        if (listener) listeners.get(event)?.delete(listener);
        else listeners.delete(event);
        return base.api;
      },
      once(event, listener) {
        const first = (detail) => {
          base.api.off(event, first);
          listener(detail);
        };
        return base.api.on(event, first);
      },
      mount(place) {
        const target = typeof place === 'string' ? document.querySelector(place) : place;
        if (!target) {
          throw new Error(
            `The place to mount the ${elementType} element in does not exist: ${String(place)}`,
          );
        }
        target.classList.add('StripeElement');
        target.replaceChildren(root);
        base.onMount?.();
      },
      unmount: () => root.remove(),
      destroy() {
        root.remove();
        listeners.clear();
        base.onDestroy?.();
      },
      update: () => undefined,
      collapse: () => undefined,
    },
  };
  return base;
}
