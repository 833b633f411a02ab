/** What all elements share: a root node, listeners, and options. */
export function createElementBase(elementType, root, options = {}) {
  const listeners = new Map();
  const base = {
    root,
    options: { ...options },
    /**
     * Emits `ready`, one task later. The real elements load frames first, so a page may attach its listeners after the mount, as
     * React does in its effects.
     */
    async emitReady(detail) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      if (root.isConnected) base.emit('ready', detail);
    },
    emit(event, detail = {}) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener({ elementType, ...detail });
    },
    hasListener: (event) => (listeners.get(event)?.size ?? 0) > 0,
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
        return base.api;
      },
      unmount() {
        root.remove();
        return base.api;
      },
      destroy() {
        root.remove();
        listeners.clear();
        base.onDestroy?.();
      },
      update(changes) {
        Object.assign(base.options, changes);
        base.onUpdate?.();
        return base.api;
      },
      collapse: () => base.api,
    },
  };
  return base;
}
