/** Whether tests use servers from the images of docker-compose.yml (`npm run test:containers`). */
export const inContainers = process.env.TEST_SERVERS === 'containers';
