/** Whether the servers of the tests come out of the images of docker-compose.yml, as `npm run test:containers` asks. */
export const inContainers = process.env.TEST_SERVERS === 'containers';
