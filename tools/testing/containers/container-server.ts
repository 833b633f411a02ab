import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { waitFor } from '../wait-for.ts';

const startTimeoutMs = 180_000;

/** A container whose ports are open on the loopback interface only; by default Docker opens them on all. */
class LoopbackContainer extends GenericContainer {
  id: string | null = null;

  protected override async beforeContainerCreated(): Promise<void> {
    this.hostConfig.PortBindings = Object.fromEntries(
      this.exposedPorts
        .filter((port) => typeof port === 'object')
        .map(({ container, host }) => [
          `${container}/tcp`,
          [{ HostIp: '127.0.0.1', HostPort: String(host) }],
        ]),
    );
  }

  protected override async containerCreated(id: string): Promise<void> {
    this.id = id;
  }
}

type Handle = ReturnType<Awaited<ReturnType<typeof getContainerRuntimeClient>>['container']['getById']>;

interface ContainerServerOptions {
  readonly name: string;
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  /** The port on 127.0.0.1 stays the same after a restart. */
  readonly port: { readonly inside: number; readonly outside: number };
  /** A rejection counts as false. */
  readonly isReady: () => Promise<boolean>;
}

/** A server in a container that can be killed and started again on its data. */
export class ContainerServer {
  readonly name: string;
  readonly #container: LoopbackContainer;
  readonly #isReady: () => Promise<boolean>;
  #isRunning = false;

  constructor({ name, image, environment = {}, command, port, isReady }: ContainerServerOptions) {
    this.name = name;
    this.#isReady = isReady;
    const container = new LoopbackContainer(image)
      .withEnvironment(environment)
      .withExposedPorts({ container: port.inside, host: port.outside })
      // Only `isReady` decides. The image's health check may use another port, and testcontainers' port check another address.
      .withWaitStrategy(Wait.forAll([]));
    this.#container = command === undefined ? container : container.withCommand([...command]);
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    if (this.#isRunning) throw new Error(`${this.name} is already running`);
    try {
      if (this.#container.id === null) await this.#container.start();
      else await (await this.#getHandle(this.#container.id)).start();
      await waitFor(this.#isReady, { timeout: startTimeoutMs, what: this.name });
    } catch (error) {
      await this.remove();
      throw new Error(`${this.name} did not become ready`, { cause: error });
    }
    this.#isRunning = true;
  }

  /** `kill -9`; the data stays for the next start. */
  kill(): Promise<void> {
    return this.#end((container) => container.kill());
  }

  /** Sends SIGTERM; the data stays for the next start. */
  stop(): Promise<void> {
    return this.#end((container) => container.stop());
  }

  /** Removes the container with its data. */
  async remove(): Promise<void> {
    const { id } = this.#container;
    if (id === null) return;
    this.#isRunning = false;
    this.#container.id = null;
    try {
      await (await this.#getHandle(id)).remove({ force: true, v: true });
    } catch (error) {
      // A container that did not start may have been removed already.
      if (!(error instanceof Error && 'statusCode' in error && error.statusCode === 404)) throw error;
    }
  }

  async #end(action: (container: Handle) => Promise<unknown>): Promise<void> {
    if (!this.#isRunning || this.#container.id === null) return;
    this.#isRunning = false;
    await action(await this.#getHandle(this.#container.id));
  }

  async #getHandle(id: string): Promise<Handle> {
    const { container } = await getContainerRuntimeClient();
    return container.getById(id);
  }
}
