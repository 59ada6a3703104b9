import { formatSecret, signMessage } from './sign-message';

test('a message is signed as in the example of Standard Webhooks', () => {
  const body = '{"test": 2432232314}';
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body };
  expect(signMessage('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a secret is written with the prefix of Standard Webhooks', () => {
  expect(formatSecret(Buffer.from('crumb'))).toBe('whsec_Y3J1bWI=');
});
