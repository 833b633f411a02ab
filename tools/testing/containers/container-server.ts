import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { waitFor } from '../wait-for.ts';

const startsWithinMs = 180_000;

/** A container that is reached from this machine alone: docker by itself opens a port to everybody. */
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
  /** On 127.0.0.1 the same port each time that it is started. */
  readonly port: { readonly inside: number; readonly outside: number };
  /** A question that fails counts as no. */
  readonly isReady: () => Promise<boolean>;
}

/** A server in a container, to be started, killed and started again on what it kept, as often as one likes. */
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
      // `isReady` alone decides: an image's health check may ask another port, and testcontainers' check of ports another address.
      .withWaitStrategy(Wait.forAll([]));
    this.#container = command === undefined ? container : container.withCommand([...command]);
  }

  /** Resolves when it can be used. */
  async start(): Promise<void> {
    if (this.#isRunning) throw new Error(`${this.name} runs already`);
    try {
      if (this.#container.id === null) await this.#container.start();
      else await (await this.#handle(this.#container.id)).start();
      await waitFor(this.#isReady, { timeout: startsWithinMs, what: this.name });
    } catch (error) {
      await this.remove();
      throw new Error(`${this.name} did not get ready`, { cause: error });
    }
    this.#isRunning = true;
  }

  /** `kill -9` of it; what it wrote stays for its next start. */
  kill(): Promise<void> {
    return this.#end((container) => container.kill());
  }

  /** Asks it to end; what it wrote stays for its next start. */
  stop(): Promise<void> {
    return this.#end((container) => container.stop());
  }

  /** Ends it for good, with all it kept. */
  async remove(): Promise<void> {
    const { id } = this.#container;
    if (id === null) return;
    this.#isRunning = false;
    this.#container.id = null;
    try {
      await (await this.#handle(id)).remove({ force: true, v: true });
    } catch (error) {
      // One that did not start may have been removed already.
      if (!(error instanceof Error && 'statusCode' in error && error.statusCode === 404)) throw error;
    }
  }

  async #end(how: (container: Handle) => Promise<unknown>): Promise<void> {
    if (!this.#isRunning || this.#container.id === null) return;
    this.#isRunning = false;
    await how(await this.#handle(this.#container.id));
  }

  async #handle(id: string): Promise<Handle> {
    const { container } = await getContainerRuntimeClient();
    return container.getById(id);
  }
}
