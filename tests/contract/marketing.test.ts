import { afterAll, beforeAll, expect } from 'vitest';
import { calls } from '#shared/calls.ts';
import { type Client, openClient } from '../support/client.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { describeCall } from './describe-call.ts';

let stack: Stack;
let visitor: Client;

beforeAll(async () => {
  stack = await startStack();
  visitor = openClient(stack.origin);
});
afterAll(() => stack.close());

describeCall('visitorCountry', {
  async succeeds() {
    const response = await visitor.send(calls.visitorCountry);
    expect(response.body.country.iso_code).toMatch(/^[A-Z]{2}$/);
    return response;
  },
  fails: {},
});

const survey = {
  event_type: 'subscription_cancel_survey',
  email: 'anna.lindqvist@example.com',
  event_params: [
    { name: 'reason', value: 'price' },
    { name: 'comment', value: 'Traveling less this year' },
    { name: 'country', value: 'SE' },
    { name: 'sku', value: 'power-user-3m' },
  ],
};

const newsletter = {
  event_type: 'newsletter_confirmed',
  email: 'anna.lindqvist@example.com',
  event_params: [
    { name: 'newsletter_sub', value: 'true' },
    { name: 'name', value: 'Anna' },
    { name: 'account_type', value: 'subscription' },
    { name: 'subscription_type', value: 'power-user-3m' },
    { name: 'sub_form', value: 'account' },
  ],
};

describeCall('registerEvent', {
  async succeeds() {
    expect((await visitor.send(calls.registerEvent, { body: newsletter })).status).toBe(200);
    return visitor.send(calls.registerEvent, { body: survey });
  },
  fails: {
    async badRequest() {
      for (const body of [{}, { ...survey, event_type: '' }, { ...survey, event_params: 'none' }]) {
        const response = await visitor.send(calls.registerEvent, { body });
        expect([response.status, response.body.code]).toEqual([400, 3]);
      }
      return visitor.send(calls.registerEvent, { body: { ...survey, event_params: [{ value: 'nameless' }] } });
    },
  },
});

describeCall('installerLink', {
  async succeeds() {
    const body = { app_identity: 'windows', analytics_data: { utm_source: 'newsletter' } };
    const response = await visitor.send(calls.installerLink, { body });
    expect(URL.canParse(Buffer.from(response.body.download_url, 'base64').toString())).toBe(true);
    return response;
  },
  fails: { badRequest: async () => visitor.send(calls.installerLink, { body: {} }) },
});
