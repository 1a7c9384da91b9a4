import { prepareClient } from '../support/render-client.ts';

// The client's modules read the gateway's start block when they are imported.
await prepareClient();
